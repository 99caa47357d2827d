package import FoundationEssentials

/// Decimals as text and as doubles, exactly rounded.
package enum DecimalText {
  /// Significant digits that every decimal keeps as a double.
  package static let digits = 15

  /// Reads `-12.50e3`; nil for anything else, NaN and infinity among it.
  ///
  /// Digits past the 38th are lost.
  package static func decimal(_ text: String) -> Decimal? {
    let hasOnlyDigits = text.utf8.allSatisfy { $0 &- 0x30 < 10 || "+-.eE".utf8.contains($0) }
    // Decimal takes what it can read of a text and leaves the rest; Double reads all or nothing.
    guard hasOnlyDigits, Double(text) != nil, let value = Decimal(string: text) else { return nil }
    return value.isNaN ? nil : value
  }

  /// The double nearest to a decimal, which is what a store keeps; NaN for NaN.
  ///
  /// Goes through text: converting by repeated multiplication would round more than once.
  package static func nearestDouble(_ value: Decimal) -> Double {
    Double(value.description) ?? .nan
  }
}
