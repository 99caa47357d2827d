import JSON
package import ObjectGraph
package import PredicateLanguage

/// Makes values of constants as the wire does: what an attribute takes from a client, a predicate about it
/// takes, too.
///
/// Text stands for dates (wall times in the connection's zone), numbers and decimals, UUIDs, URIs, base64 and
/// object IDs. Temporary IDs become permanent ones where the object was saved.
package struct WireCoercion: ValueCoercion {
  private let settings: WireSettings
  private let resolve: @Sendable (ObjectID) -> ObjectID

  /// - Parameter resolve: the permanent ID of a saved object; any other ID unchanged.
  package init(settings: WireSettings, resolve: @escaping @Sendable (ObjectID) -> ObjectID = { $0 }) {
    self.settings = settings
    self.resolve = resolve
  }

  /// The constant as a value of that kind; nil if it is not one.
  package func coerce(_ constant: PredicateValue, to type: TermType) -> PredicateValue? {
    if let coerced = StandardCoercion().coerce(constant, to: type) {
      if case .objectID(let objectID) = coerced { return .objectID(resolve(objectID)) }
      return coerced
    }
    guard case .string(let text) = constant else { return nil }
    switch type {
    case .number: return number(text)
    case .date: return try? ValueJSON.read(.string(text), as: .date, settings)
    case .data: return Base64.decode(text).map { .data($0) }
    case .text, .uuid, .url, .object, .opaque, .any: return nil
    }
  }

  /// What text a predicate takes where it takes some but not this.
  package func hint(for type: TermType) -> String? {
    switch type {
    case .date: "It must be \(ValueJSON.expectation(of: .date))."
    case .uuid: "It must be \(ValueJSON.expectation(of: .uuid))."
    case .data: "It must be \(ValueJSON.expectation(of: .binary))."
    case .number, .text, .url, .object, .opaque, .any: nil
    }
  }

  /// Integers and decimals have a form as text; a decimal has at most 15 significant digits.
  private func number(_ text: String) -> PredicateValue? {
    if let integer = ValueJSON.integer(text) { return .integer(integer) }
    return DecimalJSON.read(.string(text)).map { .decimal($0) }
  }
}
