/// A piece of predicate text with its place.
struct Token: Sendable {
  /// What a token is.
  enum Kind: Hashable, Sendable {
    /// An identifier that is not reserved.
    case word
    /// A reserved word.
    case keyword(Keyword)
    /// `#name`: an identifier, reserved or not.
    case escapedWord
    /// `#"any text"`: a key that is no identifier.
    case quotedKey
    /// `@name`: a collection operator.
    case atWord
    /// `$name`.
    case variable
    /// `%K`.
    case keyPlaceholder
    /// `%@`, `%d` …
    case placeholder(Placeholder.Conversion)
    /// Text in quotes; escapes are read later.
    case string
    /// A number; its digits are read later.
    case number
    /// An operator or a bracket.
    case symbol(Symbol)
    /// The end of the text.
    case end
  }

  /// What it is.
  let kind: Kind
  /// Where it stands, quotes and marks included.
  let range: SourceRange
}

/// Everything that is written without letters.
enum Symbol: String, CaseIterable, Hashable, Sendable {
  case doubleEqual = "=="
  case notEqual = "!="
  case lessGreater = "<>"
  case lessEqual = "<="
  case equalLess = "=<"
  case greaterEqual = ">="
  case equalGreater = "=>"
  case doubleAnd = "&&"
  case doubleBar = "||"
  case power = "**"
  case shiftLeft = "<<"
  case shiftRight = ">>"
  case assign = ":="
  case equal = "="
  case less = "<"
  case greater = ">"
  case exclamation = "!"
  case plus = "+"
  case minus = "-"
  case star = "*"
  case slash = "/"
  case and = "&"
  case bar = "|"
  case caret = "^"
  case tilde = "~"
  case openParenthesis = "("
  case closeParenthesis = ")"
  case openBrace = "{"
  case closeBrace = "}"
  case openBracket = "["
  case closeBracket = "]"
  case comma = ","
  case dot = "."
  case colon = ":"

  private static let byText = Dictionary(uniqueKeysWithValues: allCases.map { (Array($0.rawValue.utf8), $0) })

  /// The longest symbol at the start of these bytes, of which there are one or two.
  static func longest(_ first: UInt8, _ second: UInt8?) -> Symbol? {
    if let second, let symbol = byText[[first, second]] { return symbol }
    return byText[[first]]
  }
}
