import FoundationEssentials
import ObjectGraph
import PredicateLanguage
import SQLite

/// What of a store stands against a migration: values that would be lost, objects that would collide.
///
/// - Complexity: O(rows) for each loss and each new constraint.
struct MigrationSurvey {
  /// Those of the plan that concern anything, with their numbers.
  private(set) var losses: [MigrationLoss] = []
  /// Objects with the same values where a new constraint wants them to differ, `limit` groups at most.
  private(set) var collisions: [MigrationCollision] = []

  /// Most groups of colliding objects that are named.
  static let limit = 20
  /// Most objects of a group that are named.
  static let objectLimit = 10

  private let map: MigrationMap
  private let identifier: UUID
  private let connection: Connection

  init(_ planned: PlannedMigration, to new: StoreSchema, on connection: Connection) throws(StoreError) {
    map = try MigrationMap(planned, to: new, on: connection)
    identifier = planned.identifier
    self.connection = connection
    try checkNumbers()
    for loss in planned.plan.losses {
      var counted = loss
      counted.count = try count(loss)
      if counted.count != 0 { losses.append(counted) }
    }
    let copies = try map.copies()
    for entity in new.model.entities {
      for constraint in entity.uniquenessConstraints {
        try collect(constraint, of: entity, copies.filter { entity.family.contains($0.new.entity.name) })
      }
    }
  }

  private func query(_ sql: SQLText) throws(StoreError) -> [[SQLiteValue]] {
    try asStoreError { () throws(SQLiteError) in try connection.rows(sql.text, sql.bindings) }
  }
}

// MARK: - Rows of no entity

extension MigrationSurvey {
  /// Rows go by their entity's number; one with another number would silently stay behind.
  private func checkNumbers() throws(StoreError) {
    for table in map.old.tables {
      var sql: SQLText = "SELECT count(*) FROM "
      sql.append(table.name)
      sql.append(" WHERE Z_ENT IS NULL OR NOT ")
      sql.append(EntityCondition.rows(of: table.root.family.numbers))
      guard case .integer(let count)? = try query(sql).first?.first, count > 0 else { continue }
      throw .corrupt(
        reason: "\(count) rows of the table \(table.name.quoted) belong to no entity of the model")
    }
  }
}

// MARK: - Losses

extension MigrationSurvey {
  private func count(_ loss: MigrationLoss) throws(StoreError) -> Int {
    var count = 0
    for name in loss.affectedEntities {
      guard let entity = map.old.model.entity(named: name), let sql = try counting(loss.property, of: entity)
      else { continue }
      if case .integer(let rows)? = try query(sql).first?.first { count += Int(rows) }
    }
    return count
  }

  /// Objects of an entity itself; those with a value, or what they are linked to, where it is about a property.
  private func counting(_ property: String?, of entity: EntityDescription) throws(StoreError) -> SQLText? {
    let mapping = try map.old.mapping(of: entity)
    var sql: SQLText = "SELECT count(*) FROM "
    if let property, let links = try OldLinks(property, of: entity, in: map.old, { $0 }) {
      sql.append("(")
      sql.append(links.selection)
      sql.append(")")
      return sql
    }
    sql.append(mapping.table)
    sql.append(" WHERE Z_ENT = ")
    sql.append(entityNumber: entity.number)
    if let property {
      guard let column = entity.columnIndex(named: property) else { return nil }
      sql.append(" AND ")
      sql.append(mapping.columns[column].name)
      sql.append(" IS NOT NULL")
    }
    return sql
  }
}

// MARK: - Constraints

extension MigrationSurvey {
  private mutating func collect(
    _ constraint: [String], of entity: EntityDescription, _ copies: [EntityCopy]
  ) throws(StoreError) {
    let room = Self.limit - collisions.count
    guard room > 0, !copies.isEmpty else { return }
    let values = constraint.indices.map { SQLIdentifier("v\($0)") }
    let rows = Self.rows(constraint, values, copies)
    for group in try query(groups(values, of: rows, limit: room)) {
      guard case .integer(let count) = group[0] else { continue }
      let members = try query(members(values, equalTo: group.dropFirst(), of: rows))
      collisions.append(
        MigrationCollision(
          entity: entity.name, constraint: constraint, objectIDs: members.compactMap { objectID($0) },
          count: Int(count)))
    }
  }

  private func objectID(_ row: [SQLiteValue]) -> ObjectID? {
    guard case .integer(let key) = row[0], case .integer(let number) = row[1] else { return nil }
    let entity = map.old.model.entities[Int(number) - 1].name
    return ObjectID(store: identifier, entity: entity, key: .permanent(key))
  }

  /// Every object that the constraint is about: its key, its old entity's number, and the values that it will
  /// have; an object with a missing one shares them with nobody.
  private static func rows(
    _ constraint: [String], _ names: [SQLIdentifier], _ copies: [EntityCopy]
  ) -> SQLText {
    var sql: SQLText = "(SELECT * FROM ("
    for (position, copy) in copies.enumerated() {
      if position > 0 { sql.append(" UNION ALL ") }
      sql.append("SELECT Z_PK AS k, Z_ENT AS e")
      for (property, name) in zip(constraint, names) {
        sql.append(", ")
        sql.append(
          copy.new.entity.columnIndex(named: property).flatMap { copy.values(of: $0).first } ?? "NULL")
        sql.append(" AS ")
        sql.append(name)
      }
      sql.append(" FROM ")
      sql.append(copy.old.table)
      sql.append(" WHERE ")
      sql.append(copy.rows)
    }
    sql.append(") WHERE ")
    for (position, name) in names.enumerated() {
      if position > 0 { sql.append(" AND ") }
      sql.append(name)
      sql.append(" IS NOT NULL")
    }
    sql.append(")")
    return sql
  }

  /// How many objects share values, and the values.
  private func groups(_ values: [SQLIdentifier], of rows: SQLText, limit: Int) -> SQLText {
    var sql: SQLText = "SELECT count(*), "
    sql.append(list: values)
    sql.append(" FROM ")
    sql.append(rows)
    sql.append(" GROUP BY ")
    sql.append(list: values)
    sql.append(" HAVING count(*) > 1 ORDER BY min(k) LIMIT ")
    sql.bind(.integer(Int64(limit)))
    return sql
  }

  private func members(
    _ values: [SQLIdentifier], equalTo group: ArraySlice<SQLiteValue>, of rows: SQLText
  ) -> SQLText {
    var sql: SQLText = "SELECT k, e FROM "
    sql.append(rows)
    for (position, (value, shared)) in zip(values, group).enumerated() {
      sql.append(position > 0 ? " AND " : " WHERE ")
      sql.append(value)
      sql.append(" = ")
      sql.bind(shared)
    }
    sql.append(" ORDER BY k, e LIMIT ")
    sql.bind(.integer(Int64(Self.objectLimit)))
    return sql
  }
}
