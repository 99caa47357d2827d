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
    case .word, .escapedWord, .quotedKey, .keyPlaceholder: return try keyPath()
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
    case .atWord: throw unsupported(token)
    case .symbol(.tilde): throw unsupported(token)
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

  private func constant(_ value: PredicateValue, _ range: SourceRange) throws(PredicateTextError) -> Operand {
    try operand(.term(.constant(value, range)), range, 1)
  }

  private mutating func negation() throws(PredicateTextError) -> Operand {
    let start = try advance().range
    let part = try expression(OperatorTable.Power.not)
    let node = try predicate(part)
    return try operand(.predicate(.not(node)), start.union(part.range), part.depth + 1)
  }

  /// `-5` is a number; before anything else minus is a function.
  private mutating func minus() throws(PredicateTextError) -> Operand {
    let start = try advance().range
    if current.kind == .number {
      let number = try advance()
      let range = start.union(number.range)
      return try constant(try NumberLiteral.value(text(number), isNegative: true, at: range), range)
    }
    let part = try expression(OperatorTable.Power.unary)
    let negated = ValueTerm.function(.negate, [try term(part)])
    return try operand(.term(negated), start.union(part.range), part.depth + 1)
  }

  private mutating func group() throws(PredicateTextError) -> Operand {
    let start = try advance().range
    let inner = try expression(0)
    guard current.kind == .symbol(.closeParenthesis) else { throw unclosed(inner) }
    let end = try advance().range
    if current.kind == .symbol(.dot) {
      throw PredicateTextError(.unsupported, "A key after a parenthesis is not supported.", at: current.range)
    }
    return Operand(content: inner.content, range: start.union(end), depth: inner.depth)
  }

  private mutating func aggregate() throws(PredicateTextError) -> Operand {
    let start = try advance().range
    var elements: [ValueTerm<PropertyPath>] = []
    var depth = 0
    while current.kind != .symbol(.closeBrace) {
      let element = try expression(OperatorTable.Power.comparison + 1)
      elements.append(try term(element))
      depth = max(depth, element.depth)
      guard current.kind == .symbol(.comma) else { break }
      try advance()
      guard current.kind != .symbol(.closeBrace) else { throw unexpected(expected: Expected.value) }
    }
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
    case .any, .some, .all, .none, .subquery, .anyKey:
      throw try reservedOrUnsupported(token)
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

  private mutating func cast() throws(PredicateTextError) -> Operand {
    let token = try advance()
    guard current.kind == .symbol(.openParenthesis) else { throw unexpected(expected: ["("]) }
    try advance()
    let value = try expression(OperatorTable.Power.comparison + 1)
    guard case .constant(let constant, _) = try term(value) else {
      throw PredicateTextError(
        .unsupported, "CAST of anything but a literal is not supported.", at: token.range)
    }
    guard current.kind == .symbol(.comma) else { throw unexpected(expected: [","]) }
    try advance()
    guard current.kind == .string else { throw unexpected(expected: ["type name in quotes"]) }
    let type = try advance()
    guard current.kind == .symbol(.closeParenthesis) else { throw unexpected(expected: [")"]) }
    let range = token.range.union(try advance().range)
    let name = try Literals.string(lexer.bytes, type.range)
    guard ConstantCast.types.contains(name) else {
      throw PredicateTextError(.unsupported, "CAST to \(name) is not supported.", at: type.range)
    }
    guard let result = ConstantCast.value(constant, as: name) else {
      throw PredicateTextError(.type, "The literal is no value of type \(name).", at: value.range)
    }
    return try self.constant(result, range)
  }
}
