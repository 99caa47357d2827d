import ObjectGraph
import PredicateLanguage

/// The tables that a path leads through, one behind the other, each with a short name of its own.
///
/// ```
/// FROM "ZDEPARTMENT" t1 CROSS JOIN "ZCOMPANY" t2 ON t2.Z_PK = t1."ZCOMPANY"
///   WHERE t1.Z_PK = "ZEMPLOYEE"."ZDEPARTMENT"
/// FROM "ZITEM" t1 CROSS JOIN "Z_2TAGS" t2 ON t2."Z_2ITEMS" = t1.Z_PK CROSS JOIN "ZTAG" t3 ON t3.Z_PK = t2."Z_5TAGS"
///   WHERE t1."ZBOX" = "ZBOX".Z_PK
/// ```
/// The order of the tables is fixed: each is searched by what the one before it holds.
struct JoinedTables {
  /// Most tables of one path: SQLite joins 64.
  static let limit = 60

  /// The row that is reached.
  private(set) var row: RowSQL
  /// The number of the next short name.
  private(set) var alias: Int
  /// What the rows have to fulfil, that of the first table among it.
  private(set) var conditions: [SQLText] = []
  /// What brings the rows into the order of the relationships.
  private(set) var order: [SQLText] = []
  private var tables: SQLText = ""
  private let schema: StoreSchema

  /// The tables behind an object: its own first, unless its row is at hand.
  init(behind object: ObjectSQL, alias: Int, in schema: StoreSchema) throws(StoreError) {
    self.schema = schema
    self.alias = alias
    row = RowSQL(alias: alias, try schema.mapping(named: object.family.name))
    try goOn(from: object)
  }

  /// Goes on from an object outside, or from one that the rows so far lead to; it is left out where it is missing.
  mutating func goOn(from object: ObjectSQL) throws(StoreError) {
    if let row = object.row {
      self.row = row.qualified
    } else {
      join(try schema.mapping(named: object.family.name)) { row in .joined(row.key, " = ", object.key) }
    }
  }

  /// Adds a condition.
  mutating func add(condition: SQLText) { conditions.append(condition) }

  /// The statement that gives something for each row.
  ///
  /// - Parameter suffix: what stands behind the conditions.
  func selecting(_ selection: SQLText, _ suffix: SQLText = "") -> SQLText {
    var sql: SQLText = "SELECT "
    sql.append(selection)
    sql.append(" FROM ")
    sql.append(tables)
    for (index, condition) in conditions.enumerated() {
      sql.append(index == 0 ? " WHERE " : " AND ")
      sql.append(condition)
    }
    sql.append(suffix)
    return sql
  }
}

// MARK: - Relationships

extension JoinedTables {
  /// Goes on to the objects that a relationship leads to; they are all there.
  ///
  /// - Returns: false for what no table holds, and beyond the limit.
  mutating func follow(_ step: BoundKeyPath.Step) throws(StoreError) -> Bool {
    let entity = try schema.mapping(named: step.entity).entity
    guard alias <= Self.limit, let relationship = entity.relationship(named: step.relationship.name)
    else { return false }
    let members = try schema.mapping(named: step.relationship.destinationEntity)
    switch relationship.storage {
    case .column:
      guard let (column, _) = try schema.column(of: step) else { return false }
      let key = row.column(column)
      join(members) { row in .joined(row.key, " = ", key) }
    case .inverseColumn:
      guard let inverse = relationship.inverse,
        let column = members.entity.columnIndex(named: inverse.name).map({ members.columns[$0] })
      else { return false }
      let owner = row.key
      join(members) { row in .joined(row.column(column.name), " = ", owner) }
      order += (column.reference?.orderColumn).map { [row.column($0)] } ?? []
      order.append(row.key)
    case .pairs(let table, let side):
      try follow(schema.mapping(of: table), side, members)
    }
    return true
  }

  private mutating func follow(_ pairs: PairMapping, _ side: PairTable.Side, _ members: TableMapping) {
    let (here, there) = (pairs.half(side), pairs.half(side.opposite))
    let owner = row.key
    let pair = RowSQL.qualifier(alias: alias)
    join(pairs.name, .joined(pair.column(here.key), " = ", owner))
    join(members) { row in .joined(row.key, " = ", pair.column(there.key)) }
    order += here.order.map { [pair.column($0)] } ?? []
    order.append(row.key)
  }

  private mutating func join(_ mapping: TableMapping, on condition: (RowSQL) -> SQLText) {
    row = RowSQL(alias: alias, mapping)
    join(mapping.table, condition(row))
    if let rows = mapping.condition(in: row.qualifier) { conditions.append(rows) }
  }

  /// The condition of the first table tells what is outside, so it cannot be one of a join.
  private mutating func join(_ table: SQLIdentifier, _ condition: SQLText) {
    let isFirst = tables.isEmpty
    if !isFirst { tables.append(" CROSS JOIN ") }
    tables.append(table)
    tables.append(" ")
    tables.append(alias: alias)
    if isFirst {
      conditions.append(condition)
    } else {
      tables.append(" ON ")
      tables.append(condition)
    }
    alias += 1
  }
}

extension StoreSchema {
  /// Where a to-one relationship lies; nil for one that is to-many or not stored.
  func column(
    of step: BoundKeyPath.Step
  ) throws(StoreError) -> (name: SQLIdentifier, reference: TableColumn.Reference)? {
    let mapping = try mapping(named: step.entity)
    guard let index = mapping.entity.columnIndex(named: step.relationship.name),
      let reference = mapping.columns[index].reference
    else { return nil }
    return (mapping.columns[index].name, reference)
  }
}
