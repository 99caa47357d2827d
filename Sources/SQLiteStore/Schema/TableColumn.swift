import ObjectGraph

/// Where one property lies in its table.
struct TableColumn: Sendable {
  /// The property's own column; of a to-one relationship the one with the key.
  let name: SQLIdentifier
  let type: ColumnType
  let property: PropertyDescription
  /// Of a to-one relationship: what its key leads to.
  let reference: Reference?

  /// What the key in a column leads to.
  struct Reference: Sendable {
    /// What may be at the other end.
    let family: EntityFamily
    /// The column with the entity of the object at the other end; nil where there is only one.
    let entityColumn: SQLIdentifier?
    /// The entity that counts where that column holds none of the family, as others may have written it: the
    /// destination itself, unless it is abstract; then the key leads nowhere.
    let fallback: Int?
    /// The column with the object's place in the list at the other end; nil where that has no order.
    let orderColumn: SQLIdentifier?
  }
}

extension TableColumn {
  /// Every column that the property takes: its own, then the one with the entity at the other end.
  var names: [SQLIdentifier] { [name] + (reference?.entityColumn.map { [$0] } ?? []) }
}

extension TableColumn.Reference {
  /// The number in the column with the entity as it counts; nil where the key leads nowhere.
  func entityNumber(_ stored: Int64?) -> Int? {
    guard let stored, let number = Int(exactly: stored), family.numbers.contains(number) else {
      return fallback
    }
    return number
  }

  /// The number of the entity at the other end, in SQL; NULL for none.
  ///
  /// - Parameter table: what the columns are qualified with, a dot behind it.
  func entity(in table: SQLText = "") -> SQLText? {
    guard let entityColumn else { return nil }
    var number = table
    number.append(entityColumn)
    var sql: SQLText = "CASE WHEN "
    sql.append(number)
    sql.append(" BETWEEN ")
    sql.append(entityNumber: family.numbers.lowerBound)
    sql.append(" AND ")
    sql.append(entityNumber: family.numbers.upperBound - 1)
    sql.append(" THEN ")
    sql.append(number)
    if let fallback {
      sql.append(" ELSE ")
      sql.append(entityNumber: fallback)
    }
    sql.append(" END")
    return sql
  }
}
