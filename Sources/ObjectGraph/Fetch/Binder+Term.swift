import PredicateLanguage

extension Binder {
  /// Binds a term.
  func bind(_ term: ValueTerm<PropertyPath>) throws(PredicateTextError) -> ValueTerm<BoundKeyPath> {
    switch term {
    case .constant(let value, let range): return .constant(value, range)
    case .key(let path): return try self.term(path)
    case .evaluatedObject: return .key(BoundKeyPath(entity: entity.name, target: .object))
    case .variable(let name, let range):
      guard scope[name] != nil else {
        throw PredicateTextError(.arguments, "$\(name) has no value.", at: range)
      }
      return .variable(name, range)
    case .placeholder(let placeholder):
      throw PredicateTextError(.arguments, "A placeholder has no argument.", at: placeholder.range)
    case .path(let base, let path):
      let base = try bind(base)
      guard case .key(let key) = path else {
        throw PredicateTextError(.arguments, "A placeholder has no argument.", at: path.range)
      }
      return try self.term(key, from: base)
    case .aggregate(let elements): return .list(of: try bind(elements), range: term.range)
    case .function(let function, let arguments):
      return try self.function(function, try bind(arguments), term.range)
    case .subquery(let collection, let variable, let node):
      return try subquery(collection, variable, node)
    case .conditional(let node, let first, let second):
      let node = try self.node(node)
      let (first, second) = try agreeing(try bind(first), try bind(second), term.range)
      return .conditional(node, first, second)
    }
  }

  private func bind(
    _ terms: [ValueTerm<PropertyPath>]
  ) throws(PredicateTextError) -> [ValueTerm<BoundKeyPath>] {
    try terms.map { term throws(PredicateTextError) in try bind(term) }
  }

  private func subquery(
    _ collection: ValueTerm<PropertyPath>, _ variable: String, _ node: ParsedPredicate
  ) throws(PredicateTextError) -> ValueTerm<BoundKeyPath> {
    let bound = try bind(collection)
    let type = bound.boundType(in: scope)
    guard type.isCollection else {
      throw PredicateTextError(
        .type, "SUBQUERY needs a collection, such as a to-many relationship.", at: collection.range)
    }
    var inner = self
    inner.scope[variable] = type.element
    return .subquery(bound, variable: variable, try inner.node(node))
  }

  /// Two values of which one is taken: a constant gets the type of the other.
  private func agreeing(
    _ first: ValueTerm<BoundKeyPath>, _ second: ValueTerm<BoundKeyPath>, _ range: SourceRange
  ) throws(PredicateTextError) -> (ValueTerm<BoundKeyPath>, ValueTerm<BoundKeyPath>) {
    let types = (first.boundType(in: scope), second.boundType(in: scope))
    guard types.0.isCollection == types.1.isCollection || first.isNull || second.isNull else {
      throw PredicateTextError(.type, "TERNARY needs two values of one kind.", at: range)
    }
    if first.isConstant, !second.isConstant { return (try coerce(first, to: types.1.type, range), second) }
    if second.isConstant, !first.isConstant { return (first, try coerce(second, to: types.0.type, range)) }
    guard [types.0.type, types.1.type].contains(.any) || types.0.type == types.1.type else {
      throw PredicateTextError(
        .type, "TERNARY needs two values of one kind, not \(types.0.type.name) and \(types.1.type.name).",
        at: range)
    }
    return (first, second)
  }
}

extension ValueTerm<BoundKeyPath> {
  /// Whether the term needs no object to have a value.
  var isConstant: Bool {
    switch self {
    case .constant: true
    case .aggregate(let elements): elements.allSatisfy(\.isConstant)
    case .function(_, let arguments): arguments.allSatisfy(\.isConstant)
    case .conditional(_, let first, let second): first.isConstant && second.isConstant
    case .key, .evaluatedObject, .variable, .placeholder, .path, .subquery: false
    }
  }

  var isNull: Bool {
    if case .constant(.null, _) = self { true } else { false }
  }

  /// The number of elements of a list that is written out; nil for anything else.
  var listCount: Int? {
    switch self {
    case .constant(.list(let values), _): values.count
    case .aggregate(let elements): elements.count
    default: nil
    }
  }
}
