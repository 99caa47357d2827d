import Spelling

extension Parser {
  /// Reads `a.b.c`, with `%K` for any step; a word before `(` is a function and refused.
  mutating func keyPath(from start: SourceRange? = nil) throws(PredicateTextError) -> Operand {
    var steps: [Placeholder.PathStep] = []
    var range = start ?? current.range
    while true {
      let token = current
      steps.append(try step(isFirst: start == nil && steps.isEmpty))
      range = range.union(token.range)
      if token.kind == .word { try refuseCall(token) }
      guard current.kind == .symbol(.dot) else { break }
      try advance()
    }
    return try operand(.term(Self.term(steps, range)), range, 1)
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
      throw unsupported(token)
    default:
      throw unexpected(expected: ["key"])
    }
  }

  /// Throws if a word turns out to be the name of a function: `name(` or `name:other:(`.
  private mutating func refuseCall(_ token: Token) throws(PredicateTextError) {
    var name = text(token)
    var range = token.range
    while current.kind == .symbol(.colon) {
      range = range.union(try advance().range)
      name += ":"
      if current.kind == .word {
        range = range.union(current.range)
        name += text(try advance())
      }
    }
    guard current.kind == .symbol(.openParenthesis) else {
      guard name.utf8.last == UInt8(ascii: ":") || name.utf8.contains(UInt8(ascii: ":")) else { return }
      throw PredicateTextError(
        .syntax, "A colon belongs to a function.", at: range, expected: ["comparison operator"])
    }
    guard KnownFunctions.contains(name) else { throw unknownFunction(name, range) }
    throw PredicateTextError(.unsupported, "The function \(name) is not supported.", at: range)
  }

  private func unknownFunction(_ name: String, _ range: SourceRange) -> PredicateTextError {
    let nearest = NearestName.of(name.lowercased(), in: KnownFunctions.names)
    return PredicateTextError(
      .syntax, "There is no function \(name).", at: range, hint: nearest.map { "The nearest name is \($0)." })
  }
}
