/// Why a predicate is not accepted: the one error type of this module.
public struct PredicateTextError: Error, Hashable, Sendable {
  /// What a caller can tell errors apart by.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The text is not a predicate.
    case syntax
    /// Arguments and placeholders do not fit each other.
    case arguments
    /// The text is a predicate of Apple's language that is not supported here.
    case unsupported
    /// A value has a type that cannot stand where it stands.
    case type
    /// A key path leads nowhere; thrown by those who know a model.
    case unknownKey
    /// The text is longer, deeper or richer than allowed.
    case limit
  }

  /// The kind.
  public let kind: Kind
  /// One sentence for a person, without the range and the text.
  public let message: String
  /// The place in the text; nil where there is none, as for an argument that is not used.
  public let range: SourceRange?
  /// What could have stood at the start of the range; empty unless the kind is `syntax`.
  public let expected: [String]
  /// How to write what was probably meant.
  public let hint: String?

  /// The step of a key path that leads nowhere; nil unless the kind is `unknownKey`.
  public let key: String?
  /// The existing name most like `key`.
  public let nearest: String?

  /// Puts an error together.
  public init(
    _ kind: Kind, _ message: String, at range: SourceRange?, expected: [String] = [], hint: String? = nil,
    key: String? = nil, nearest: String? = nil
  ) {
    self.key = key
    self.nearest = nearest
    self.kind = kind
    self.message = message
    self.range = range
    self.expected = expected
    self.hint = hint
  }
}
