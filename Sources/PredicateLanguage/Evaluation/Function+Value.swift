extension Function {
  /// What the function gives for these values.
  ///
  /// Null for a missing argument, for what the function is not for, and for what has no result, as the root of a
  /// negative number; only counts, sums and averages know what to make of missing values.
  /// - Parameter arguments: as many as the function takes; a collection is a list.
  public func apply(_ arguments: [PredicateValue]) -> PredicateValue {
    switch self {
    case .add, .subtract, .multiply, .divide, .negate: Arithmetic.apply(self, arguments)
    case .modulus, .bitwiseAnd, .bitwiseOr, .bitwiseXor, .leftShift, .rightShift, .onesComplement:
      WholeNumbers.apply(self, arguments)
    case .power, .squareRoot, .logarithm, .naturalLogarithm, .exponential, .absolute, .ceiling, .floor,
      .truncate,
      .random, .randomBelow:
      Mathematics.apply(self, arguments)
    case .uppercase, .lowercase, .canonical, .length: TextValues.apply(self, arguments)
    case .now: .date(Moment.now)
    case .noIndex: arguments.first ?? .null
    case .cast: Self.cast(arguments)
    case .sum, .average, .count, .size, .minimum, .maximum, .median, .mode, .standardDeviation:
      Aggregates.apply(self, arguments)
    case .distinct, .union, .intersect, .minus, .element, .first, .last: Collections.apply(self, arguments)
    }
  }

  private static func cast(_ arguments: [PredicateValue]) -> PredicateValue {
    guard arguments.count == 2, case .string(let name) = arguments[1] else { return .null }
    return CastType(rawValue: name)?.value(of: arguments[0]) ?? .null
  }
}
