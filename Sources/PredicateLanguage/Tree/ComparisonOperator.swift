/// What stands between the two sides of a comparison.
///
/// How each one is written is in `OperatorTable`, what it means in `ValueComparison`.
public enum ComparisonOperator: Hashable, Sendable, CaseIterable {
  case equal
  case notEqual
  case less
  case lessOrEqual
  case greater
  case greaterOrEqual
  /// Left lies between the two elements of the list on the right, both included.
  case between
  /// Left is an element of the list, or a part of the text, on the right.
  case `in`
  /// Right is an element of the list, or a part of the text, on the left.
  case contains
  case beginsWith
  case endsWith
  /// The whole text on the left fits the pattern on the right; see `LikePattern`.
  case like
  /// The whole text on the left fits the regular expression on the right; see `RegularExpression`.
  case matches
}
