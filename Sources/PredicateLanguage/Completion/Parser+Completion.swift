/// What a parser notes that reads an unfinished text.
struct CompletionTrace {
  /// What the value stands for that is read now.
  var role = CompletionSite.Role.any
  /// The variables of the subqueries that are read now.
  var scope: [CompletionSite.Variable] = []
  /// What could stand at the end of the text.
  var expectations: [CompletionSite.Expectation] = []
}

extension Parser {
  /// Reads a text as far as possible; what could stand at its end is noted, and nothing if it is wrong before.
  static func trace(of text: String, _ limits: PredicateLimits) -> CompletionTrace {
    do throws(PredicateTextError) {
      var parser = try Parser(text, limits: limits)
      parser.completion = CompletionTrace()
      do throws(PredicateTextError) {
        _ = try parser.parse()
      } catch {
        // Most unfinished texts are no predicates; what was noted before counts.
      }
      return parser.completion ?? CompletionTrace()
    } catch {
      return CompletionTrace()
    }
  }

  /// Notes what could come next, if the text ends here.
  mutating func expect(_ expectation: @autoclosure () -> CompletionSite.Expectation) {
    guard current.kind == .end, completion != nil else { return }
    completion?.expectations.append(expectation())
  }

  /// Notes what is read now, until `leave`; an error in between ends the parser anyway.
  mutating func enter(_ role: @autoclosure () -> CompletionSite.Role) -> CompletionSite.Role? {
    guard let outer = completion?.role else { return nil }
    completion?.role = role()
    return outer
  }

  /// Notes that elements of a list are read now: those of BETWEEN bound the left side, those of IN equal it.
  mutating func enterList() -> CompletionSite.Role? {
    guard case .right(let left, let comparison, let modifier)? = completion?.role else {
      return completion?.role
    }
    switch comparison {
    case .between: return enter(.right(of: left, .lessOrEqual, modifier))
    case .in: return enter(.right(of: left, .equal, modifier))
    default: return completion?.role
    }
  }

  /// Goes back to what was read before.
  mutating func leave(_ outer: CompletionSite.Role?) {
    if let outer { completion?.role = outer }
  }

  /// Notes that an expression could begin here.
  mutating func expectOperand(_ minimum: Int) {
    guard current.kind == .end, let role = completion?.role else { return }
    let isFree = if case .any = role { true } else { false }
    completion?.expectations.append(
      .operand(role, allowsPredicate: isFree && minimum < OperatorTable.Power.comparison))
  }

  /// Notes that an operator could stand here which binds at least as tightly as `minimum`.
  mutating func expectOperator(after left: Operand, _ minimum: Int) {
    guard current.kind == .end, completion != nil else { return }
    switch left.content {
    case .predicate:
      let connectives = OperatorTable.compounds.filter { $0.power >= minimum }
      if !connectives.isEmpty { expect(.connective(connectives.map(\.keyword.text))) }
    case .term(let term):
      if minimum <= OperatorTable.Power.comparison { expect(.comparison(of: term, .direct)) }
      let infixes = OperatorTable.infixes.filter { $0.power >= minimum }
      expect(.infix(after: term, infixes.map(\.function)))
    }
  }

  /// Notes that a step of a key path could stand here.
  mutating func expectStep(of base: ValueTerm<PropertyPath>?, _ steps: [Placeholder.PathStep]) {
    guard current.kind == .end, let role = completion?.role else { return }
    var names: [String] = []
    for step in steps {
      // Nobody knows where a placeholder leads.
      guard case .name(let name) = step else { return }
      names.append(name)
    }
    expect(.step(of: base, names: names, role))
  }

  /// Notes a sign that could stand here.
  mutating func expect(_ symbol: Symbol) { expect(.punctuation(symbol.rawValue)) }
}
