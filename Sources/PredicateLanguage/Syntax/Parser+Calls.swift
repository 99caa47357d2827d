/// What is written like a call: functions, SUBQUERY, TERNARY, CAST.
extension Parser {
  /// The name of a function with its place.
  struct FunctionName {
    let text: String
    let range: SourceRange
  }

  /// Reads the rest of a name that began with a word: `name(` or `name:other:(`; nil if no parenthesis follows.
  mutating func functionName(_ token: Token) throws(PredicateTextError) -> FunctionName? {
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
    if current.kind == .symbol(.openParenthesis) { return FunctionName(text: name, range: range) }
    guard name.utf8.contains(UInt8(ascii: ":")) else { return nil }
    throw PredicateTextError(
      .syntax, "A colon belongs to a function.", at: range, expected: ["comparison operator"])
  }

  /// The error for a call behind a dot.
  func calledKey(_ name: FunctionName) -> PredicateTextError {
    PredicateTextError(
      .syntax, "A key cannot be called.", at: name.range, expected: ["comparison operator"],
      hint: FunctionTable.entry(named: name.text).map { _ in "Write \(name.text)(…) around the value." })
  }

  /// Reads the call of a function whose name was read.
  mutating func call(_ name: FunctionName) throws(PredicateTextError) -> Operand {
    if sameBytes(name.text.lowercased(), "ternary") { return try conditional(name.range) }
    guard let entry = FunctionTable.entry(named: name.text) else { throw noFunction(name) }
    try open()
    if entry.arguments == .values(0) { expect(.closeParenthesis) }
    var (arguments, depth) = ([ValueTerm<PropertyPath>](), 0)
    while current.kind != .symbol(.closeParenthesis) {
      let outer = enter(.argument(of: entry.function, before: arguments))
      let argument = try expression(OperatorTable.Power.comparison + 1)
      leave(outer)
      arguments.append(try term(argument))
      depth = max(depth, argument.depth)
      expectEnd(ofArguments: arguments.count, entry)
      guard current.kind == .symbol(.comma) else { break }
      try advance()
      guard current.kind != .symbol(.closeParenthesis) else { throw unexpected(expected: Expected.value) }
    }
    let range = name.range.union(try close(orExpected: [","]))
    if entry.function == .cast { return try cast(arguments, depth, range) }
    return try operand(
      .term(.function(entry.function, try fit(arguments, entry, name, range))), range, depth + 1)
  }

  /// Notes what can follow so many arguments.
  private mutating func expectEnd(ofArguments count: Int, _ entry: FunctionTable.Entry) {
    switch entry.arguments {
    case .collection:
      expect(.comma)
      expect(.closeParenthesis)
    case .values(let wanted): expect(count < wanted ? .comma : .closeParenthesis)
    }
  }

  /// The arguments in the number that the function takes.
  private func fit(
    _ arguments: [ValueTerm<PropertyPath>], _ entry: FunctionTable.Entry, _ name: FunctionName,
    _ range: SourceRange
  ) throws(PredicateTextError) -> [ValueTerm<PropertyPath>] {
    switch entry.arguments {
    case .collection:
      guard arguments.isEmpty else { return arguments.count == 1 ? arguments : [.list(of: arguments)] }
      throw PredicateTextError(
        .syntax, "\(name.text) takes a collection, or several values.", at: range, expected: Expected.value)
    case .values(let count):
      guard arguments.count != count else { return arguments }
      throw PredicateTextError(
        .syntax, "\(name.text) takes \(count == 1 ? "1 value" : "\(count) values"), not \(arguments.count).",
        at: range)
    }
  }

  private func noFunction(_ name: FunctionName) -> PredicateTextError {
    if FunctionTable.isUnsupported(name.text) {
      return PredicateTextError(.unsupported, "The function \(name.text) is not supported.", at: name.range)
    }
    return PredicateTextError(
      .syntax, "There is no function \(name.text).", at: name.range,
      hint: FunctionTable.hint(for: name.text))
  }

  // MARK: - Key words

  /// Reads `CAST(x, "Type")`.
  mutating func cast() throws(PredicateTextError) -> Operand {
    let token = try advance()
    return try call(FunctionName(text: text(token), range: token.range))
  }

  private func cast(
    _ arguments: [ValueTerm<PropertyPath>], _ depth: Int, _ range: SourceRange
  ) throws(PredicateTextError) -> Operand {
    guard arguments.count == 2, case .constant(.string(let name), let place) = arguments[1] else {
      throw PredicateTextError(
        .syntax, "CAST takes a value and the name of a type in quotes.", at: range,
        hint: "Write CAST(x, \"NSDate\").")
    }
    guard let type = CastType(rawValue: name) else {
      throw PredicateTextError(
        .unsupported, "CAST to \(name) is not supported.", at: place,
        hint: "The types are " + CastType.allCases.map(\.rawValue).joined(separator: ", ") + ".")
    }
    guard case .constant(let literal, let literalRange) = arguments[0] else {
      return try operand(.term(.function(.cast, arguments)), range, depth + 1)
    }
    guard let value = type.value(of: literal) else {
      throw PredicateTextError(.type, "The literal is no value of type \(name).", at: literalRange)
    }
    return try constant(value, range)
  }

  /// Reads `TERNARY(predicate, a, b)`, behind the word.
  private mutating func conditional(_ start: SourceRange) throws(PredicateTextError) -> Operand {
    try open()
    let outer = enter(.any)
    let condition = try expression(0)
    let node = try predicate(condition)
    try comma()
    let first = try expression(OperatorTable.Power.comparison + 1)
    let firstTerm = try term(first)
    try comma()
    let second = try expression(OperatorTable.Power.comparison + 1)
    leave(outer)
    expect(.closeParenthesis)
    let conditional = ValueTerm.conditional(node, firstTerm, try term(second))
    let range = start.union(try close(orExpected: []))
    return try operand(.term(conditional), range, max(condition.depth, first.depth, second.depth) + 1)
  }

  /// Reads `SUBQUERY(collection, $x, predicate)`.
  mutating func subquery() throws(PredicateTextError) -> Operand {
    let token = try advance()
    expect(.openParenthesis)
    guard current.kind == .symbol(.openParenthesis) else {
      throw OperatorTable.comparison(current.kind) == nil ? unexpected(expected: ["("]) : reserved(token)
    }
    try open()
    let outer = enter(.collection)
    let collection = try expression(OperatorTable.Power.comparison + 1)
    leave(outer)
    let collectionTerm = try term(collection)
    try comma()
    expect(.variable)
    guard current.kind == .variable else { throw unexpected(expected: ["$variable"]) }
    let variable = String(text(try advance()).dropFirst())
    try comma()
    let inside = enter(.any)
    completion?.scope.append(CompletionSite.Variable(name: variable, collection: collectionTerm))
    let condition = try expression(0)
    let node = try predicate(condition)
    leave(inside)
    expect(.closeParenthesis)
    if current.kind == .symbol(.closeParenthesis) { _ = completion?.scope.popLast() }
    let range = token.range.union(try close(orExpected: OperatorTable.compounds.map(\.keyword.text)))
    return try operand(
      .term(.subquery(collectionTerm, variable: variable, node)), range,
      max(collection.depth, condition.depth) + 1)
  }

  // MARK: - Punctuation

  private mutating func open() throws(PredicateTextError) {
    expect(.openParenthesis)
    guard current.kind == .symbol(.openParenthesis) else { throw unexpected(expected: ["("]) }
    try advance()
  }

  private mutating func comma() throws(PredicateTextError) {
    expect(.comma)
    guard current.kind == .symbol(.comma) else { throw unexpected(expected: [","]) }
    try advance()
  }

  /// - Parameter others: what else could stand there.
  private mutating func close(orExpected others: [String]) throws(PredicateTextError) -> SourceRange {
    guard current.kind == .symbol(.closeParenthesis) else { throw unexpected(expected: others + [")"]) }
    return try advance().range
  }
}
