import FoundationEssentials
import PredicateLanguage

extension AttributeRules {
  /// The rule that a value breaks; nil if it breaks none.
  ///
  /// - Parameter value: of the attribute's type, or missing.
  func reasonAgainst(_ value: AttributeValue) -> ValidationFailure.Reason? {
    if case .string(let text) = value { return reason(against: text) }
    let isDate = value.kind == .date
    if Self.isGreater(minimumValue, than: value) { return isDate ? .dateTooSoon : .numberTooSmall }
    if Self.isGreater(value, than: maximumValue) { return isDate ? .dateTooLate : .numberTooLarge }
    return nil
  }

  private func reason(against text: String) -> ValidationFailure.Reason? {
    let count = text.utf16.count
    if let minimumLength, count < minimumLength { return .stringTooShort }
    if let maximumLength, count > maximumLength { return .stringTooLong }
    if let pattern, !pattern.matches(text) { return .stringPatternMatching }
    return nil
  }

  /// Whether a value is greater than one of its own kind; no bound is greater than anything.
  static func isGreater(_ left: AttributeValue, than right: AttributeValue) -> Bool {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left > right
    case (.double(let left), .double(let right)), (.date(let left), .date(let right)): left > right
    case (.decimal(let left), .decimal(let right)): left > right
    default: false
    }
  }
}
