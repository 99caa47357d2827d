/// Reads a predicate: recursive descent with binding powers, one token ahead, in linear time.
///
/// Depth is counted twice: `nesting` while descending, so that the stack is bounded, and in each `Operand`,
/// since `1+1+1+…` makes a deep tree without any descent.
struct Parser {
  let limits: PredicateLimits
  var lexer: Lexer
  /// The token that comes next.
  var current: Token
  /// Arguments asked for by `%` so far.
  var argumentCount = 0
  /// What could stand at the end of the text; nil unless somebody asks.
  var completion: CompletionTrace?
  private var tokenCount = 0
  private var nesting = 0

  /// Reads the first token.
  init(_ text: String, limits: PredicateLimits) throws(PredicateTextError) {
    guard text.utf8.count <= limits.textBytes else {
      throw PredicateTextError(
        .bytes(limits.textBytes), "The predicate is longer than \(limits.textBytes) bytes.",
        at: SourceRange(start: limits.textBytes, end: text.utf8.count))
    }
    self.limits = limits
    lexer = Lexer(text)
    current = try lexer.next()
  }

  /// Reads the whole text.
  mutating func parse() throws(PredicateTextError) -> ParsedPredicate {
    let whole = try expression(0)
    let node = try predicate(whole)
    guard current.kind == .end else {
      throw unexpected(expected: OperatorTable.compounds.map(\.keyword.text) + ["end of text"])
    }
    return node
  }

  /// Moves to the next token and returns the one before.
  @discardableResult
  mutating func advance() throws(PredicateTextError) -> Token {
    let token = current
    tokenCount += 1
    guard tokenCount <= limits.tokens else {
      throw PredicateTextError(
        .tokens(limits.tokens), "The predicate has more than \(limits.tokens) tokens.", at: token.range)
    }
    current = try lexer.next()
    return token
  }

  /// Reads an operand and every operator after it that binds at least as tightly as `minimum`.
  mutating func expression(_ minimum: Int) throws(PredicateTextError) -> Operand {
    nesting += 1
    defer { nesting -= 1 }
    guard nesting <= limits.depth else { throw tooDeep(current.range) }
    expectOperand(minimum)
    return try expression(minimum, from: try postfix(after: prefix()))
  }

  /// Goes on behind an operand that was read.
  mutating func expression(_ minimum: Int, from start: Operand) throws(PredicateTextError) -> Operand {
    var left = start
    while let next = try infix(after: left, minimum) { left = next }
    return left
  }

  /// Reads one operator and its right side; nil if the next token is no operator or binds too loosely.
  private mutating func infix(after left: Operand, _ minimum: Int) throws(PredicateTextError) -> Operand? {
    expectOperator(after: left, minimum)
    if let entry = OperatorTable.compounds.first(where: { $0.isWritten(by: current.kind) }) {
      return entry.power >= minimum ? try compound(left, entry) : nil
    }
    if let entry = OperatorTable.comparison(current.kind) {
      guard OperatorTable.Power.comparison >= minimum, case .term(let term) = left.content else { return nil }
      return try comparison(left, term, entry)
    }
    if let entry = infixEntry {
      return entry.power >= minimum ? try infix(left, entry) : nil
    }
    if case .term(let term) = left.content { try refuseInfix(after: term) }
    return nil
  }

  /// The operator between values that the next token writes.
  private var infixEntry: OperatorTable.InfixEntry? {
    switch current.kind {
    case .symbol(let symbol): OperatorTable.infix(symbol)
    case .word: OperatorTable.infix(text(current))
    default: nil
    }
  }

  /// Collects all parts of one AND or OR.
  private mutating func compound(
    _ left: Operand, _ entry: OperatorTable.CompoundEntry
  ) throws(PredicateTextError) -> Operand {
    var parts = [try predicate(left)]
    var (range, depth) = (left.range, left.depth)
    while entry.isWritten(by: current.kind) {
      try advance()
      let part = try expression(entry.power + 1)
      parts.append(try predicate(part))
      range = range.union(part.range)
      depth = max(depth, part.depth)
    }
    return try operand(.predicate(entry.make(parts)), range, depth + 1)
  }

  private mutating func infix(
    _ left: Operand, _ entry: OperatorTable.InfixEntry
  ) throws(PredicateTextError) -> Operand {
    let leftTerm = try term(left)
    try advance()
    // What is raised to a power may be followed by a negative number.
    let isPower = entry.function == .power && current.kind == .symbol(.minus)
    let outer = enter(.argument(of: entry.function, before: [leftTerm]))
    let right = try expression(isPower ? OperatorTable.Power.unary : entry.power + 1)
    leave(outer)
    let function = ValueTerm.function(entry.function, [leftTerm, try term(right)])
    return try operand(.term(function), left.range.union(right.range), max(left.depth, right.depth) + 1)
  }

  /// Reads a comparison operator and its right side.
  mutating func comparison(
    _ left: Operand, _ leftTerm: ValueTerm<PropertyPath>, _ entry: OperatorTable.ComparisonEntry,
    _ modifier: ComparisonModifier = .direct
  ) throws(PredicateTextError) -> Operand {
    let token = try advance()
    let options = try options(after: token, entry)
    let outer = enter(.right(of: leftTerm, entry.operator, modifier))
    let right = try expression(OperatorTable.Power.comparison + 1)
    leave(outer)
    let rightTerm = try term(right)
    try checkRightSide(entry.operator, rightTerm, right.range)
    let range = left.range.union(right.range)
    let comparison = Comparison(
      modifier: modifier, leftTerm, entry.operator, options: options, rightTerm, range: range)
    try comparison.checkPattern(in: lexer.bytes)
    return try operand(.predicate(.comparison(comparison)), range, max(left.depth, right.depth) + 1)
  }

  /// Makes an operand unless its tree is too deep.
  func operand(
    _ content: Operand.Content, _ range: SourceRange, _ depth: Int
  ) throws(PredicateTextError) -> Operand {
    guard depth <= limits.depth else { throw tooDeep(range) }
    return Operand(content: content, range: range, depth: depth)
  }

  private func tooDeep(_ range: SourceRange) -> PredicateTextError {
    PredicateTextError(
      .depth(limits.depth), "The predicate is nested deeper than \(limits.depth).", at: range)
  }

  /// The predicate in an operand.
  func predicate(_ operand: Operand) throws(PredicateTextError) -> ParsedPredicate {
    switch operand.content {
    case .predicate(let node): return node
    case .term(let term): throw valueAlone(term, operand.range)
    }
  }

  /// The value in an operand.
  func term(_ operand: Operand) throws(PredicateTextError) -> ValueTerm<PropertyPath> {
    switch operand.content {
    case .term(let term): return term
    case .predicate: throw comparisonAsValue(operand.range)
    }
  }
}
