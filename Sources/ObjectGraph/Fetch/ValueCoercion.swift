import FoundationEssentials
public import PredicateLanguage

/// Turns a constant of a predicate into a value of the attribute it is compared with.
///
/// Text stands for many types; which one is meant, only the attribute on the other side knows. A server gives
/// its own coercion, which also reads dates in its clients' spelling.
public protocol ValueCoercion: Sendable {
  /// The constant as a value of that kind; nil if it is not one.
  func coerce(_ constant: PredicateValue, to type: TermType) -> PredicateValue?

  /// What text must look like to stand for a value of that kind, as a sentence; nil if there is nothing to
  /// say.
  func hint(for type: TermType) -> String?
}

extension ValueCoercion {
  /// Nothing.
  public func hint(for type: TermType) -> String? { nil }
}

/// The coercions that need no convention: numbers among each other, UUIDs, URIs and object IDs from text.
public struct StandardCoercion: ValueCoercion {
  /// The only one there is.
  public init() {}

  /// See `ValueCoercion`.
  public func coerce(_ constant: PredicateValue, to type: TermType) -> PredicateValue? {
    if type.holds(constant) { return constant }
    guard case .string(let text) = constant else { return nil }
    return switch type {
    case .uuid: UUIDText.uuid(text).map { .uuid($0) }
    case .url: .url(text)
    case .object: ObjectID(uri: text).map { .objectID($0) }
    default: nil
    }
  }
}
