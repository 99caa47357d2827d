/// Writes a tree as text that reads back as the same tree.
///
/// Upper-case words, `==`, double quotes, as few parentheses as the binding powers allow. Trees in another
/// form than the parser makes (`and` inside `and`, `and` of one) read back in the parser's form.
struct Printer {
  /// The text so far.
  private(set) var text = ""

  /// Writes a predicate; in parentheses if it binds less tightly than `minimum`.
  mutating func write(_ node: ParsedPredicate, _ minimum: Int = 0) {
    switch node {
    case .constant(let value):
      text += (value ? Keyword.truePredicate : Keyword.falsePredicate).text
    case .and(let parts):
      writeCompound(parts, OperatorTable.and, minimum)
    case .or(let parts):
      writeCompound(parts, OperatorTable.or, minimum)
    case .not(let part):
      parenthesized(OperatorTable.Power.not < minimum) { printer in
        printer.text += Keyword.not.text + " "
        printer.write(part, OperatorTable.Power.not)
      }
    case .comparison(let comparison):
      parenthesized(OperatorTable.Power.comparison < minimum) { printer in printer.write(comparison) }
    }
  }

  private mutating func writeCompound(
    _ parts: [ParsedPredicate], _ entry: OperatorTable.CompoundEntry, _ minimum: Int
  ) {
    guard parts.count > 1 else { return write(parts.first ?? entry.make([]), minimum) }
    parenthesized(entry.power < minimum) { printer in
      for (index, part) in parts.enumerated() {
        if index > 0 { printer.text += " " + entry.keyword.text + " " }
        printer.write(part, entry.power + 1)
      }
    }
  }

  private mutating func write(_ comparison: Comparison<PropertyPath>) {
    switch comparison.modifier {
    case .direct: break
    case .any: text += Keyword.any.text + " "
    case .all: text += Keyword.all.text + " "
    }
    let side = OperatorTable.Power.comparison + 1
    write(comparison.left, side)
    text += " " + OperatorTable.spelling(of: comparison.operator)
    if !comparison.options.isEmpty { text += "[" + comparison.options.letters + "]" }
    text += " "
    write(comparison.right, side)
  }

  /// Writes a value; in parentheses if it binds less tightly than `minimum`.
  mutating func write(_ term: ValueTerm<PropertyPath>, _ minimum: Int) {
    switch term {
    case .constant(let value, _): write(value, minimum)
    case .key(let path): writeSteps(path.components.map { .name($0) })
    case .evaluatedObject: text += Keyword.selfObject.text
    case .variable(let name, _): text += "$" + name
    case .placeholder(let placeholder): write(placeholder)
    case .path(let base, let path):
      write(base, OperatorTable.Power.primary)
      text += Symbol.dot.rawValue
      write(path, OperatorTable.Power.primary)
    case .aggregate(let elements):
      writeList(elements) { printer, element in printer.writeArgument(element) }
    case .function(let function, let arguments): write(function, arguments, minimum)
    case .subquery(let collection, let variable, let node):
      writeCall(Keyword.subquery.text) { printer in
        printer.writeArgument(collection)
        printer.text += ", $" + variable + ", "
        printer.write(node)
      }
    case .conditional(let node, let first, let second):
      writeCall("TERNARY") { printer in
        printer.write(node)
        printer.text += ", "
        printer.writeArguments([first, second])
      }
    }
  }

  private mutating func write(
    _ function: Function, _ arguments: [ValueTerm<PropertyPath>], _ minimum: Int
  ) {
    if let entry = OperatorTable.infix(function), arguments.count == 2 {
      return writeInfix(entry, arguments, minimum)
    }
    if let entry = OperatorTable.prefixes.first(where: { $0.function == function }), arguments.count == 1 {
      return writePrefix(entry.symbol, arguments[0], minimum)
    }
    if let entry = OperatorTable.positions.first(where: { $0.function == function }), arguments.count == 1 {
      return writeElement(of: arguments[0]) { printer in printer.text += entry.word }
    }
    if function == .element, arguments.count == 2 {
      return writeElement(of: arguments[0]) { printer in printer.writeIndex(arguments[1]) }
    }
    writeCall(FunctionTable.entry(function)?.names.first ?? "\(function)") { printer in
      printer.writeArguments(arguments)
    }
  }

  private mutating func writeInfix(
    _ entry: OperatorTable.InfixEntry, _ arguments: [ValueTerm<PropertyPath>], _ minimum: Int
  ) {
    parenthesized(entry.power < minimum) { printer in
      printer.write(arguments[0], entry.power)
      printer.text += " " + entry.text + " "
      printer.write(arguments[1], entry.power + 1)
    }
  }

  /// `-x`; a number after minus goes into parentheses, since `-5` is one number and no function.
  private mutating func writePrefix(_ symbol: Symbol, _ term: ValueTerm<PropertyPath>, _ minimum: Int) {
    parenthesized(OperatorTable.Power.unary < minimum) { printer in
      printer.text += symbol.rawValue
      if symbol == .minus, case .constant = term {
        printer.parenthesized(true) { printer in printer.write(term, 0) }
      } else {
        printer.write(term, OperatorTable.Power.unary)
      }
    }
  }

  private mutating func writeElement(of term: ValueTerm<PropertyPath>, _ index: (inout Printer) -> Void) {
    write(term, OperatorTable.Power.primary)
    text += Symbol.openBracket.rawValue
    index(&self)
    text += Symbol.closeBracket.rawValue
  }

  /// A key that would be a position in brackets is written with `#`.
  private mutating func writeIndex(_ term: ValueTerm<PropertyPath>) {
    if case .key(let path) = term, path.components.count == 1,
      OperatorTable.position(path.components[0]) != nil
    {
      text += "#"
    }
    writeArgument(term)
  }

  private mutating func writeCall(_ name: String, _ arguments: (inout Printer) -> Void) {
    text += name
    parenthesized(true, arguments)
  }

  private mutating func writeArguments(_ terms: [ValueTerm<PropertyPath>]) {
    for (index, term) in terms.enumerated() {
      if index > 0 { text += ", " }
      writeArgument(term)
    }
  }

  private mutating func writeArgument(_ term: ValueTerm<PropertyPath>) {
    write(term, OperatorTable.Power.comparison + 1)
  }

  private mutating func write(_ placeholder: Placeholder) {
    switch placeholder.form {
    case .keyPath(let steps): writeSteps(steps)
    case .value(.object, _): text += "%@"
    case .value(.integer, _): text += "%d"
    case .value(.double, _): text += "%f"
    case .value(.string, _): text += "%s"
    }
  }

  private mutating func writeSteps(_ steps: [Placeholder.PathStep]) {
    for (index, step) in steps.enumerated() {
      if index > 0 { text += "." }
      switch step {
      case .name(let name): text += LiteralText.key(name)
      case .argument: text += "%K"
      }
    }
  }

  /// Writes a value; a negative number binds like minus, and no number stands before a dot.
  private mutating func write(_ value: PredicateValue, _ minimum: Int = 0) {
    if case .list(let elements) = value {
      return writeList(elements) { printer, element in printer.write(element) }
    }
    let literal = LiteralText.literal(value)
    let isNegative = literal.utf8.first == UInt8(ascii: "-")
    let isNumber = isNegative || literal.utf8.first.map { $0 &- 0x30 < 10 } ?? false
    let isLoose = isNegative && OperatorTable.Power.unary < minimum
    parenthesized(isLoose || isNumber && minimum >= OperatorTable.Power.primary) { printer in
      printer.text += literal
    }
  }

  private mutating func writeList<Element>(
    _ elements: [Element], _ write: (inout Printer, Element) -> Void
  ) {
    text += "{"
    for (index, element) in elements.enumerated() {
      if index > 0 { text += ", " }
      write(&self, element)
    }
    text += "}"
  }

  private mutating func parenthesized(_ isNeeded: Bool, _ write: (inout Printer) -> Void) {
    if isNeeded { text += "(" }
    write(&self)
    if isNeeded { text += ")" }
  }
}

extension PredicateNode where Key == PropertyPath {
  /// The predicate as text that reads back as the same tree; what Apple calls `predicateFormat`.
  public var format: String {
    var printer = Printer()
    printer.write(self)
    return printer.text
  }
}

extension ValueTerm where Key == PropertyPath {
  /// The term as text.
  public var format: String {
    var printer = Printer()
    printer.write(self, 0)
    return printer.text
  }
}
