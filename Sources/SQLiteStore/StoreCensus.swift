import ObjectGraph
import SQLite

/// What lies in a store: how many objects, and which keys lead nowhere.
package struct StoreCensus: Sendable {
  /// A relationship with keys of objects that are not there, or an attribute with values in files that are not there:
  /// as only others can have written them.
  package struct Dangling: Hashable, Sendable {
    /// The relationship or attribute with the entity that declares it, such as `Page.book`.
    package let relationship: String
    /// How many keys, pairs or values lead nowhere.
    package let count: Int
  }

  /// How many objects there are of each entity itself, subentities apart; those without any are left out.
  package private(set) var objectCounts: [String: Int] = [:]
  /// In order of entity.
  package private(set) var dangling: [Dangling] = []

  /// - Complexity: O(rows of all tables).
  init(_ connection: Connection, _ schema: StoreSchema) throws(SQLiteError) {
    try ExternalData.register(on: connection)
    for table in schema.tables { try count(table, connection) }
    for mapping in schema.mappings where schema.configuration.holds(mapping.entity) {
      try findDangling(mapping, connection, schema)
      try findMissingFiles(mapping, connection)
    }
    for pairs in schema.ownPairs { try findDangling(pairs, connection, schema) }
  }

  private mutating func count(_ table: SharedTable, _ connection: Connection) throws(SQLiteError) {
    var sql: SQLText = "SELECT Z_ENT, count(*) FROM "
    sql.append(table.name)
    sql.append(" GROUP BY Z_ENT")
    for row in try connection.rows(sql.text) {
      guard case .integer(let number) = row[0], case .integer(let count) = row[1],
        let number = Int(exactly: number), let name = table.root.family.name(ofNumber: number)
      else { continue }
      objectCounts[name] = Int(count)
    }
  }

  /// Looks at the references that an entity declares itself.
  private mutating func findDangling(
    _ mapping: TableMapping, _ connection: Connection, _ schema: StoreSchema
  ) throws(SQLiteError) {
    let entity = mapping.entity
    for (identity, column) in zip(entity.columnIdentities, mapping.columns) {
      guard identity.entity.utf8.elementsEqual(entity.name.utf8), let reference = column.reference,
        let condition = Self.isMissing(column.name, of: reference.family, schema)
      else { continue }
      try note("\(entity.name).\(column.property.name)", mapping.table, [condition], connection)
    }
  }

  /// Looks at the values that an entity's own attributes keep beside the file.
  private mutating func findMissingFiles(
    _ mapping: TableMapping, _ connection: Connection
  ) throws(SQLiteError) {
    let entity = mapping.entity
    for (identity, column) in zip(entity.columnIdentities, mapping.columns) where column.isExternal {
      guard identity.entity.utf8.elementsEqual(entity.name.utf8) else { continue }
      var condition: SQLText = "(o."
      condition.append(column.name)
      condition.append(" NOT NULL AND ")
      condition.append(column.value(in: "o."))
      condition.append(" IS NULL)")
      try note("\(entity.name).\(column.property.name)", mapping.table, [condition], connection)
    }
  }

  private mutating func findDangling(
    _ pairs: PairMapping, _ connection: Connection, _ schema: StoreSchema
  ) throws(SQLiteError) {
    let source = pairs.table.source
    let conditions = [PairTable.Side.source, .destination].compactMap { side in
      Self.isMissing(pairs.half(side).key, of: pairs.table.family(side), schema)
    }
    try note("\(source.family.name).\(source.relationship.name)", pairs.name, conditions, connection)
  }

  /// Counts the rows for which any of the conditions holds.
  private mutating func note(
    _ relationship: String, _ table: SQLIdentifier, _ conditions: [SQLText], _ connection: Connection
  ) throws(SQLiteError) {
    var sql: SQLText = "SELECT count(*) FROM "
    sql.append(table)
    sql.append(" o WHERE ")
    sql.append(SQLText.balanced(conditions[...], " OR ", empty: "0"))
    guard case .integer(let count)? = try connection.row(sql.text)?.first, count > 0 else { return }
    dangling.append(Dangling(relationship: relationship, count: Int(count)))
  }

  /// Whether a column of the table `o` holds the key of an object that is not there.
  private static func isMissing(
    _ column: SQLIdentifier, of family: EntityFamily, _ schema: StoreSchema
  ) -> SQLText? {
    guard let rows = try? schema.mapping(named: family.name) else { return nil }
    var sql: SQLText = "(o."
    sql.append(column)
    sql.append(" NOT NULL AND NOT EXISTS (SELECT 1 FROM ")
    sql.append(rows.table)
    sql.append(" t1 WHERE t1.Z_PK = o.")
    sql.append(column)
    sql.append(condition: rows.condition(in: "t1."))
    sql.append("))")
    return sql
  }
}
