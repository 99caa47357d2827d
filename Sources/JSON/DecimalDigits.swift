/// A JSON number taken apart: ± digits × 10^exponent, without zeros at either end of the digits.
struct DecimalDigits {
  /// Exponents are held within this bound, far beyond any number that matters, so that they cannot overflow.
  private static let exponentBound = 1_000_000_000

  private(set) var isNegative = false

  /// Values 0–9; empty for zero.
  private(set) var digits: [UInt8] = []

  private(set) var exponent = 0

  /// Reads a literal that follows the JSON grammar.
  init(_ literal: String) {
    var isFraction = false
    var bytes = literal.utf8[...]
    while let byte = bytes.popFirst() {
      switch byte {
      case ASCII.minus: isNegative = true
      case ASCII.point: isFraction = true
      case ASCII.zero...ASCII.nine: append(byte - ASCII.zero, isFraction: isFraction)
      default:
        exponent += Self.exponent(bytes)
        bytes = bytes[bytes.endIndex...]
      }
    }
    removeTrailingZeros()
  }

  private mutating func append(_ digit: UInt8, isFraction: Bool) {
    if isFraction { exponent -= 1 }
    if digit == 0 && digits.isEmpty { return }
    digits.append(digit)
  }

  private mutating func removeTrailingZeros() {
    while digits.last == 0 {
      digits.removeLast()
      exponent += 1
    }
    if digits.isEmpty { exponent = 0 }
  }

  private static func exponent(_ text: Substring.UTF8View) -> Int {
    var isNegative = false
    var value = 0
    for byte in text {
      switch byte {
      case ASCII.plus: break
      case ASCII.minus: isNegative = true
      default: value = min(exponentBound, value * 10 + Int(byte - ASCII.zero))
      }
    }
    return isNegative ? -value : value
  }

  /// The value if it is an integer in the range of Int64.
  var int64: Int64? {
    guard exponent >= 0, digits.count + exponent <= 19 else { return nil }
    // Negative numbers reach one further, so digits are subtracted and the sign changed last.
    var value: Int64 = 0
    for index in 0..<digits.count + exponent {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let digit = index < digits.count ? Int64(digits[index]) : 0
      let (difference, underflow) = product.subtractingReportingOverflow(digit)
      if overflow || underflow { return nil }
      value = difference
    }
    if isNegative { return value }
    return value == .min ? nil : -value
  }
}
