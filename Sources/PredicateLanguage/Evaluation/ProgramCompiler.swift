/// Turns a tree into a program.
struct ProgramCompiler<Key: Hashable & Sendable> {
  /// The keys in the order of their numbers.
  private(set) var keys: [Key] = []
  private var slots: [Key: Int] = [:]
  /// The variables of the subqueries around, the outermost first; a modifier's has no name.
  private var scopes: [String] = []

  /// Prepares a predicate.
  /// - Throws: `.arguments` for a placeholder or variable that was not filled in, and what
  ///   `Comparison.checkPattern` throws.
  mutating func compile(_ node: PredicateNode<Key>) throws(PredicateTextError) -> Program.Test {
    switch node {
    case .constant(let value): return .constant(value)
    case .and(let parts): return .and(try compile(parts))
    case .or(let parts): return .or(try compile(parts))
    case .not(let part): return .not(try compile(part))
    case .comparison(let comparison): return try compile(comparison)
    }
  }

  private mutating func compile(_ nodes: [PredicateNode<Key>]) throws(PredicateTextError) -> [Program.Test] {
    var tests: [Program.Test] = []
    tests.reserveCapacity(nodes.count)
    for node in nodes { tests.append(try compile(node)) }
    return tests
  }

  private mutating func compile(_ comparison: Comparison<Key>) throws(PredicateTextError) -> Program.Test {
    try comparison.checkPattern()
    let left = try side(comparison.left)
    guard comparison.modifier != .direct else { return try test(left, comparison) }
    return .quantified(
      every: comparison.modifier == .all, left,
      try within("") { compiler throws(PredicateTextError) in
        try compiler.test(.variable(compiler.scopes.count - 1), comparison)
      })
  }

  /// The test of a left side, modifiers aside.
  private mutating func test(
    _ left: Program.Side, _ comparison: Comparison<Key>
  ) throws(PredicateTextError) -> Program.Test {
    let right = try side(comparison.right)
    if case .constant(let value) = right, let test = prepared(left, comparison, value) { return test }
    if comparison.operator == .matches {
      return .expression(left, right, RegularExpressionCache(), comparison.options)
    }
    return .compare(left, comparison.operator, comparison.options, right)
  }

  /// Compiles what stands inside a subquery.
  private mutating func within<Result>(
    _ variable: String, _ body: (inout ProgramCompiler) throws(PredicateTextError) -> Result
  ) throws(PredicateTextError) -> Result {
    scopes.append(variable)
    defer { scopes.removeLast() }
    return try body(&self)
  }

  /// The test against a constant, if preparing it pays.
  private func prepared(
    _ left: Program.Side, _ comparison: Comparison<Key>, _ value: PredicateValue
  ) -> Program.Test? {
    switch (comparison.operator, value) {
    case (.notEqual, .string(let text)):
      return TextMatcher(.equal, text, options: comparison.options).map { .text(left, $0, negated: true) }
    case (.in, .list(let elements)):
      return ElementSet(elements, options: comparison.options).map { .member(left, $0) }
    case (.in, _):
      return nil
    case (_, .string(let text)):
      return TextMatcher(comparison.operator, text, options: comparison.options)
        .map { .text(left, $0, negated: false) }
    default:
      return nil
    }
  }

  private mutating func side(_ term: ValueTerm<Key>) throws(PredicateTextError) -> Program.Side {
    switch term {
    case .constant(let value, _): return .constant(value)
    case .key(let key): return .slot(slot(key))
    case .evaluatedObject: return .object
    case .variable(let name, let range):
      guard let index = scopes.lastIndex(where: { sameBytes($0, name) }) else {
        throw PredicateTextError(.arguments, "The variable $\(name) has no value.", at: range)
      }
      return .variable(index)
    case .placeholder(let placeholder):
      throw PredicateTextError(.arguments, "A placeholder has no argument.", at: placeholder.range)
    case .path(let base, let path):
      let base = try side(base)
      guard case .key(let key) = path else {
        throw PredicateTextError(.arguments, "A key path has no argument.", at: path.range)
      }
      return .path(base, slot(key))
    case .aggregate(let elements): return Self.list(try sides(elements))
    case .function(let function, let arguments): return Self.function(function, try sides(arguments))
    case .subquery(let collection, let variable, let node):
      let collection = try side(collection)
      return .subquery(
        collection,
        try within(variable) { compiler throws(PredicateTextError) in try compiler.compile(node) })
    case .conditional(let node, let first, let second):
      let test = try compile(node)
      let first = try side(first)
      return .conditional(test, first, try side(second))
    }
  }

  private mutating func sides(_ terms: [ValueTerm<Key>]) throws(PredicateTextError) -> [Program.Side] {
    var sides: [Program.Side] = []
    sides.reserveCapacity(terms.count)
    for term in terms { sides.append(try side(term)) }
    return sides
  }

  private static func list(_ sides: [Program.Side]) -> Program.Side {
    constants(sides).map { .constant(.list($0)) } ?? .list(sides)
  }

  /// Computed once where no object has a say, so that `now()` is one moment for all objects.
  private static func function(_ function: Function, _ sides: [Program.Side]) -> Program.Side {
    constants(sides).map { .constant(function.apply($0)) } ?? .function(function, sides)
  }

  private static func constants(_ sides: [Program.Side]) -> [PredicateValue]? {
    var values: [PredicateValue] = []
    for side in sides {
      guard case .constant(let value) = side else { return nil }
      values.append(value)
    }
    return values
  }

  private mutating func slot(_ key: Key) -> Int {
    if let slot = slots[key] { return slot }
    slots[key] = keys.count
    keys.append(key)
    return keys.count - 1
  }
}
