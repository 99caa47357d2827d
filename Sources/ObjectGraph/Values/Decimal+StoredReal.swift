package import FoundationEssentials

extension Decimal {
  /// The nearest double, which is what a store keeps.
  package var storedReal: Double { Double(description) ?? 0 }

  /// The shortest decimal that a stored double stands for; nil if it is not finite.
  package init?(storedReal: Double) {
    guard storedReal.isFinite, let value = Decimal(string: storedReal.description) else { return nil }
    self = value
  }
}
