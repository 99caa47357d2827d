import PredicateLanguage

extension Completer {
  /// What can begin a value or a predicate.
  mutating func addOperands(_ role: BoundRole, _ allowsPredicate: Bool) {
    if case .argument(.cast, let before) = role, let first = before.first { return addCastTypes(of: first) }
    guard takesAnything(role) else { return }
    addWantedValues(role)
    // BETWEEN takes a list that is written out, and nothing else.
    if case .right(_, _, .between, _) = role { return }
    addSteps(KeyPathBeginning(nil, [], binder), role)
    addVariables(role)
    addFunctions(role)
    addWords(role, allowsPredicate)
    // An operator may begin a path, but hardly anybody writes it there.
    if list.typed.utf8.first == UInt8(ascii: "@") { addLeadingOperators(role) }
  }

  /// Whether any value can stand there: not behind the last argument, nor as the place in a list without order.
  private func takesAnything(_ role: BoundRole) -> Bool {
    guard case .argument = role else { return true }
    return fits(BoundType(.any), role) || fits(.collection(.any, isOrdered: true), role)
  }

  private mutating func addCastTypes(of type: BoundType) {
    let (completer, samples) = with(type)
    for target in CastType.allCases
    where completer.takes(.cast, samples + [.constant(.string(target.rawValue))]) {
      list.add(.init("\"\(target.rawValue)\"", .string, type: BoundType(TermType(target)).label), .wanted)
    }
  }

  /// Values that stand for themselves on the right side: those of a Boolean, nil, a list, this moment.
  private mutating func addWantedValues(_ role: BoundRole) {
    guard case .right(let left, let property, let comparison, _) = role else { return }
    if case .attribute(let attribute)? = property, attribute.type == .boolean {
      for word in ["TRUE", "FALSE"] { list.add(.init(word, .constant, type: attribute.type.name), .wanted) }
    }
    if comparison == .equal || comparison == .notEqual, property?.isOptional == true {
      list.add(.init("nil", .constant), .wanted)
    }
    if left.type == .date { list.add(.now, .wanted) }
    switch comparison {
    case .in: list.add(.init("{", .punctuation, detail: "{a, b, c}"), .wanted)
    case .between: list.add(.init("{", .punctuation, detail: "{lowest, highest}"), .wanted)
    default: return
    }
  }

  /// Variables that fit, or lead on to what fits.
  private mutating func addVariables(_ role: BoundRole) {
    for variable in site.scope.reversed() {
      guard let type = binder.scope[variable.name], type.entity != nil || fits(type, role) else { continue }
      list.add(.init("$" + variable.name, .variable, type: type.label), .variable)
    }
  }

  private mutating func addLeadingOperators(_ role: BoundRole) {
    addCollectionOperators(on: .collection(.object, isOrdered: false), role)
  }

  /// Functions whose values fit; selectors, which operators stand for, only for those who begin to write one.
  private mutating func addFunctions(_ role: BoundRole) {
    for function in Function.allCases where function != .cast {
      guard let call = FunctionCall(function, self), fits(call.type, role) else { continue }
      for name in function.callNames where !name.utf8.contains(UInt8(ascii: ":")) || !list.typed.isEmpty {
        list.add(call.candidate(name), .function)
      }
    }
  }
}

extension PredicateCompletion.Candidate {
  /// The function of this moment.
  fileprivate static let now = PredicateCompletion.Candidate("now()", .function, type: "Date")
}
