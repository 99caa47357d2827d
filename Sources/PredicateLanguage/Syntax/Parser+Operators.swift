extension Parser {
  /// Reads `[cd]` after an operator.
  mutating func options(
    after token: Token, _ entry: OperatorTable.ComparisonEntry
  ) throws(PredicateTextError) -> StringOptions {
    guard current.kind == .symbol(.openBracket) else { return [] }
    guard entry.takesOptions else {
      throw PredicateTextError(.syntax, "\(text(token)) takes no options.", at: current.range)
    }
    try advance()
    var options: StringOptions = []
    while current.kind == .word || isLetterKeyword {
      options.formUnion(try letters(try advance()))
    }
    expect(.options(StringOptions(rawValue: ~options.rawValue)))
    if !options.isEmpty { expect(.closeBracket) }
    guard current.kind == .symbol(.closeBracket) else {
      throw unexpected(
        expected: StringOptions.letters.map { String($0.letter) } + [Symbol.closeBracket.rawValue])
    }
    try advance()
    return options
  }

  /// Some option letters together form a reserved word, as in `[in]`; they are looked at letter by letter.
  private var isLetterKeyword: Bool {
    if case .keyword = current.kind { true } else { false }
  }

  private func letters(_ token: Token) throws(PredicateTextError) -> StringOptions {
    var options: StringOptions = []
    for (offset, letter) in text(token).lowercased().enumerated() {
      let place = token.range.start + offset
      let range = SourceRange(start: place, end: place + 1)
      guard let entry = StringOptions.letters.first(where: { $0.letter == letter }) else {
        throw PredicateTextError(
          .syntax, "There is no option \(letter).", at: range,
          expected: StringOptions.letters.map { String($0.letter) })
      }
      options.insert(entry.option)
    }
    return options
  }

  /// Looks at what can be known about the right side without a model.
  func checkRightSide(
    _ operator: ComparisonOperator, _ term: ValueTerm<PropertyPath>, _ range: SourceRange
  ) throws(PredicateTextError) {
    guard `operator` == .between else { return }
    let count: Int? =
      switch term {
      case .constant(.list(let elements), _): elements.count
      case .aggregate(let elements): elements.count
      case .constant, .function, .evaluatedObject, .subquery: 0
      case .key, .variable, .placeholder, .path, .conditional: nil
      }
    guard let count, count != 2 else { return }
    throw PredicateTextError(
      .type, "BETWEEN needs two values.", at: range, hint: "Write BETWEEN {lowest, highest}.")
  }

  /// Throws for what looks like an operator after a value and is none here.
  func refuseInfix(after term: ValueTerm<PropertyPath>) throws(PredicateTextError) {
    switch current.kind {
    case .symbol(.assign):
      throw PredicateTextError(
        .unsupported, "Assignment (:=) is not supported.", at: current.range, hint: "Equality is written ==.")
    case .word where text(current).lowercased() == OperatorTable.unsupportedWord:
      throw unsupported(current)
    case .word where text(current).lowercased() == "uti":
      throw PredicateTextError(.unsupported, "UTI operators are not supported.", at: current.range)
    default:
      return
    }
  }
}
