import FoundationEssentials
import ObjectGraph
import SQLite

/// Makes the tables of a new store, in Core Data's layout.
struct SchemaWriter {
  let schema: StoreSchema
  let identifier: UUID

  /// Makes everything; inside the caller's transaction.
  func write(to connection: Connection) throws(StoreError) {
    for statement in Self.systemTables { try execute(statement, connection) }
    for mapping in schema.mappings {
      try execute(Self.table(mapping), connection)
      for index in Self.indexes(mapping) { try execute(index, connection) }
      try execute(primaryKeyRow(mapping), connection)
    }
    try execute(metadataRow(), connection)
  }

  private func execute(_ statement: SQLText, _ connection: Connection) throws(StoreError) {
    try asStoreError { () throws(SQLiteError) in try connection.execute(statement.text, statement.bindings) }
  }

  static let systemTables: [SQLText] = [
    "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
    "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
    "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
  ]

  static func table(_ mapping: TableMapping) -> SQLText {
    var sql: SQLText = "CREATE TABLE "
    sql.append(mapping.table)
    sql.append(" (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER")
    for column in mapping.declaredColumns {
      sql.append(", ")
      sql.append(column.name)
      sql.append(" ")
      sql.append(keyword: column.type)
    }
    sql.append(")")
    return sql
  }

  static func indexes(_ mapping: TableMapping) -> [SQLText] {
    let entity = mapping.entity
    return entity.uniquenessConstraints.map { constraint in
      let name = (["Z_" + entity.name + "_UNIQUE"] + constraint).joined(separator: "_")
      return index("CREATE UNIQUE INDEX ", name, mapping, constraint.map { ($0, true) })
    }
      + entity.fetchIndexes.map { description in
        index(
          "CREATE INDEX ", "Z_" + entity.name + "_" + description.name, mapping,
          description.elements.map { ($0.property, $0.ascending) })
      }
  }

  private static func index(
    _ begin: SQLText, _ name: String, _ mapping: TableMapping, _ elements: [(name: String, ascending: Bool)]
  ) -> SQLText {
    var sql = begin
    sql.append(SQLIdentifier(name))
    sql.append(" ON ")
    sql.append(mapping.table)
    sql.append(" (")
    for (position, element) in elements.enumerated() {
      guard let column = mapping.entity.columnIndex(named: element.name) else { continue }
      if position > 0 { sql.append(", ") }
      sql.append(mapping.columns[column].name)
      sql.append(element.ascending ? " COLLATE BINARY ASC" : " COLLATE BINARY DESC")
    }
    sql.append(")")
    return sql
  }

  private func primaryKeyRow(_ mapping: TableMapping) -> SQLText {
    var sql: SQLText = "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES ("
    sql.bind(.integer(Int64(mapping.entityNumber)))
    sql.append(", ")
    sql.bind(.text(mapping.entity.name))
    sql.append(", 0, 0)")
    return sql
  }

  private func metadataRow() -> SQLText {
    var sql: SQLText = "INSERT INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) VALUES (1, "
    sql.bind(.text(identifier.uuidString))
    sql.append(", ")
    sql.bind(.blob(StoreMetadata(model: schema.model).plist))
    sql.append(")")
    return sql
  }
}
