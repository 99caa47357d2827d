import FoundationEssentials

/// What the operators of the language mean between two values.
///
/// A missing value equals only a missing value; every other comparison with one is false. Values of different
/// kinds are never equal and have no order: everything but `!=` is false. Numbers, truth values and decimals
/// are one kind.
public enum ValueComparison {
  /// `left == right`, with `TRUE == 1` and `1 == 1.0`.
  public static func areEqual(
    _ left: PredicateValue, _ right: PredicateValue, options: StringOptions = []
  ) -> Bool {
    switch (left, right) {
    case (.integer(let a), .integer(let b)): a == b
    case (.null, .null): true
    case (.null, _), (_, .null): false
    case (.list(let a), .list(let b)):
      a.count == b.count && zip(a, b).allSatisfy { areEqual($0, $1, options: options) }
    case (.objectID(let a), .objectID(let b)): a == b
    default: order(left, right, options: options) == 0
    }
  }

  /// How two values compare.
  /// - Returns: a negative number, zero, or a positive number; nil if there is no order between them, as with
  ///   null, NaN, lists, objects and different kinds.
  public static func order(
    _ left: PredicateValue, _ right: PredicateValue, options: StringOptions = []
  ) -> Int? {
    switch (left, right) {
    case (.string(let a), .string(let b)), (.url(let a), .url(let b)):
      return StringComparison.compare(a, b, options: options)
    case (.date(let a), .date(let b)):
      guard let a = NumericValue(a), let b = NumericValue(b) else { return nil }
      return NumericValue.compare(a, b)
    case (.uuid(let a), .uuid(let b)):
      return compareUUIDs(a, b)
    case (.data(let a), .data(let b)):
      return StringComparison.compareBytes(a.span, b.span)
    default:
      guard let a = NumericValue(left), let b = NumericValue(right) else { return nil }
      return NumericValue.compare(a, b)
    }
  }

  /// Compares the 16 bytes.
  static func compareUUIDs(_ left: UUID, _ right: UUID) -> Int {
    left == right ? 0 : left < right ? -1 : 1
  }

  /// `left operator right`.
  public static func holds(
    _ left: PredicateValue, _ operator: ComparisonOperator, _ right: PredicateValue,
    options: StringOptions = []
  ) -> Bool {
    switch `operator` {
    case .equal: return areEqual(left, right, options: options)
    case .notEqual: return !areEqual(left, right, options: options)
    case .less: return order(left, right, options: options).map { $0 < 0 } ?? false
    case .lessOrEqual: return order(left, right, options: options).map { $0 <= 0 } ?? false
    case .greater: return order(left, right, options: options).map { $0 > 0 } ?? false
    case .greaterOrEqual: return order(left, right, options: options).map { $0 >= 0 } ?? false
    case .between: return isBetween(left, right)
    case .in: return contains(right, left, options)
    case .contains: return contains(left, right, options)
    case .beginsWith, .endsWith, .like, .matches: return text(left, `operator`, right, options)
    }
  }

  private static func isBetween(_ value: PredicateValue, _ bounds: PredicateValue) -> Bool {
    guard case .list(let list) = bounds, list.count == 2 else { return false }
    return holds(value, .greaterOrEqual, list[0]) && holds(value, .lessOrEqual, list[1])
  }

  /// `container CONTAINS element`: an element of a list, or a part of a text.
  private static func contains(
    _ container: PredicateValue, _ element: PredicateValue, _ options: StringOptions
  ) -> Bool {
    if case .list(let elements) = container {
      return elements.contains { areEqual($0, element, options: options) }
    }
    return text(container, .contains, element, options)
  }

  private static func text(
    _ left: PredicateValue, _ operator: ComparisonOperator, _ right: PredicateValue,
    _ options: StringOptions
  ) -> Bool {
    guard let left = left.text, let right = right.text else { return false }
    return TextMatcher(`operator`, right, options: options)?.matches(left) ?? false
  }
}

extension PredicateValue {
  /// What string operators look at: strings and URIs.
  @inline(__always)
  var text: String? {
    switch self {
    case .string(let text), .url(let text): text
    default: nil
    }
  }
}
