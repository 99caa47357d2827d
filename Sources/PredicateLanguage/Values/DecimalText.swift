package import FoundationEssentials

/// Decimals as text and as doubles, exactly rounded.
package enum DecimalText {
  /// Reads `-12.50e3`; nil for anything else, for NaN and for more digits than a decimal holds.
  package static func decimal(_ text: String) -> Decimal? {
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { $0 &- 0x30 < 10 || "+-.eE".utf8.contains($0) }
    guard isNumber, let value = Decimal(string: text), !value.isNaN else { return nil }
    return value
  }

  /// The double nearest to a decimal.
  ///
  /// Goes through text: converting by repeated multiplication would round more than once.
  package static func nearestDouble(_ value: Decimal) -> Double {
    Double(value.description) ?? .nan
  }
}
