import ObjectGraph
import SQLite

/// What a relationship of the objects of one old entity links, whatever the table it lies in.
struct OldLinks {
  /// A SELECT with the columns `owner`, `member`, `entity` (the member's number), `place` (the member's in the
  /// owner's list) and `inverse` (the owner's in the member's list).
  let selection: SQLText
  /// What members may be.
  let family: EntityFamily

  /// - Parameters:
  ///   - name: of the relationship, own or inherited.
  ///   - moved: the name that a table has meanwhile.
  /// - Returns: nil if the entity has no such relationship.
  init?(
    _ name: String, of entity: EntityDescription, in schema: StoreSchema,
    _ moved: (SQLIdentifier) -> SQLIdentifier
  ) throws(StoreError) {
    guard let relationship = entity.relationship(named: name) else { return nil }
    family = relationship.destination
    let owners = try schema.mapping(of: entity)
    let members = try schema.mapping(named: relationship.destination.name)
    switch relationship.storage {
    case .column(let index):
      selection = Self.selection(owners.columns[index], of: entity, moved(owners.table))
    case .inverseColumn:
      guard let inverse = relationship.inverse,
        let index = members.entity.columnIndex(named: inverse.name)
      else { return nil }
      selection = Self.selection(
        members.columns[index], of: members.entity, moved(members.table), leadingTo: entity)
    case .pairs(let table, let side):
      selection = Self.selection(
        try schema.mapping(of: table), side, of: entity, moved(owners.table), moved(members.table), moved)
    }
  }

  /// In the owners' own column.
  private static func selection(
    _ column: TableColumn, of entity: EntityDescription, _ table: SQLIdentifier
  ) -> SQLText {
    var sql: SQLText = "SELECT Z_PK AS owner, "
    sql.append(column.name)
    sql.append(" AS member, ")
    sql.append(column.reference?.number ?? "NULL")
    sql.append(" AS entity, NULL AS place, ")
    sql.append(column.reference?.orderColumn)
    sql.append(" AS inverse FROM ")
    sql.append(table)
    sql.append(" WHERE Z_ENT = ")
    sql.append(entityNumber: entity.number)
    sql.append(" AND ")
    sql.append(column.name)
    sql.append(" IS NOT NULL")
    return sql
  }

  /// In the members' column that leads back.
  private static func selection(
    _ column: TableColumn, of members: EntityDescription, _ table: SQLIdentifier,
    leadingTo entity: EntityDescription
  ) -> SQLText {
    var sql: SQLText = "SELECT "
    sql.append(column.name)
    sql.append(" AS owner, Z_PK AS member, Z_ENT AS entity, ")
    sql.append(column.reference?.orderColumn)
    sql.append(" AS place, NULL AS inverse FROM ")
    sql.append(table)
    sql.append(" WHERE ")
    sql.append(EntityCondition.rows(of: members.family.numbers))
    sql.append(" AND ")
    sql.append(column.name)
    sql.append(" IS NOT NULL AND ")
    sql.append(column.reference?.number ?? "NULL")
    sql.append(" = ")
    sql.append(entityNumber: entity.number)
    return sql
  }

  /// In a table of pairs.
  private static func selection(
    _ pairs: PairMapping, _ side: PairTable.Side, of entity: EntityDescription, _ owners: SQLIdentifier,
    _ members: SQLIdentifier, _ moved: (SQLIdentifier) -> SQLIdentifier
  ) -> SQLText {
    let (mine, other) = (pairs.half(side), pairs.half(side.opposite))
    var sql: SQLText = "SELECT p."
    sql.append(mine.key)
    sql.append(" AS owner, p.")
    sql.append(other.key)
    sql.append(" AS member, m.Z_ENT AS entity, ")
    if mine.order != nil { sql.append("p.") }
    sql.append(mine.order)
    sql.append(" AS place, ")
    if other.order != nil { sql.append("p.") }
    sql.append(other.order)
    sql.append(" AS inverse FROM ")
    sql.append(moved(pairs.name))
    sql.append(" AS p JOIN ")
    sql.append(owners)
    sql.append(" AS o ON o.Z_PK = p.")
    sql.append(mine.key)
    sql.append(" JOIN ")
    sql.append(members)
    sql.append(" AS m ON m.Z_PK = p.")
    sql.append(other.key)
    sql.append(" WHERE o.Z_ENT = ")
    sql.append(entityNumber: entity.number)
    return sql
  }
}

extension SQLText {
  /// Adds the name of a column, or NULL where there is none.
  fileprivate mutating func append(_ column: SQLIdentifier?) {
    if let column { append(column) } else { append("NULL" as SQLText) }
  }
}
