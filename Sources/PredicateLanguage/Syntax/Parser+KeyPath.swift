extension Parser {
  /// Reads `a.b.c`, with `%K` and `@operator` for any step; a word before `(` is a function.
  ///
  /// - Parameter start: the place of what stands before the first step and its dot; nil for nothing.
  mutating func keyPath(from start: SourceRange? = nil) throws(PredicateTextError) -> Operand {
    var steps: [Placeholder.PathStep] = []
    var range = start ?? current.range
    while true {
      let token = current
      steps.append(try step(isFirst: start == nil && steps.isEmpty))
      range = range.union(token.range)
      if token.kind == .word, let name = try functionName(token) {
        guard steps.count == 1, start == nil else { throw calledKey(name) }
        return try call(name)
      }
      guard current.kind == .symbol(.dot) else { break }
      try advance()
    }
    return try operand(.term(Self.term(steps, range)), range, 1)
  }

  /// Reads what is written behind a value: `.key`, `[index]`.
  mutating func postfix(after start: Operand) throws(PredicateTextError) -> Operand {
    var left = start
    while case .term(let base) = left.content {
      switch current.kind {
      case .symbol(.dot):
        try advance()
        let path = try keyPath(from: left.range)
        left = try operand(.term(.path(base, try term(path))), path.range, left.depth + 1)
      case .symbol(.openBracket): left = try element(of: base, left)
      default: return left
      }
    }
    return left
  }

  /// Reads `[3]`, `[FIRST]`, `[LAST]`, `[SIZE]`.
  private mutating func element(
    of base: ValueTerm<PropertyPath>, _ left: Operand
  ) throws(PredicateTextError) -> Operand {
    try advance()
    let position = try position()
    let index = position == nil ? try expression(OperatorTable.Power.comparison + 1) : nil
    guard current.kind == .symbol(.closeBracket) else { throw unexpected(expected: ["]"]) }
    let range = left.range.union(try advance().range)
    guard let index else {
      return try operand(.term(.function(position ?? .first, [base])), range, left.depth + 1)
    }
    let element = ValueTerm.function(.element, [base, try term(index)])
    return try operand(.term(element), range, max(left.depth, index.depth) + 1)
  }

  private mutating func position() throws(PredicateTextError) -> Function? {
    guard current.kind == .word else { return nil }
    let word = text(current).uppercased()
    guard let entry = OperatorTable.positions.first(where: { sameBytes($0.word, word) }) else { return nil }
    try advance()
    return entry.function
  }

  private static func term(_ steps: [Placeholder.PathStep], _ range: SourceRange) -> ValueTerm<PropertyPath> {
    var names: [String] = []
    for step in steps {
      guard case .name(let name) = step else {
        return .placeholder(Placeholder(.keyPath(steps), range: range))
      }
      names.append(name)
    }
    return .key(PropertyPath(names, range: range))
  }

  /// Reads one step; after a dot even reserved words are keys.
  private mutating func step(isFirst: Bool) throws(PredicateTextError) -> Placeholder.PathStep {
    let token = current
    switch token.kind {
    case .word:
      try advance()
      return .name(text(token))
    case .keyword where !isFirst:
      try advance()
      return .name(text(token))
    case .escapedWord:
      try advance()
      return .name(String(text(token).dropFirst()))
    case .quotedKey:
      try advance()
      let quoted = SourceRange(start: token.range.start + 1, end: token.range.end)
      let name = try Literals.string(lexer.bytes, quoted)
      guard !name.isEmpty else {
        throw PredicateTextError(.syntax, "A key cannot be empty.", at: token.range, expected: ["key"])
      }
      return .name(name)
    case .keyPlaceholder:
      try advance()
      return .argument(nextArgument())
    case .atWord:
      try advance()
      return .name(text(token))
    default:
      throw unexpected(expected: ["key"])
    }
  }
}
