package import PredicateLanguage

/// What is made of a sum of numbers, by what the values are.
package enum NumberAggregate: Int64, Sendable, CaseIterable {
  case sumOfIntegers
  case sumOfReals
  case sumOfDecimals
  case averageOfReals
  case averageOfDecimals

  /// Nil for functions that take more than numbers, and for relationships.
  package init?(_ function: AggregateFunction, of property: PropertyDescription) {
    guard case .attribute(let attribute) = property else { return nil }
    let type = attribute.type
    switch function {
    case .sum: self = type == .decimal ? .sumOfDecimals : type.integerLike ? .sumOfIntegers : .sumOfReals
    case .average: self = type == .decimal ? .averageOfDecimals : .averageOfReals
    case .count, .minimum, .maximum: return nil
    }
  }

  /// The value as a store would keep it: an integer, a double, or nothing.
  ///
  /// A sum of integers beyond 64 bits is a double here, which `DictionaryQuery.checked` refuses.
  package func result(_ sum: ExactSum) -> PredicateValue {
    switch self {
    case .sumOfIntegers:
      switch sum.value {
      case .integer(let number): .integer(number)
      case .real(let number): Self.value(number)
      }
    case .sumOfReals: Self.value(sum.real)
    case .sumOfDecimals: Self.value(sum.real.roundedToDecimalDigits)
    case .averageOfReals: sum.count == 0 ? .null : Self.value(sum.real / Double(sum.count))
    case .averageOfDecimals:
      sum.count == 0 ? .null : Self.value((sum.real / Double(sum.count)).roundedToDecimalDigits)
    }
  }

  private static func value(_ number: Double) -> PredicateValue { number.isNaN ? .null : .double(number) }
}

extension AttributeType {
  /// Whether values are kept as integers and added as such.
  fileprivate var integerLike: Bool { integerRange != nil || self == .boolean }
}

extension Double {
  /// The nearest double that stands for a decimal of `AttributeType.decimalDigits` digits.
  ///
  /// 0.1 + 0.2 is 0.30000000000000004 as a double, and 0.3 as decimals.
  package var roundedToDecimalDigits: Double {
    guard isFinite, self != 0 else { return self }
    var text = description
    var exponent = 0
    if let mark = text.firstIndex(of: "e") {
      exponent = Int(text[text.index(after: mark)...]) ?? 0
      text = String(text[..<mark])
    }
    let digits = text.utf8.filter { (0x30...0x39).contains($0) }.drop { $0 == 0x30 }
    guard digits.count > AttributeType.decimalDigits else { return self }
    let fraction = text.utf8.firstIndex(of: UInt8(ascii: ".")).map {
      text.utf8.distance(from: $0, to: text.utf8.endIndex) - 1
    }
    let kept = digits.prefix(AttributeType.decimalDigits)
    var number = kept.reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
    if digits[digits.startIndex + AttributeType.decimalDigits] >= 0x35 { number += 1 }
    let power = exponent - (fraction ?? 0) + digits.count - AttributeType.decimalDigits
    return Double("\(self < 0 ? "-" : "")\(number)e\(power)") ?? self
  }
}
