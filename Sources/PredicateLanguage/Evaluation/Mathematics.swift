import Glibc

/// Functions of numbers; what has no result is null, and infinity is one.
enum Mathematics {
  /// Applies a function; null unless all arguments are numbers.
  static func apply(_ function: Function, _ arguments: [PredicateValue]) -> PredicateValue {
    let numbers = arguments.compactMap(NumericValue.init)
    guard numbers.count == arguments.count else { return .null }
    switch (function, numbers.count) {
    case (.random, 0): return .double(Double.random(in: 0..<1))
    case (.power, 2): return double(pow(numbers[0].asDouble, numbers[1].asDouble))
    case (_, 1): return apply(function, numbers[0])
    default: return .null
    }
  }

  private static func apply(_ function: Function, _ number: NumericValue) -> PredicateValue {
    let value = number.asDouble
    switch function {
    case .squareRoot: return double(value.squareRoot())
    case .logarithm: return value > 0 ? double(log10(value)) : .null
    case .naturalLogarithm: return value > 0 ? double(log(value)) : .null
    case .exponential: return double(exp(value))
    case .absolute: return magnitude(number)
    case .ceiling: return rounded(number, .up)
    case .floor: return rounded(number, .down)
    case .truncate: return rounded(number, .towardZero)
    case .randomBelow: return random(below: number)
    default: return .null
    }
  }

  private static func magnitude(_ number: NumericValue) -> PredicateValue {
    switch number {
    case .integer(let whole): Int64(exactly: whole.magnitude).map { .integer($0) } ?? .double(0x1p63)
    case .double(let value): .double(value.magnitude)
    }
  }

  /// Whole numbers stay what they are.
  private static func rounded(_ number: NumericValue, _ rule: FloatingPointRoundingRule) -> PredicateValue {
    switch number {
    case .integer(let whole): .integer(whole)
    case .double(let value): .double(value.rounded(rule))
    }
  }

  private static func random(below number: NumericValue) -> PredicateValue {
    guard case .integer(let bound) = number, bound > 0 else { return .null }
    return .integer(Int64.random(in: 0..<bound))
  }

  private static func double(_ value: Double) -> PredicateValue {
    value.isNaN ? .null : .double(value)
  }
}
