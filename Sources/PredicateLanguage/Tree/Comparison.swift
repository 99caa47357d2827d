/// One comparison: `left operator[options] right`.
public struct Comparison<Key: Hashable & Sendable>: Hashable, Sendable {
  /// How a list on the left takes part.
  public var modifier: ComparisonModifier
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
    modifier: ComparisonModifier = .direct, _ left: ValueTerm<Key>, _ operator: ComparisonOperator,
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
