/// Parts of the language that a random predicate may have.
enum PhraseFeature: CaseIterable, Hashable, Sendable {
  /// ANY, SOME, ALL, NONE.
  case quantifier
  /// IN and CONTAINS with a to-many path.
  case membership
  /// `@count`, `@sum` and their like.
  case collectionOperator
  case subquery
  case ternary
  case cast
  /// `x[0]`, `x[FIRST]`, `x[SIZE]`.
  case index
  /// `abs(x)`, `uppercase(x)`, `modulus:by:(x, y)`.
  case function
  /// `sum(x)`, `median(x)`, `max(x, y)`.
  case listFunction
  /// UNION, INTERSECT, MINUS.
  case setOperator
  /// `**` and the bit operators.
  case power
}
