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
