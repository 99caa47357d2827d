import ObjectGraph
import SQLite

/// Makes a store of an old model one of a new model, inside the caller's transaction.
///
/// The old tables get other names, the new ones are made as in a new store, every row is copied with its key
/// and its version, and the old tables go. Tables that are none of the old model's stay as they are.
struct StoreRewriter {
  private let planned: PlannedMigration
  private let map: MigrationMap
  private let connection: Connection

  /// What comes before the names of old tables meanwhile.
  private static let prefix = "MIGRATION_"
  /// Numbers from here on are not those of entities of the model but of tables that Core Data keeps beside
  /// them, such as the history of changes.
  private static let firstSystemNumber = 16_000

  init(_ planned: PlannedMigration, to new: StoreSchema, on connection: Connection) throws(StoreError) {
    self.planned = planned
    self.connection = connection
    map = try MigrationMap(planned, to: new, on: connection)
  }

  func run() throws(StoreError) {
    let tables = try oldTables()
    for table in tables { try moveAway(table) }
    try SchemaWriter(schema: map.new, identifier: planned.identifier).write(to: connection)
    for copy in try map.copies() { try execute(copy.statement(from: Self.moved(copy.old.table))) }
    for pairs in map.new.pairs {
      for statement in try PairCopy(map, Self.moved).statements(for: pairs) { try execute(statement) }
    }
    for table in map.new.tables {
      for column in table.columns {
        if let ordering = column.reference?.ordering(of: column.name, in: table.name) {
          try execute(ordering)
        }
      }
    }
    try writeKeys()
    try writeMetadata()
    for table in tables { try execute(Self.drop(Self.moved(SQLIdentifier(table)))) }
  }

  private func execute(_ sql: SQLText) throws(StoreError) {
    try asStoreError { () throws(SQLiteError) in try connection.execute(sql.text, sql.bindings) }
  }
}

// MARK: - Tables

extension StoreRewriter {
  /// Those of the old model and of the layout that the file has.
  private func oldTables() throws(StoreError) -> [String] {
    let wanted = Set(
      map.old.tables.map(\.name.name) + map.old.pairs.map(\.name.name)
        + ["Z_METADATA", "Z_PRIMARYKEY", "Z_MODELCACHE"])
    return try names("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid")
      .filter { wanted.contains($0) }
  }

  private func names(_ query: String, _ values: [SQLiteValue] = []) throws(StoreError) -> [String] {
    let rows = try asStoreError { () throws(SQLiteError) in try connection.rows(query, values) }
    return rows.compactMap { row in if case .text(let name) = row[0] { name } else { nil } }
  }

  private static func moved(_ table: SQLIdentifier) -> SQLIdentifier { SQLIdentifier(prefix + table.name) }

  /// Names of indexes are unique in a file, so those of the old table go first.
  private func moveAway(_ table: String) throws(StoreError) {
    let indexes = try names(
      "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name = ?",
      [.text(table)])
    for index in indexes {
      var sql: SQLText = "DROP INDEX "
      sql.append(SQLIdentifier(index))
      try execute(sql)
    }
    var sql: SQLText = "ALTER TABLE "
    sql.append(SQLIdentifier(table))
    sql.append(" RENAME TO ")
    sql.append(Self.moved(SQLIdentifier(table)))
    try execute(sql)
  }

  private static func drop(_ table: SQLIdentifier) -> SQLText {
    var sql: SQLText = "DROP TABLE "
    sql.append(table)
    return sql
  }
}

// MARK: - Keys and metadata

extension StoreRewriter {
  /// No key is ever given out twice, also after a migration.
  private func writeKeys() throws(StoreError) {
    for table in map.new.tables {
      var sql: SQLText = "UPDATE Z_PRIMARYKEY SET Z_MAX = "
      sql.bind(.integer(map.lastKey(ofRoot: table.root.name)))
      sql.append(" WHERE Z_NAME = ")
      sql.bind(.text(table.root.name))
      try execute(sql)
    }
    for row in map.keys.rows where row.number >= Self.firstSystemNumber {
      var sql: SQLText = "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES ("
      for (position, value) in row.values.enumerated() {
        if position > 0 { sql.append(", ") }
        sql.bind(value)
      }
      sql.append(")")
      try execute(sql)
    }
  }

  /// What others have written there stays.
  private func writeMetadata() throws(StoreError) {
    var metadata = planned.metadata
    metadata.describe(map.new.configuration)
    var sql: SQLText = "UPDATE Z_METADATA SET Z_PLIST = "
    sql.bind(.blob(metadata.plist))
    try execute(sql)
  }
}
