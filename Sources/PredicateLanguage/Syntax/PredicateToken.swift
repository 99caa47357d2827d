/// A piece of predicate text and what an editor can colour it as.
public struct PredicateToken: Hashable, Sendable {
  /// What a piece is.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A word of the language: `AND`, `ANY`, `SELF`, `SUBQUERY`.
    case keyword
    /// What stands between two sides, or before one: `==`, `CONTAINS`, `+`, `&&`.
    case `operator`
    /// The name of a function, colons included.
    case function
    /// A step of a key path, `#` included.
    case key
    /// `@count` and its like.
    case collectionOperator
    /// `$name`
    case variable
    /// `%@`, `%K`, `%d`
    case placeholder
    /// Text in quotes; one that is not closed goes on to the end.
    case string
    case number
    /// `TRUE`, `NIL` and their like.
    case constant
    /// Parentheses, braces, brackets, commas, dots.
    case punctuation
    /// The letters in brackets after an operator.
    case option
    /// What cannot stand in a predicate: a character, a mark without a name, an option that there is not.
    case invalid
  }

  /// What it is.
  public let kind: Kind
  /// Where it stands.
  public let range: SourceRange

  /// Puts a token together.
  public init(_ kind: Kind, range: SourceRange) {
    self.kind = kind
    self.range = range
  }

  /// Cuts a text into tokens, whether it is a predicate, the beginning of one or none.
  ///
  /// ```
  /// PredicateToken.all(in: "name LIKE[c] 'b")   // key, operator, punctuation, option, punctuation, string
  /// ```
  /// Everything but white space belongs to one token. A word is what it is by its neighbours: reserved words are keys
  /// behind a dot, letters are options behind an operator's bracket.
  /// - Returns: tokens from left to right, without gaps but white space; none for a text beyond `limits`.
  /// - Complexity: O(text).
  public static func all(in text: String, limits: PredicateLimits = .standard) -> [PredicateToken] {
    guard text.utf8.count <= limits.textBytes else { return [] }
    var classifier = TokenClassifier(text)
    return classifier.tokens(atMost: limits.tokens)
  }
}
