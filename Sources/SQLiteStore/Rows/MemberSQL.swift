import ObjectGraph
import SQLite

/// The statements that read a to-many relationship from where its members lie.
///
/// ```
/// SELECT "ZBOOK", Z_PK, 4, "Z_FOK_BOOK" FROM "ZPAGE" WHERE "ZBOOK" = ? ORDER BY …
/// SELECT p."Z_1POSTS", m.Z_PK, m.Z_ENT, 0
///   FROM "Z_1TAGS" p CROSS JOIN "ZTAG" m ON m.Z_PK = p."Z_4TAGS" WHERE p."Z_1POSTS" = ? ORDER BY …
/// ```
struct MemberSQL {
  /// The tables.
  private let source: SQLText
  private let owner: SQLText
  private let key: SQLText
  /// The number of the member's entity: a column where there are several, else the number itself.
  private let entity: SQLText
  /// Nil where the list has no order.
  private let order: SQLText?
  private let condition: SQLText?

  /// - Throws: `StoreError.unknownEntity` for a relationship of another model.
  init(_ relationship: ResolvedRelationship, in schema: StoreSchema) throws(StoreError) {
    let members = try schema.mapping(named: relationship.destination.name)
    let rows: SQLText
    switch relationship.storage {
    case .pairs(let table, let side):
      rows = "m."
      let pairs = try schema.mapping(of: table)
      let (here, there) = (pairs.half(side), pairs.half(side.opposite))
      var source: SQLText = ""
      source.append(pairs.name)
      // The order of the tables is fixed: from few pairs to the rows of their members.
      source.append(" p CROSS JOIN ")
      source.append(members.table)
      source.append(" m ON m.Z_PK = p.")
      source.append(there.key)
      self.source = source
      owner = Self.column(here.key, in: "p.")
      order = here.order.map { Self.column($0, in: "p.") }
    case .inverseColumn, .column:
      rows = ""
      guard let inverse = relationship.inverse,
        let column = members.entity.columnIndex(named: inverse.name)
      else { throw .unknownProperty(entity: members.entity.name, property: relationship.name) }
      source = Self.column(members.table, in: "")
      owner = Self.column(members.columns[column].name, in: "")
      order = members.columns[column].reference?.orderColumn.map { Self.column($0, in: "") }
    }
    key = Self.joined(rows, "Z_PK")
    entity = Self.entity(of: members, rows)
    condition = members.condition(in: rows)
  }

  private static func entity(of members: TableMapping, _ rows: SQLText) -> SQLText {
    guard !members.entity.family.isPolymorphic else { return joined(rows, "Z_ENT") }
    var sql: SQLText = ""
    sql.append(entityNumber: members.entity.number)
    return sql
  }

  /// Owner, key, entity and place of each member: by owner, then by place, then by key.
  func members(of owners: [Int64]) -> SQLText {
    var sql: SQLText = "SELECT "
    sql.append(owner)
    for column in [key, entity, order ?? "0"] {
      sql.append(", ")
      sql.append(column)
    }
    sql.append(rows(of: owners))
    sql.append(" ORDER BY ")
    sql.append(owner)
    for column in [order, key].compactMap(\.self) {
      sql.append(", ")
      sql.append(column)
    }
    return sql
  }

  /// How many members an object has.
  func count(of owner: Int64) -> SQLText {
    var sql: SQLText = "SELECT count(*)"
    sql.append(rows(of: [owner]))
    return sql
  }

  /// The greatest place in an object's list; nil where that has no order.
  func lastOrder(of owner: Int64) -> SQLText? {
    guard let order else { return nil }
    var sql: SQLText = "SELECT "
    sql.append(order)
    sql.append(rows(of: [owner]))
    sql.append(" ORDER BY ")
    sql.append(order)
    sql.append(" DESC LIMIT 1")
    return sql
  }

  private func rows(of owners: [Int64]) -> SQLText {
    var sql: SQLText = " FROM "
    sql.append(source)
    sql.append(" WHERE ")
    sql.append(owner)
    if owners.count == 1 {
      sql.append(" = ")
      sql.bind(.integer(owners[0]))
    } else {
      sql.append(" IN ")
      sql.append(JSONList.sql(owners))
    }
    sql.append(condition: condition)
    return sql
  }

  private static func column(_ name: SQLIdentifier, in table: SQLText) -> SQLText {
    var sql = table
    sql.append(name)
    return sql
  }

  private static func joined(_ table: SQLText, _ column: SQLText) -> SQLText {
    var sql = table
    sql.append(column)
    return sql
  }
}
