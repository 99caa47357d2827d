/// How a left side that is a list takes part in a comparison.
public enum ComparisonModifier: Hashable, Sendable {
  /// As one value.
  case direct
  /// Some element has to satisfy the comparison.
  ///
  /// `NONE` is a negation around this.
  case any
  /// Every element has to; true for none.
  case all
}
