import ObjectGraph

/// Tells the rows of an entity from those of its relatives in the table they share.
enum EntityCondition {
  /// The condition; nil where every row of the table is meant.
  ///
  /// ```
  /// likelihood(Z_ENT = 3, 0.25)                 an entity without subentities, or without regard to them
  /// likelihood(Z_ENT BETWEEN 2 AND 4, 0.25)
  /// ```
  /// Without the likelihood SQLite expects a handful of rows of an entity, and would rather search them all
  /// than use the index of a value; at a quarter of the table, the index of entities serves where no other
  /// does.
  ///
  /// - Parameter table: what the column is qualified with, a dot behind it.
  static func rows(
    of entity: EntityDescription, in shared: SharedTable, includesSubentities: Bool = true,
    _ table: SQLText = ""
  ) -> SQLText? {
    let numbers = includesSubentities ? entity.family.numbers : entity.number..<entity.number + 1
    guard shared.isPolymorphic, numbers != shared.root.family.numbers else { return nil }
    var sql: SQLText = "likelihood("
    sql.append(rows(of: numbers, table))
    sql.append(", 0.25)")
    return sql
  }

  /// The rows of entities with these numbers, at least one.
  static func rows(of numbers: Range<Int>, _ table: SQLText = "") -> SQLText {
    var sql = table
    guard numbers.count > 1 else {
      sql.append("Z_ENT = ")
      sql.append(entityNumber: numbers.lowerBound)
      return sql
    }
    sql.append("Z_ENT BETWEEN ")
    sql.append(entityNumber: numbers.lowerBound)
    sql.append(" AND ")
    sql.append(entityNumber: numbers.upperBound - 1)
    return sql
  }
}
