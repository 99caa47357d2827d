import JSON
import ObjectGraph
import PredicateLanguage

/// What text in a predicate means beside an attribute: as on the wire.
struct WireCoercion: ValueCoercion {
  private let values: ValueReader
  private let resolve: @Sendable (ObjectID) -> ObjectID
  private let standard = StandardCoercion()

  /// - Parameter resolve: turns the temporary ID of a saved object into its permanent one.
  init(settings: WireSettings, resolve: @escaping @Sendable (ObjectID) -> ObjectID) {
    values = ValueReader(settings: settings)
    self.resolve = resolve
  }

  /// See `ValueCoercion`.
  func coerce(_ constant: PredicateValue, to type: TermType) -> PredicateValue? {
    if case .objectID(let objectID)? = standard.coerce(constant, to: type) { return .objectID(resolve(objectID)) }
    if let value = standard.coerce(constant, to: type) { return value }
    guard case .string(let text) = constant else { return nil }
    return switch type {
    case .date: values.date(text).map { .date($0) }
    case .number: values.decimal(.string(text)).map { .decimal($0) }
    case .data: Base64.decode(text).map { .data($0) }
    default: nil
    }
  }
}
