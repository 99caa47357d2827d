extension Parser {
  /// What can stand at a place.
  enum Expected {
    /// At the start of an expression.
    static let operand = ["key", "value", "(", "NOT"]
    /// Where only a value fits.
    static let value = ["key", "value"]
    /// After a value.
    static let comparison = ["comparison operator"]
  }

  /// The error for a token that fits nowhere, with a hint for what people write from other languages.
  func unexpected(expected: [String]) -> PredicateTextError {
    let isEnd = current.kind == .end
    let message = isEnd ? "The predicate ends too early." : "\(text(current)) cannot stand here."
    return PredicateTextError(.syntax, message, at: current.range, expected: expected, hint: hint())
  }

  /// The error for a construct of Apple's language that is not here.
  func unsupported(_ token: Token) -> PredicateTextError {
    let name = text(token)
    let isWord = token.range.start < token.range.end && Lexer.startsWord(lexer.bytes[token.range.start])
    return PredicateTextError(
      .unsupported, "\(isWord ? name.uppercased() : name) is not supported.", at: token.range)
  }

  /// The error for a value where a predicate is needed.
  func valueAlone(_ term: ValueTerm<PropertyPath>, _ range: SourceRange) -> PredicateTextError {
    let error = unexpected(expected: Expected.comparison)
    guard error.hint == nil, case .key(let path) = term else { return error }
    return PredicateTextError(
      .syntax, error.message, at: error.range, expected: error.expected,
      hint: "A property alone is no predicate; write \(path.text) == TRUE.")
  }

  /// The error for a predicate where a value is needed.
  func comparisonAsValue(_ range: SourceRange) -> PredicateTextError {
    PredicateTextError(
      .syntax, "A value is needed here, not a predicate.", at: range, expected: Expected.value)
  }

  /// The error for a parenthesis that is not closed.
  func unclosed(_ inner: Operand) -> PredicateTextError {
    if case .term = inner.content {
      if current.kind == .symbol(.comma) {
        return PredicateTextError(
          .syntax, "A list is not written in parentheses.", at: current.range, expected: [")"],
          hint: "Write {1, 2, 3}.")
      }
      return unexpected(expected: [")", "operator"])
    }
    let compounds = OperatorTable.compounds.map(\.keyword.text)
    return unexpected(expected: [Symbol.closeParenthesis.rawValue] + compounds)
  }

  /// ANYKEY, which may have been meant as a key.
  func anyKey(_ token: Token) -> PredicateTextError {
    let error = unsupported(token)
    return PredicateTextError(
      error.kind, error.message, at: error.range, hint: "As a key it is written #\(text(token)).")
  }

  /// An operator where a value is needed: a key that is reserved, if an operator follows it.
  mutating func reservedAsKey(_ token: Token) throws(PredicateTextError) -> PredicateTextError {
    let error = unexpected(expected: Expected.operand)
    try advance()
    let isKey = OperatorTable.comparison(current.kind) != nil || current.kind == .symbol(.dot)
    return isKey ? reserved(token) : error
  }

  /// The error for a reserved word that was meant as a key.
  func reserved(_ token: Token) -> PredicateTextError {
    PredicateTextError(
      .syntax, "\(text(token)) is a reserved word.", at: token.range, expected: Expected.operand,
      hint: "As a key it is written #\(text(token)).")
  }

  private func hint() -> String? {
    switch current.kind {
    case .word: wordHint(text(current).lowercased())
    case .keyword(.not): "Write NOT (a IN b)."
    case .string where previousByte == UInt8(ascii: "'") || previousByte == UInt8(ascii: "\""):
      "A quote inside a string is written \\' or \\\"; strings next to each other are not joined."
    case .keyword, .symbol: OperatorTable.comparison(current.kind) == nil ? nil : chainHint
    default: nil
    }
  }

  private var chainHint: String {
    current.range.start == 0
      ? "A comparison begins with a value." : "Comparisons are not chained; write a < b AND b < c."
  }

  private func wordHint(_ word: String) -> String? {
    switch word {
    case "is": "Write == nil or != nil."
    case "eq", "equals": "Equality is written ==."
    case "ne": "Inequality is written !=."
    case "startswith": "Write BEGINSWITH."
    case "includes", "has": "Write CONTAINS."
    case "ilike": "Write LIKE[c]."
    case "mod": "Write modulus:by:(a, b)."
    default: nil
    }
  }

  private var previousByte: UInt8? {
    let start = current.range.start
    return start > 0 && start <= lexer.bytes.count ? lexer.bytes[start - 1] : nil
  }
}
