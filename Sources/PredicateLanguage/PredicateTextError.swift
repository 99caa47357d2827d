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

  /// What is known, behind one pointer.
  ///
  /// Errors travel through every level of the parser; kept inline they would make its stack frames several
  /// times as large.
  private indirect enum Box: Hashable, Sendable {
    case facts(Facts)
  }

  private struct Facts: Hashable, Sendable {
    let kind: Kind
    let message: String
    let range: SourceRange?
    let expected: [String]
    let hint: String?
    let key: String?
    let nearest: String?
    let limit: PredicateLimit?
  }

  private let box: Box

  private var facts: Facts {
    switch box {
    case .facts(let facts): facts
    }
  }

  /// Puts an error together.
  public init(
    _ kind: Kind, _ message: String, at range: SourceRange?, expected: [String] = [], hint: String? = nil,
    key: String? = nil, nearest: String? = nil
  ) {
    box = .facts(
      Facts(
        kind: kind, message: message, range: range, expected: expected, hint: hint, key: key,
        nearest: nearest, limit: nil))
  }

  /// An error of kind `limit`.
  init(_ limit: PredicateLimit, _ message: String, at range: SourceRange?) {
    box = .facts(
      Facts(
        kind: .limit, message: message, range: range, expected: [], hint: nil, key: nil, nearest: nil,
        limit: limit))
  }

  /// The kind.
  public var kind: Kind { facts.kind }
  /// One sentence for a person, without the range and the text.
  public var message: String { facts.message }
  /// The place in the text; nil where there is none, as for an argument that is not used.
  public var range: SourceRange? { facts.range }
  /// What could have stood at the start of the range; empty unless the kind is `syntax`.
  public var expected: [String] { facts.expected }
  /// How to write what was probably meant.
  public var hint: String? { facts.hint }
  /// The step of a key path that leads nowhere; nil unless the kind is `unknownKey`.
  public var key: String? { facts.key }
  /// The existing name most like `key`.
  public var nearest: String? { facts.nearest }
  /// The bound that was passed; nil unless the kind is `limit`.
  public var limit: PredicateLimit? { facts.limit }
}
