import FoundationEssentials
import ObjectGraph
import SQLite

/// Makes the tables of a new store, in Core Data's layout.
struct SchemaWriter {
  let schema: StoreSchema
  let identifier: UUID

  /// Makes everything; inside the caller's transaction.
  func write(to connection: Connection) throws(StoreError) {
    for statement in Self.statements(of: schema) { try execute(statement, connection) }
    for entity in schema.configuration.entities { try execute(primaryKeyRow(entity), connection) }
    try execute(metadataRow(), connection)
  }

  private func execute(_ statement: SQLText, _ connection: Connection) throws(StoreError) {
    try asStoreError { () throws(SQLiteError) in try connection.execute(statement.text, statement.bindings) }
  }

  private static let systemTables: [SQLText] = [
    "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
    "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
    "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
  ]

  /// Everything that is made before the first row.
  static func statements(of schema: StoreSchema) -> [SQLText] {
    // Names of indexes and tables are one name space.
    var names = UniqueNames(taken: schema.tables.map(\.name.name) + schema.ownPairs.map(\.name.name))
    var statements = systemTables
    for table in schema.tables {
      statements.append(creation(of: table))
      statements += table.indexes.map { index($0, of: table, called: names.next($0.name)) }
    }
    for pairs in schema.ownPairs { statements += PairSQL(pairs).creation(&names) }
    return statements
  }

  /// Makes a table without its indexes.
  static func creation(of table: SharedTable, isTemporary: Bool = false) -> SQLText {
    var sql: SQLText = isTemporary ? "CREATE TEMP TABLE " : "CREATE TABLE "
    sql.append(table.name)
    sql.append(" (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER")
    for group in ColumnType.declarationOrder {
      for column in table.columns where group.contains(column.type) {
        for name in column.names {
          sql.append(", ")
          sql.append(name)
          sql.append(" ")
          sql.append(keyword: column.type)
        }
      }
    }
    sql.append(")")
    return sql
  }

  private static func index(_ index: TableIndex, of table: SharedTable, called name: String) -> SQLText {
    var sql: SQLText = index.isUnique ? "CREATE UNIQUE INDEX " : "CREATE INDEX "
    sql.append(SQLIdentifier(name))
    sql.append(" ON ")
    sql.append(table.name)
    sql.append(" (")
    for (position, element) in index.elements.enumerated() {
      if position > 0 { sql.append(", ") }
      sql.append(element.column)
      guard index.isDeclared else { continue }
      sql.append(element.ascending ? " COLLATE BINARY ASC" : " COLLATE BINARY DESC")
    }
    sql.append(")")
    if let entities = index.entities {
      sql.append(" WHERE ")
      sql.append(EntityCondition.rows(of: entities))
    }
    return sql
  }

  /// `Z_MAX`, the last key given out, is kept by the entity at the top of a tree alone.
  private func primaryKeyRow(_ entity: EntityDescription) -> SQLText {
    let parent = entity.superentityName.flatMap { schema.number(ofEntityNamed: $0) } ?? 0
    var sql: SQLText = "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES ("
    sql.bind(.integer(Int64(entity.number)))
    sql.append(", ")
    sql.bind(.text(entity.name))
    sql.append(", ")
    sql.bind(.integer(Int64(parent)))
    sql.append(", 0)")
    return sql
  }

  private func metadataRow() -> SQLText {
    var sql: SQLText = "INSERT INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) VALUES (1, "
    sql.bind(.text(identifier.uuidString))
    sql.append(", ")
    sql.bind(.blob(StoreMetadata(schema.configuration).plist))
    sql.append(")")
    return sql
  }
}
