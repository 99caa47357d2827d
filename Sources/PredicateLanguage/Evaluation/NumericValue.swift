import FoundationEssentials

/// A number as comparisons and arithmetic see it.
///
/// Truth values are 1 and 0; decimals are their nearest double, since that is what a store keeps.
enum NumericValue {
  case integer(Int64)
  /// Never NaN, which `init` turns away.
  case double(Double)

  /// A double; nil for NaN, which has no order.
  init?(_ number: Double) {
    guard !number.isNaN else { return nil }
    self = .double(number)
  }

  /// The number in a value; nil for null, dates, NaN and whatever else is no number.
  init?(_ value: PredicateValue) {
    switch value {
    case .integer(let number): self = .integer(number)
    case .double(let number): self.init(number)
    case .boolean(let truth): self = .integer(truth ? 1 : 0)
    case .decimal(let number): self.init(DecimalText.nearestDouble(number))
    default: return nil
    }
  }

  /// The nearest double.
  var asDouble: Double {
    switch self {
    case .integer(let number): Double(number)
    case .double(let number): number
    }
  }

  /// The value in the one form all numbers equal to it share; other values as they are.
  ///
  /// Whole doubles become integers, so that exact equality and hashing are the language's equality.
  static func normalized(_ value: PredicateValue) -> PredicateValue {
    switch NumericValue(value) {
    case nil: value
    case .integer(let number): .integer(number)
    case .double(let number): Int64(exactly: number).map { .integer($0) } ?? .double(number)
    }
  }

  /// Compares by value, without rounding an integer to a double.
  static func compare(_ left: NumericValue, _ right: NumericValue) -> Int {
    switch (left, right) {
    case (.integer(let a), .integer(let b)): a < b ? -1 : a > b ? 1 : 0
    case (.double(let a), .double(let b)): a < b ? -1 : a > b ? 1 : 0
    case (.integer(let a), .double(let b)): compare(a, b)
    case (.double(let a), .integer(let b)): -compare(b, a)
    }
  }

  private static func compare(_ integer: Int64, _ double: Double) -> Int {
    // 2^63 and -2^63 are doubles; beyond them no integer of 64 bits can reach.
    if double >= 0x1p63 { return -1 }
    if double < -0x1p63 { return 1 }
    let whole = Int64(double)
    if integer != whole { return integer < whole ? -1 : 1 }
    let fraction = double - Double(whole)
    return fraction > 0 ? -1 : fraction < 0 ? 1 : 0
  }
}
