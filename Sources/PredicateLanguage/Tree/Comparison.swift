/// One comparison: `left operator[options] right`.
public struct Comparison<Key: Hashable & Sendable>: Hashable, Sendable {
  /// How a left side that is a list takes part.
  public enum Modifier: Hashable, Sendable {
    /// As one value.
    case direct
    /// Some element has to satisfy the comparison. `NONE` is a negation around this.
    case any
    /// Every element has to; true for none.
    case all
  }

  /// How a list on the left takes part.
  public var modifier: Modifier
  /// The side before the operator.
  public var left: ValueTerm<Key>
  /// The operator.
  public var `operator`: ComparisonOperator
  /// Options for text; without effect on other values.
  public var options: StringOptions
  /// The side after the operator.
  public var right: ValueTerm<Key>
  /// The place of the whole comparison.
  public var range: SourceRange

  /// Puts a comparison together; a tree made by hand needs no range.
  public init(
    modifier: Modifier = .direct, _ left: ValueTerm<Key>, _ operator: ComparisonOperator,
    options: StringOptions = [], _ right: ValueTerm<Key>, range: SourceRange = .none
  ) {
    self.modifier = modifier
    self.left = left
    self.operator = `operator`
    self.options = options
    self.right = right
    self.range = range
  }
}
