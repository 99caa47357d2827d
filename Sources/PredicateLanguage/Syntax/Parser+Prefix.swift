extension Parser {
  /// Reads what can begin an expression.
  mutating func prefix() throws(PredicateTextError) -> Operand {
    let token = current
    switch token.kind {
    case .keyword(.not), .symbol(.exclamation): return try negation()
    case .symbol(.minus): return try minus()
    case .symbol(.openParenthesis): return try group()
    case .symbol(.openBrace): return try aggregate()
    case .keyword(let keyword): return try word(keyword)
    case .word, .escapedWord, .quotedKey, .atWord, .keyPlaceholder: return try keyPath()
    case .string:
      try advance()
      return try constant(.string(try Literals.string(lexer.bytes, token.range)), token.range)
    case .number:
      try advance()
      return try constant(
        try NumberLiteral.value(text(token), isNegative: false, at: token.range), token.range)
    case .variable:
      try advance()
      return try operand(.term(.variable(String(text(token).dropFirst()), token.range)), token.range, 1)
    case .placeholder(let conversion):
      try advance()
      let form = Placeholder.Form.value(conversion, index: nextArgument())
      return try operand(.term(.placeholder(Placeholder(form, range: token.range))), token.range, 1)
    case .symbol(.tilde): return try onesComplement()
    case .symbol, .end: throw unexpected(expected: Expected.operand)
    }
  }

  /// The source text of a token.
  func text(_ token: Token) -> String {
    String(decoding: lexer.bytes[token.range.start..<token.range.end], as: UTF8.self)
  }

  /// The index for the next `%`.
  mutating func nextArgument() -> Int {
    argumentCount += 1
    return argumentCount - 1
  }

  /// A literal.
  func constant(_ value: PredicateValue, _ range: SourceRange) throws(PredicateTextError) -> Operand {
    try operand(.term(.constant(value, range)), range, 1)
  }

  private mutating func negation() throws(PredicateTextError) -> Operand {
    let start = try advance().range
    let part = try expression(OperatorTable.Power.not)
    let node = try predicate(part)
    return try operand(.predicate(.not(node)), start.union(part.range), part.depth + 1)
  }

  /// `-5` is a number; before anything else, and before a number that is raised to a power, minus is a function.
  private mutating func minus() throws(PredicateTextError) -> Operand {
    let start = try advance().range
    let outer = enter(.argument(of: .negate, before: []))
    defer { leave(outer) }
    if current.kind == .number {
      let number = try advance()
      if current.kind != .symbol(.power) {
        let range = start.union(number.range)
        return try constant(try NumberLiteral.value(text(number), isNegative: true, at: range), range)
      }
      let base = try constant(
        try NumberLiteral.value(text(number), isNegative: false, at: number.range), number.range)
      return try function(.negate, of: try expression(OperatorTable.Power.unary, from: base), start)
    }
    return try function(.negate, of: try expression(OperatorTable.Power.unary), start)
  }

  private mutating func onesComplement() throws(PredicateTextError) -> Operand {
    let start = try advance().range
    let outer = enter(.argument(of: .onesComplement, before: []))
    defer { leave(outer) }
    return try function(.onesComplement, of: try expression(OperatorTable.Power.unary), start)
  }

  private func function(
    _ function: Function, of part: Operand, _ start: SourceRange
  ) throws(PredicateTextError) -> Operand {
    try operand(
      .term(.function(function, [try term(part)])), start.union(part.range), part.depth + 1)
  }

  private mutating func group() throws(PredicateTextError) -> Operand {
    let start = try advance().range
    let inner = try expression(0)
    expect(.closeParenthesis)
    guard current.kind == .symbol(.closeParenthesis) else { throw unclosed(inner) }
    let end = try advance().range
    return Operand(content: inner.content, range: start.union(end), depth: inner.depth)
  }

  private mutating func aggregate() throws(PredicateTextError) -> Operand {
    let start = try advance().range
    let outer = enterList()
    var elements: [ValueTerm<PropertyPath>] = []
    var depth = 0
    while current.kind != .symbol(.closeBrace) {
      let element = try expression(OperatorTable.Power.comparison + 1)
      elements.append(try term(element))
      depth = max(depth, element.depth)
      expect(.comma)
      guard current.kind == .symbol(.comma) else { break }
      try advance()
      guard current.kind != .symbol(.closeBrace) else { throw unexpected(expected: Expected.value) }
    }
    leave(outer)
    expect(.closeBrace)
    guard current.kind == .symbol(.closeBrace) else { throw unexpected(expected: [",", "}"]) }
    let range = start.union(try advance().range)
    return try operand(.term(.list(of: elements, range: range)), range, depth + 1)
  }

  /// Reads what begins with a reserved word.
  private mutating func word(_ keyword: Keyword) throws(PredicateTextError) -> Operand {
    let token = current
    switch keyword {
    case .truePredicate, .falsePredicate:
      try advance()
      return try operand(.predicate(.constant(keyword == .truePredicate)), token.range, 1)
    case .true, .yes, .false, .no:
      try advance()
      return try constant(.boolean(keyword == .true || keyword == .yes), token.range)
    case .null, .nil:
      try advance()
      return try constant(.null, token.range)
    case .selfObject:
      return try evaluatedObject()
    case .cast:
      return try cast()
    case .any, .some: return try quantified(.any)
    case .all: return try quantified(.all)
    case .none: return try none()
    case .subquery: return try subquery()
    case .anyKey: throw anyKey(token)
    default:
      throw try reservedAsKey(token)
    }
  }

  /// `SELF`, or `SELF.name`, which is `name`.
  private mutating func evaluatedObject() throws(PredicateTextError) -> Operand {
    let token = try advance()
    guard current.kind == .symbol(.dot) else {
      return try operand(.term(.evaluatedObject), token.range, 1)
    }
    try advance()
    return try keyPath(from: token.range)
  }
}
