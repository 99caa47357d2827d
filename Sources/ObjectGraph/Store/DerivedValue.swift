import FoundationEssentials
import PredicateLanguage

extension ResolvedDerivation {
  /// What the attribute at the end of the path makes of the derived attribute; `.null` for what its type cannot hold.
  func value(of source: AttributeValue) -> AttributeValue {
    switch function {
    case .value, .sum: converted(source)
    case .canonical: text(source, TextCase.canonical)
    case .uppercase: text(source, TextCase.uppercase)
    case .lowercase: text(source, TextCase.lowercase)
    case .count, .now: source
    }
  }

  private func text(_ source: AttributeValue, _ change: (String) -> String) -> AttributeValue {
    if case .string(let text) = source { .string(change(text)) } else { .null }
  }

  /// Nothing of another kind: a number as the derived attribute's own kind of number.
  func converted(_ source: AttributeValue) -> AttributeValue {
    if type.accepts(source) { return source }
    let value: AttributeValue =
      switch (type, source) {
      case (.integer16, .boolean(let truth)), (.integer32, .boolean(let truth)),
        (.integer64, .boolean(let truth)):
        .integer(truth ? 1 : 0)
      case (.integer16, .double(let number)), (.integer32, .double(let number)),
        (.integer64, .double(let number)):
        Int64(exactly: number.rounded(.towardZero)).map { .integer($0) } ?? .null
      case (.double, .integer(let number)): .double(Double(number))
      case (.float, .integer(let number)): .double(Double(Float(number)))
      case (.float, .double(let number)): .double(Double(Float(number)))
      case (.decimal, .integer(let number)): .decimal(Decimal(number))
      case (.decimal, .double(let number)): Decimal(storedReal: number).map { .decimal($0) } ?? .null
      case (.double, .decimal(let number)): .double(DecimalText.nearestDouble(number))
      case (.float, .decimal(let number)): .double(Double(Float(DecimalText.nearestDouble(number))))
      case (.integer16, .decimal(let number)), (.integer32, .decimal(let number)),
        (.integer64, .decimal(let number)):
        Int64(exactly: DecimalText.nearestDouble(number).rounded(.towardZero)).map { .integer($0) } ?? .null
      default: .null
      }
    return type.accepts(value) ? value : .null
  }

  /// The sum of the members' values, in whatever order they come; missing ones count nothing, and the sum of nothing is
  /// 0.
  func sum(_ values: [AttributeValue]) -> AttributeValue {
    var sum = ExactSum()
    var hasDecimals = false
    for value in values {
      switch value {
      case .integer(let number): sum.add(number)
      case .boolean(let truth): sum.add(truth ? 1 : 0 as Int64)
      case .double(let number): sum.add(number)
      case .decimal(let number):
        sum.add(DecimalText.nearestDouble(number))
        hasDecimals = true
      default: continue
      }
    }
    return switch sum.value {
    case .integer(let number): converted(.integer(number))
    case .real(let number): converted(.double(hasDecimals ? number.roundedToDecimalDigits : number))
    }
  }
}
