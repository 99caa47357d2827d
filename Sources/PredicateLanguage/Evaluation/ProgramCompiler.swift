/// Turns a tree into a program.
struct ProgramCompiler<Key: Hashable & Sendable> {
  /// The keys in the order of their numbers.
  private(set) var keys: [Key] = []
  private var slots: [Key: Int] = [:]

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
    let right = try side(comparison.right)
    guard comparison.modifier == .direct else {
      return .quantified(
        every: comparison.modifier == .all, left, comparison.operator, comparison.options, right)
    }
    if case .constant(let value) = right, let test = prepared(left, comparison, value) { return test }
    if comparison.operator == .matches {
      return .expression(left, right, RegularExpressionCache(), comparison.options)
    }
    return .compare(left, comparison.operator, comparison.options, right)
  }

  /// The test against a constant, if preparing it pays.
  private func prepared(
    _ left: Program.Side, _ comparison: Comparison<Key>, _ value: PredicateValue
  ) -> Program.Test? {
    switch (comparison.operator, value) {
    case (.notEqual, .string(let text)):
      return TextMatcher(.equal, text, options: comparison.options).map { .text(left, $0, negated: true) }
    case (.in, .list(let elements)):
      return Self.set(elements, comparison.options).map { .member(left, $0) }
    case (.in, _):
      return nil
    case (_, .string(let text)):
      return TextMatcher(comparison.operator, text, options: comparison.options)
        .map { .text(left, $0, negated: false) }
    default:
      return nil
    }
  }

  /// Elements for hashing, where exact equality of normalized values is the language's equality.
  private static func set(_ elements: [PredicateValue], _ options: StringOptions) -> Set<PredicateValue>? {
    guard options.folding.isEmpty, elements.count > 1 else { return nil }
    guard !elements.contains(where: { $0.kind == .list }) else { return nil }
    return Set(elements.map(NumericValue.normalized))
  }

  private mutating func side(_ term: ValueTerm<Key>) throws(PredicateTextError) -> Program.Side {
    switch term {
    case .constant(let value, _): return .constant(value)
    case .key(let key): return .slot(slot(key))
    case .evaluatedObject: return .object
    case .aggregate(let elements): return .list(try sides(elements))
    case .function(let function, let arguments): return folded(function, try sides(arguments))
    case .variable(let name, let range):
      throw PredicateTextError(.arguments, "The variable $\(name) has no value.", at: range)
    case .placeholder(let placeholder):
      throw PredicateTextError(.arguments, "A placeholder has no argument.", at: placeholder.range)
    }
  }

  private mutating func sides(_ terms: [ValueTerm<Key>]) throws(PredicateTextError) -> [Program.Side] {
    var sides: [Program.Side] = []
    for term in terms { sides.append(try side(term)) }
    return sides
  }

  /// A function of constants is computed once.
  private func folded(_ function: Function, _ arguments: [Program.Side]) -> Program.Side {
    var values: [PredicateValue] = []
    for argument in arguments {
      guard case .constant(let value) = argument else { return .function(function, arguments) }
      values.append(value)
    }
    return .constant(Arithmetic.apply(function, values))
  }

  private mutating func slot(_ key: Key) -> Int {
    if let slot = slots[key] { return slot }
    keys.append(key)
    slots[key] = keys.count - 1
    return keys.count - 1
  }
}
