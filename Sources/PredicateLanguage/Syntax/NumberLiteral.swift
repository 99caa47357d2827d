/// Reads numbers: `12`, `1.5`, `1.`, `9.2e-5`, `0x1F`, `0o17`, `0b101`.
enum NumberLiteral {
  /// Reads the text of a number token.
  ///
  /// Without point and exponent it is an integer of 64 bits, otherwise a double.
  /// - Throws: `.syntax` for what is no number or does not fit; never wraps or rounds an integer.
  static func value(
    _ text: String, isNegative: Bool, at range: SourceRange
  ) throws(PredicateTextError) -> PredicateValue {
    let sign = isNegative ? "-" : ""
    let lower = text.lowercased()
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where lower.hasPrefix(prefix) {
      return try integer(sign, String(lower.dropFirst(2)), radix, range)
    }
    guard lower.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "e") }) else {
      return try integer(sign, lower, 10, range)
    }
    return try double(sign + lower, range)
  }

  private static func integer(
    _ sign: String, _ digits: String, _ radix: Int, _ range: SourceRange
  ) throws(PredicateTextError) -> PredicateValue {
    if let value = Int64(sign + digits, radix: radix) { return .integer(value) }
    let isNumber = !digits.isEmpty && digits.allSatisfy { Int(String($0), radix: radix) != nil }
    guard isNumber else { throw bad(range) }
    throw PredicateTextError(
      .syntax, "The number does not fit into 64 bits.", at: range,
      hint: "Write it with a point, or as CAST(\"…\", \"NSDecimalNumber\").")
  }

  private static func double(_ text: String, _ range: SourceRange) throws(PredicateTextError)
    -> PredicateValue
  {
    let allowed = text.utf8.allSatisfy { $0 &- 0x30 < 10 || "+-.e".utf8.contains($0) }
    guard allowed, let value = Double(text) else { throw bad(range) }
    guard value.isFinite else {
      throw PredicateTextError(.syntax, "The number is too large for a double.", at: range)
    }
    return .double(value)
  }

  private static func bad(_ range: SourceRange) -> PredicateTextError {
    PredicateTextError(.syntax, "This is no number.", at: range, expected: ["number"])
  }
}
