/// Functions of the bits of whole numbers; doubles without a fraction are whole, too.
///
/// Shifts by more than 63 leave no bit but those of the sign, and a negative distance shifts the other way, as SQLite
/// has it. Source: sqlite.org/lang_expr.html.
enum WholeNumbers {
  /// Applies a function; null unless all arguments are whole numbers of 64 bits.
  static func apply(_ function: Function, _ arguments: [PredicateValue]) -> PredicateValue {
    let numbers = arguments.compactMap(whole)
    guard numbers.count == arguments.count else { return .null }
    if function == .onesComplement { return numbers.count == 1 ? .integer(~numbers[0]) : .null }
    guard numbers.count == 2 else { return .null }
    return combine(function, numbers[0], numbers[1]).map { .integer($0) } ?? .null
  }

  private static func combine(_ function: Function, _ left: Int64, _ right: Int64) -> Int64? {
    switch function {
    case .modulus: right == 0 ? nil : right == -1 ? 0 : left % right
    case .bitwiseAnd: left & right
    case .bitwiseOr: left | right
    case .bitwiseXor: left ^ right
    // Swift's smart shifts take any distance, negative ones too.
    case .leftShift: left << right
    case .rightShift: left >> right
    default: nil
    }
  }

  /// A whole number of 64 bits; nil for anything else.
  static func whole(_ value: PredicateValue) -> Int64? {
    switch NumericValue(value) {
    case .integer(let number): number
    case .double(let number): Int64(exactly: number)
    case nil: nil
    }
  }
}
