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
    case .constant(let value, _): write(value)
    case .key(let path): writeSteps(path.components.map { .name($0) })
    case .evaluatedObject: text += Keyword.selfObject.text
    case .variable(let name, _): text += "$" + name
    case .placeholder(let placeholder): write(placeholder)
    case .aggregate(let elements):
      writeList(elements) { printer, element in
        printer.write(element, OperatorTable.Power.comparison + 1)
      }
    case .function(let function, let arguments): write(function, arguments, minimum)
    }
  }

  private mutating func write(
    _ function: Function, _ arguments: [ValueTerm<PropertyPath>], _ minimum: Int
  ) {
    guard let entry = OperatorTable.arithmetic(function), arguments.count == 2 else {
      return writeNegation(arguments)
    }
    parenthesized(entry.power < minimum) { printer in
      printer.write(arguments[0], entry.power)
      printer.text += " " + entry.symbol.rawValue + " "
      printer.write(arguments[1], entry.power + 1)
    }
  }

  /// `-x`; a number goes into parentheses, since `-5` is one number and no function.
  private mutating func writeNegation(_ arguments: [ValueTerm<PropertyPath>]) {
    text += Symbol.minus.rawValue
    for argument in arguments {
      if case .constant = argument {
        parenthesized(true) { printer in printer.write(argument, 0) }
      } else {
        write(argument, OperatorTable.Power.unary)
      }
    }
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

  private mutating func write(_ value: PredicateValue) {
    guard case .list(let elements) = value else {
      text += LiteralText.literal(value)
      return
    }
    writeList(elements) { printer, element in printer.write(element) }
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
