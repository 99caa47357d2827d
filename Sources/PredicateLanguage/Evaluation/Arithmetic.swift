/// Arithmetic as SQLite does it, so that a store and an evaluator never disagree.
///
/// Whole numbers stay whole while they fit into 64 bits and become doubles when they do not; dividing by zero
/// and what is no number give null; anything with null is null. A date plus or minus a number is a date, the
/// difference of two dates is a number of seconds. Source: sqlite.org/lang_expr.html.
public enum Arithmetic {
  /// Applies one of the first five functions; null unless it gets the number of arguments it takes.
  public static func apply(_ function: Function, _ arguments: [PredicateValue]) -> PredicateValue {
    if function == .negate {
      return arguments.count == 1 ? combine(.subtract, .integer(0), arguments[0]) : .null
    }
    return arguments.count == 2 ? combine(function, arguments[0], arguments[1]) : .null
  }

  /// Applies a function of two arguments.
  static func combine(
    _ function: Function, _ left: PredicateValue, _ right: PredicateValue
  ) -> PredicateValue {
    switch (left, right) {
    case (.date(let date), .date(let other)):
      return function == .subtract ? double(date - other) : .null
    case (.date(let date), _):
      return moved(date, function, right)
    case (_, .date(let date)):
      return function == .add ? moved(date, .add, left) : .null
    default:
      guard let left = NumericValue(left), let right = NumericValue(right) else { return .null }
      return combine(function, left, right)
    }
  }

  private static func moved(_ date: Double, _ function: Function, _ by: PredicateValue) -> PredicateValue {
    guard function == .add || function == .subtract, let by = NumericValue(by) else { return .null }
    let result = function == .add ? date + by.asDouble : date - by.asDouble
    return result.isNaN ? .null : .date(result)
  }

  private static func combine(
    _ function: Function, _ left: NumericValue, _ right: NumericValue
  ) -> PredicateValue {
    if case .integer(let a) = left, case .integer(let b) = right {
      if function == .divide, b == 0 { return .null }
      if let whole = whole(function, a, b) { return .integer(whole) }
    }
    let (a, b) = (left.asDouble, right.asDouble)
    switch function {
    case .add: return double(a + b)
    case .subtract, .negate: return double(a - b)
    case .multiply: return double(a * b)
    case .divide: return b == 0 ? .null : double(a / b)
    default: return .null
    }
  }

  /// The result if it fits into 64 bits.
  private static func whole(_ function: Function, _ left: Int64, _ right: Int64) -> Int64? {
    let (result, overflow) =
      switch function {
      case .add: left.addingReportingOverflow(right)
      case .subtract, .negate: left.subtractingReportingOverflow(right)
      case .multiply: left.multipliedReportingOverflow(by: right)
      case .divide: left.dividedReportingOverflow(by: right)
      default: (0, true)
      }
    return overflow ? nil : result
  }

  private static func double(_ value: Double) -> PredicateValue {
    value.isNaN ? .null : .double(value)
  }
}
