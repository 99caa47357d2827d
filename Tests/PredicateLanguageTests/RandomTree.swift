import PredicateLanguage
import TestSupport

/// Random trees without regard to types: any value in any place, keys that are no identifiers.
enum RandomTree {
  static let keys = [
    "a", "b_1", "like", "SELF", "in", "first", "due date", "é", "a.b", "\"", "union", "Null", "_",
  ]

  static func node(_ depth: Int, _ random: inout SeededGenerator) -> ParsedPredicate {
    guard depth > 0 else { return comparison(&random) }
    switch random.next() % 6 {
    case 0: return .conjunction((0..<random.next() % 4).map { _ in node(depth - 1, &random) })
    case 1: return .disjunction((0..<random.next() % 4).map { _ in node(depth - 1, &random) })
    case 2: return .not(node(depth - 1, &random))
    default: return comparison(&random)
    }
  }

  private static func comparison(_ random: inout SeededGenerator) -> ParsedPredicate {
    let operators = ComparisonOperator.allCases.filter { $0 != .matches && $0 != .between }
    let comparison = random.chance(8) ? ComparisonOperator.between : random.pick(operators)
    let options = StringOptions(rawValue: comparison == .between ? 0 : UInt8(random.next() % 8))
    let left = term(2, &random)
    let right =
      comparison == .between ? ValueTerm.list(of: [term(1, &random), term(1, &random)]) : term(2, &random)
    return .comparison(Comparison(left, comparison, options: options, right))
  }

  private static func term(_ depth: Int, _ random: inout SeededGenerator) -> ValueTerm<PropertyPath> {
    switch random.next() % (depth > 0 ? 9 : 5) {
    case 0: return .evaluatedObject
    case 1: return .variable(random.pick(["x", "LO", "nil"]), .none)
    case 2, 3: return .constant(value(&random))
    case 4: return .key(PropertyPath((0..<1 + random.next() % 3).map { _ in random.pick(keys) }))
    case 5: return .list(of: (0..<random.next() % 4).map { _ in term(depth - 1, &random) })
    default:
      let function = random.pick(Function.allCases)
      return .function(function, (0..<(function == .negate ? 1 : 2)).map { _ in term(depth - 1, &random) })
    }
  }

  private static func value(_ random: inout SeededGenerator) -> PredicateValue {
    if random.chance(20) {
      return .double(random.pick([.infinity, -.infinity, 1e-300, .leastNonzeroMagnitude]))
    }
    return RandomValue.value(random.pick(PredicateValue.Kind.allCases), &random)
  }
}
