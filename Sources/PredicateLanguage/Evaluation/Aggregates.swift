/// What is made of all elements of a collection, as key-value coding does: a missing value is 0 to sums and averages,
/// counts like any other, and is left out where values are compared.
///
/// Sums are rounded once, so the order of the elements never matters. Source: Key-Value Coding Programming Guide,
/// "Using Collection Operators".
enum Aggregates {
  /// Applies a function; null for a collection that is missing, and for what has elements of the wrong kind.
  static func apply(_ function: Function, _ arguments: [PredicateValue]) -> PredicateValue {
    guard case .list(let elements)? = arguments.first else { return .null }
    switch function {
    case .count, .size: return .integer(Int64(elements.count))
    case .minimum: return extreme(elements) { $0 < 0 }
    case .maximum: return extreme(elements) { $0 > 0 }
    case .sum: return Sum(elements)?.total ?? .null
    case .average: return Sum(elements)?.mean ?? .null
    case .median: return median(elements)
    case .mode: return mode(elements)
    case .standardDeviation: return standardDeviation(elements)
    default: return .null
    }
  }

  /// The first element that comes before all others by this rule.
  private static func extreme(
    _ elements: [PredicateValue], _ precedes: (Int) -> Bool
  ) -> PredicateValue {
    elements.reduce(.null) { best, element in
      guard best != .null else { return element }
      return ValueComparison.order(element, best).map(precedes) ?? false ? element : best
    }
  }

  // MARK: - Sums

  private struct Sum {
    private var exact = ExactSum()
    private var hasDecimals = false
    private let count: Int

    /// Nil if something is no number.
    init?(_ elements: [PredicateValue]) {
      count = elements.count
      for element in elements where element != .null {
        switch NumericValue(element) {
        case .integer(let number): exact.add(number)
        case .double(let number): exact.add(number)
        case nil: return nil
        }
        if element.kind == .decimal { hasDecimals = true }
      }
    }

    var total: PredicateValue {
      switch exact.value {
      case .integer(let number): .integer(number)
      case .real(let number): value(number)
      }
    }

    /// 0 for nothing.
    var mean: PredicateValue { value(count == 0 ? 0 : exact.real / Double(count)) }

    private func value(_ number: Double) -> PredicateValue {
      number.isNaN ? .null : .double(hasDecimals ? number.roundedToDecimalDigits : number)
    }
  }

  // MARK: - Statistics

  /// The numbers that are there; nil if something is no number.
  private static func numbers(_ elements: [PredicateValue]) -> [Double]? {
    let present = elements.filter { $0 != .null }
    let numbers = present.compactMap { NumericValue($0)?.asDouble }
    return numbers.count == present.count ? numbers : nil
  }

  /// The middle one, or halfway between the middle two; null for none.
  private static func median(_ elements: [PredicateValue]) -> PredicateValue {
    guard let sorted = numbers(elements)?.sorted(), !sorted.isEmpty else { return .null }
    let middle = sorted.count / 2
    let value = sorted.count.isMultiple(of: 2) ? sorted[middle - 1] / 2 + sorted[middle] / 2 : sorted[middle]
    return value.isNaN ? .null : .double(value)
  }

  private static func mode(_ elements: [PredicateValue]) -> PredicateValue {
    var counts: [PredicateValue: Int] = [:]
    for element in elements where element != .null {
      counts[NumericValue.normalized(element), default: 0] += 1
    }
    let most = counts.values.max()
    return extreme(elements.filter { counts[NumericValue.normalized($0)] == most }) { $0 < 0 }
  }

  /// Of the whole population, not of a sample; null for none.
  private static func standardDeviation(_ elements: [PredicateValue]) -> PredicateValue {
    guard let numbers = numbers(elements), !numbers.isEmpty else { return .null }
    let count = Double(numbers.count)
    let mean = exactSum(numbers) / count
    let variance = exactSum(numbers.map { ($0 - mean) * ($0 - mean) }) / count
    return variance.isNaN ? .null : .double(variance.squareRoot())
  }

  private static func exactSum(_ numbers: [Double]) -> Double {
    var sum = ExactSum()
    for number in numbers { sum.add(number) }
    return sum.real
  }
}
