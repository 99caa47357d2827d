/// A number as it was written; nothing is rounded.
///
/// `1`, `1.0` and `1e0` are three different numbers here, as they are different texts; compare `int64` or
/// `double` for their value.
package struct JSONNumber: Hashable, Sendable {
  /// Integers in their shortest form are most numbers and need no text.
  private enum Storage: Hashable, Sendable {
    case integer(Int64)
    case literal(String)
  }

  private var storage: Storage

  package init(_ value: Int64) {
    storage = .integer(value)
  }

  /// The shortest text that reads back as the same double; nil for infinities and NaN, which JSON cannot
  /// write.
  package init?(_ value: Double) {
    guard value.isFinite else { return nil }
    storage = .literal(value.description)
  }

  /// A literal that was checked against the grammar, `isInteger` if it has neither fraction nor exponent.
  init(literal: Span<UInt8>, isInteger: Bool) {
    if isInteger, let value = Self.canonicalInteger(literal) {
      storage = .integer(value)
    } else {
      storage = .literal(JSONString.copy(literal))
    }
  }

  /// The exact text.
  package var text: String {
    switch storage {
    case .integer(let value): String(value)
    case .literal(let text): text
    }
  }

  /// The value if it is an integer in range, however it is written: 5, 5.0, 50e-1, 0.5E1, -0.
  package var int64: Int64? {
    switch storage {
    case .integer(let value): value
    case .literal(let text): DecimalDigits(text).int64
    }
  }

  /// The nearest double, nil if it is too large for one.
  package var double: Double? {
    switch storage {
    case .integer(let value):
      return Double(value)
    case .literal(let text):
      guard let value = Double(text), value.isFinite else { return nil }
      return value
    }
  }

  /// Significant decimal digits, without leading and trailing zeros; 0 has none, 10.10 has three.
  package var significantDigitCount: Int {
    DecimalDigits(text).digits.count
  }

  /// The value, if the literal is what the integer would be written as; `-0` is not, it would lose its sign.
  private static func canonicalInteger(_ literal: Span<UInt8>) -> Int64? {
    let isNegative = literal[0] == ASCII.minus
    let start = isNegative ? 1 : 0
    // 18 digits cannot overflow, 20 always do.
    guard literal.count - start <= 18 else {
      return literal.count - start == 19 ? Int64(JSONString.copy(literal)) : nil
    }
    var value: Int64 = 0
    for index in start..<literal.count {
      value = value &* 10 &+ Int64(literal[index] &- ASCII.zero)
    }
    if isNegative { return value == 0 ? nil : -value }
    return value
  }
}
