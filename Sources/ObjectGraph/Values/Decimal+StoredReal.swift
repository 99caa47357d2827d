package import FoundationEssentials

extension Decimal {
  /// The shortest decimal that a stored double stands for; nil if it is not finite.
  ///
  /// The way back is `DecimalText.nearestDouble`.
  package init?(storedReal: Double) {
    guard storedReal.isFinite, let value = Decimal(string: storedReal.description) else { return nil }
    self = value
  }

  /// Digits between the first and the last that is not 0; 0 for zero.
  package var significantDigitCount: Int {
    let digits = description.utf8.filter { (0x30...0x39).contains($0) }
    let isZero: (UInt8) -> Bool = { $0 == 0x30 }
    return digits.drop(while: isZero).reversed().drop(while: isZero).count
  }
}
