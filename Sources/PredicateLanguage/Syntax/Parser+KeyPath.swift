extension Parser {
  /// Reads `a.b.c`, with `%K` and `@operator` for any step; a word before `(` is a function.
  ///
  /// - Parameters:
  ///   - start: the place of what stands before the first step and its dot; nil for nothing.
  ///   - base: the value that stands there; nil for the object.
  mutating func keyPath(
    from start: SourceRange? = nil, of base: ValueTerm<PropertyPath>? = nil
  ) throws(PredicateTextError) -> Operand {
    var steps: [Placeholder.PathStep] = []
    var range = start ?? current.range
    while true {
      let token = current
      expectStep(of: base, steps)
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
        let path = try keyPath(from: left.range, of: base)
        left = try operand(.term(Self.joined(base, try term(path))), path.range, left.depth + 1)
      case .symbol(.openBracket): left = try element(of: base, left)
      default: return left
      }
    }
    return left
  }

  /// Reads `[3]`, `[FIRST]`, `[LAST]`, `[SIZE]`; these words alone are no keys there.
  private mutating func element(
    of base: ValueTerm<PropertyPath>, _ left: Operand
  ) throws(PredicateTextError) -> Operand {
    try advance()
    let first = current
    expect(.position(in: base))
    let outer = enter(.argument(of: .element, before: [base]))
    let index = try expression(OperatorTable.Power.comparison + 1)
    leave(outer)
    let indexTerm = try term(index)
    expect(.closeBracket)
    guard current.kind == .symbol(.closeBracket) else { throw unexpected(expected: ["]"]) }
    let range = left.range.union(try advance().range)
    let isWord = first.kind == .word && first.range.end == index.range.end
    let position = isWord ? OperatorTable.position(text(first)) : nil
    let element = position.map { ValueTerm.function($0, [base]) } ?? .function(.element, [base, indexTerm])
    return try operand(.term(element), range, max(left.depth, index.depth) + 1)
  }

  /// A path behind a value: parentheses around the beginning of a path change nothing.
  private static func joined(
    _ base: ValueTerm<PropertyPath>, _ path: ValueTerm<PropertyPath>
  ) -> ValueTerm<PropertyPath> {
    if case .path(let first, let middle) = base { return .path(first, joined(middle, path)) }
    if case .evaluatedObject = base { return path }
    guard let first = steps(of: base), let rest = steps(of: path) else { return .path(base, path) }
    return term(first + rest, base.range.union(path.range))
  }

  private static func steps(of term: ValueTerm<PropertyPath>) -> [Placeholder.PathStep]? {
    switch term {
    case .key(let path): return path.components.map { .name($0) }
    case .placeholder(let placeholder):
      guard case .keyPath(let steps) = placeholder.form else { return nil }
      return steps
    default: return nil
    }
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
