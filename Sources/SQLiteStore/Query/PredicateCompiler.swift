import FoundationEssentials
import ObjectGraph
import PredicateLanguage
import SQLite

/// Turns a bound predicate into a condition that is true for exactly the rows the evaluator says yes to.
///
/// SQL has three truth values, the language has two. Where only "true" counts (the positive position), an
/// unknown does no harm; below a NOT every condition is made exact:
/// ```
/// a < 3                a < ?
/// NOT a < 3            NOT coalesce(a < ?, 0)
/// a != 3               a IS NOT ?              (a missing value is not 3)
/// name CONTAINS[c] x   OBJWIRE_MATCH(name, ?, 17)
/// ANY items.price > 3  EXISTS (SELECT 1 FROM "ZITEM" t1 WHERE t1."ZBOX" = "ZBOX".Z_PK AND t1."ZPRICE" > ?)
/// sqrt(a) > 3          OBJWIRE_HOLDS(?, a)     (a comparison that SQL cannot make)
/// ```
struct PredicateCompiler {
  /// Most values of a list that are bound one by one; longer lists are bound as a whole.
  static let singlesLimit = 1_000

  /// Most comparisons that are written as SQL: the time SQLite takes to plan grows with their square.
  static let leafLimit = 500

  /// Most subqueries and alternatives inside each other; SQLite's parser would hardly take more.
  static let levelLimit = 8

  let schema: StoreSchema
  let store: UUID
  /// The row of the fetched object.
  var root: RowSQL
  /// What the subqueries around stand at, by variable; by no name what a modifier stands at.
  var scope: [String: TermSQL] = [:]
  /// What that is.
  var types: BoundScope = [:]
  /// The number of the first short name of a table that is free.
  var alias = 1
  /// How many subqueries and alternatives are around.
  var level = 0

  init(mapping: TableMapping, schema: StoreSchema, store: UUID) {
    self.schema = schema
    self.store = store
    root = RowSQL(fetched: mapping)
  }

  /// Turns key paths into SQL.
  var paths: KeyPathCompiler { KeyPathCompiler(schema: schema, start: root.object, alias: alias) }

  /// The condition of a whole predicate; what is too deep or too much for SQL is left to a `RowTest`.
  func whole(_ node: PredicateNode<BoundKeyPath>) throws(StoreError) -> SQLText {
    let folded = ListFolding.fold(node)
    // Taken apart once, so that one part that SQL cannot have does not keep the others from an index.
    let parts = if case .and(let parts) = folded { parts } else { [folded] }
    var conditions: [SQLText] = []
    var rest: [PredicateNode<BoundKeyPath>] = []
    var room = Self.leafLimit
    for part in parts {
      let leaves = part.leafCount
      if leaves <= room, let condition = try shallow(part) {
        conditions.append(condition)
        room -= leaves
      } else {
        rest.append(part)
      }
    }
    if !rest.isEmpty { conditions.append(try test(.conjunction(rest))) }
    return SQLText.balanced(conditions[...], " AND ")
  }

  /// The condition, unless it is too deep.
  private func shallow(_ node: PredicateNode<BoundKeyPath>) throws(StoreError) -> SQLText? {
    let condition = try condition(node)
    return condition.nesting <= SQLText.nestingLimit ? condition : nil
  }

  /// A test in memory.
  ///
  /// - Parameter tested: what stands for it in this scope, if that is something else.
  private func test(
    _ node: PredicateNode<BoundKeyPath>, by tested: PredicateNode<BoundKeyPath>? = nil
  ) throws(StoreError) -> SQLText {
    try RowTest(node, by: tested ?? node, self).sql
  }

  /// The condition.
  ///
  /// - Parameter isExact: true where the result must be 1 or 0, never NULL.
  func condition(
    _ node: PredicateNode<BoundKeyPath>, isExact: Bool = false
  ) throws(StoreError) -> SQLText {
    switch node {
    case .constant(let truth): return truth ? "1" : "0"
    case .and(let parts):
      return parts.isEmpty ? "1" : SQLText.balanced(try conditions(parts, isExact)[...], " AND ")
    case .or(let parts):
      return parts.isEmpty ? "0" : SQLText.balanced(try conditions(parts, isExact)[...], " OR ")
    case .not(let part): return try condition(part, isExact: true).parenthesized.negated
    case .comparison(let comparison): return try condition(comparison, isExact)
    }
  }

  private func conditions(
    _ parts: [PredicateNode<BoundKeyPath>], _ isExact: Bool
  ) throws(StoreError) -> [SQLText] {
    try parts.map { part throws(StoreError) in try condition(part, isExact: isExact) }
  }

  // MARK: - Comparisons

  private func condition(
    _ comparison: Comparison<BoundKeyPath>, _ isExact: Bool
  ) throws(StoreError) -> SQLText {
    if let condition = try Emptiness(comparison)?.condition(self) { return condition }
    let condition =
      comparison.modifier == .direct
      ? try ComparisonCompiler(self, comparison).condition(isExact: isExact) : try quantified(comparison)
    if let condition { return condition }
    return try test(.comparison(comparison))
  }

  /// The comparison for some or for every element of a collection.
  private func quantified(_ comparison: Comparison<BoundKeyPath>) throws(StoreError) -> SQLText? {
    guard let collection = try collection(comparison.left) else { return nil }
    let type = comparison.left.boundType(in: types).element
    let inner = within(collection, Self.element, type)
    var single = comparison
    single.modifier = .direct
    single.left = .variable(Self.element, .none)
    let isAny = comparison.modifier == .any
    var condition = try ComparisonCompiler(inner, single).condition(isExact: !isAny)
    if condition == nil {
      condition = try inner.test(.comparison(comparison), by: .comparison(single))
    }
    guard let condition else { return nil }
    return isAny
      ? collection.exists(where: condition)
      : collection.exists(where: condition.parenthesized.negated).negated
  }

  /// The name in the scope of what a modifier stands at; no variable can have it.
  private static let element = ""
}
