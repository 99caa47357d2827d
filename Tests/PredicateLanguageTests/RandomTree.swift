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
    let options = StringOptions(rawValue: comparison == .between ? 0 : UInt8(random.next() % 16))
    let left = term(2, &random)
    let right =
      comparison == .between ? ValueTerm.list(of: [term(1, &random), term(1, &random)]) : term(2, &random)
    let modifier = random.chance(4) ? random.pick([ComparisonModifier.any, .all]) : .direct
    return .comparison(Comparison(modifier: modifier, left, comparison, options: options, right))
  }

  private static func term(_ depth: Int, _ random: inout SeededGenerator) -> ValueTerm<PropertyPath> {
    switch random.next() % (depth > 0 ? 14 : 5) {
    case 0: return .evaluatedObject
    case 1: return .variable(random.pick(["x", "LO", "nil"]), .none)
    case 2, 3: return .constant(value(&random))
    case 4: return .key(path(&random))
    case 5: return .list(of: terms(Int(random.next() % 4), depth, &random))
    case 6: return .subquery(term(depth - 1, &random), variable: random.pick(["x", "in"]), node(1, &random))
    case 7:
      let node = node(1, &random)
      return .conditional(node, term(depth - 1, &random), term(depth - 1, &random))
    case 8: return .path(base(depth, &random), .key(path(&random)))
    default: return function(random.pick(Function.allCases), depth, &random)
    }
  }

  private static func terms(
    _ count: Int, _ depth: Int, _ random: inout SeededGenerator
  ) -> [ValueTerm<PropertyPath>] {
    (0..<count).map { _ in term(depth - 1, &random) }
  }

  private static func path(_ random: inout SeededGenerator) -> PropertyPath {
    let steps = keys + CollectionOperator.allCases.map(\.rawValue)
    return PropertyPath((0..<1 + random.next() % 3).map { _ in random.pick(steps) })
  }

  /// What a path may begin at: behind a key or SELF it would be one path with it.
  private static func base(_ depth: Int, _ random: inout SeededGenerator) -> ValueTerm<PropertyPath> {
    switch term(depth - 1, &random) {
    case .key, .evaluatedObject, .path: .variable("x", .none)
    case let base: base
    }
  }

  private static func function(
    _ function: Function, _ depth: Int, _ random: inout SeededGenerator
  ) -> ValueTerm<PropertyPath> {
    switch function {
    case .random, .now: return .function(function, [])
    case .cast:
      // The cast of a constant is a constant.
      let type = random.pick(CastType.allCases).rawValue
      return .function(.cast, [.key(path(&random)), .constant(.string(type))])
    case .negate, .onesComplement, .squareRoot, .logarithm, .naturalLogarithm, .exponential, .absolute,
      .ceiling,
      .floor, .truncate, .randomBelow, .uppercase, .lowercase, .canonical, .length, .noIndex, .sum, .average,
      .count, .minimum, .maximum, .median, .mode, .standardDeviation, .distinct, .first, .last, .size:
      return .function(function, terms(1, depth, &random))
    case .add, .subtract, .multiply, .divide, .power, .modulus, .bitwiseAnd, .bitwiseOr, .bitwiseXor,
      .leftShift,
      .rightShift, .union, .intersect, .minus, .element:
      return .function(function, terms(2, depth, &random))
    }
  }

  private static func value(_ random: inout SeededGenerator) -> PredicateValue {
    if random.chance(20) {
      return .double(random.pick([.infinity, -.infinity, 1e-300, .leastNonzeroMagnitude]))
    }
    return RandomValue.value(random.pick(PredicateValue.Kind.allCases), &random)
  }
}
