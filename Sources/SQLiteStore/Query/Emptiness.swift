import ObjectGraph
import PredicateLanguage

/// A comparison that asks whether a collection has an element, put as a count: SQL then stops at the first one.
///
/// ```
/// SUBQUERY(items, $x, $x.price > 3).@count > 0     EXISTS (SELECT 1 FROM "ZITEM" t1 WHERE …)
/// items.@count == 0                                NOT EXISTS (SELECT 1 FROM "ZITEM" t1 WHERE …)
/// owner.items.@count == 0                          (… IS NOT NULL AND NOT EXISTS (SELECT 1 FROM …))
/// ```
struct Emptiness {
  private let collection: ValueTerm<BoundKeyPath>
  private let isEmpty: Bool
  /// What holds of a collection that is not there, whose count is no number.
  private let holdsOfNone: Bool

  /// Nil for any other comparison.
  init?(_ comparison: Comparison<BoundKeyPath>) {
    guard comparison.modifier == .direct, case .function(let function, let arguments) = comparison.left,
      function == .count || function == .size, arguments.count == 1,
      case .constant(.integer(let number), _) = comparison.right
    else { return nil }
    collection = arguments[0]
    holdsOfNone = comparison.operator == .notEqual
    switch (comparison.operator, number) {
    case (.greater, 0), (.greaterOrEqual, 1), (.notEqual, 0): isEmpty = false
    case (.equal, 0), (.less, 1), (.lessOrEqual, 0): isEmpty = true
    default: return nil
    }
  }

  /// The condition, never NULL; nil for what is beyond SQL.
  func condition(_ compiler: PredicateCompiler) throws(StoreError) -> SQLText? {
    guard let collection = try compiler.collection(collection) else { return nil }
    let exists = collection.tables.selecting("1").wrapped("EXISTS (", ")")
    guard let isThere = collection.isThere else { return isEmpty ? exists.negated : exists }
    if isEmpty { return SQLText.balanced([isThere, exists.negated], " AND ") }
    return holdsOfNone ? SQLText.balanced([isThere.parenthesized.negated, exists], " OR ") : exists
  }
}
