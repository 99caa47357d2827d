import FoundationEssentials
import ObjectGraph
import SQLite

/// Writes rows inside one transaction of the store's writer.
final class ChangeWriter: StoreTransaction {
  private let connection: Connection
  private let schema: StoreSchema
  private let store: UUID
  /// The last key given out in each table that this transaction inserts into.
  private var lastKeys: [SQLIdentifier: Int64] = [:]

  init(_ connection: Connection, schema: StoreSchema, store: UUID) {
    self.connection = connection
    self.schema = schema
    self.store = store
  }

  func rows(of entity: EntityDescription, keys: [Int64]) throws(StoreError) -> StoreRows {
    try connection.rows(keys: keys, of: schema.mapping(of: entity), store: store)
  }

  func key(
    of entity: EntityDescription, whereColumns columns: [Int], equal values: [AttributeValue]
  ) throws(StoreError) -> Int64? {
    try connection.integer(
      ChangeSQL(try schema.mapping(of: entity)).key(whereColumns: columns, equal: values))
  }

  func insert(
    _ rows: ArraySlice<ChangeSet.Insertion>, of entity: EntityDescription
  ) throws(TransactionError) -> Int64 {
    let mapping: TableMapping
    let first: Int64
    do throws(StoreError) {
      mapping = try schema.mapping(of: entity)
      first = try CommitPlan.firstKey(after: lastKey(of: mapping), forRows: rows.count)
    } catch {
      throw .store(error)
    }
    let sql = mapping.insertion.text
    try connection.withStatement(sql) { statement throws(TransactionError) in
      for (index, row) in rows.enumerated() {
        do throws(SQLiteError) {
          try statement.bind(first + Int64(index), at: 1)
          for (column, value) in row.values.enumerated() { try statement.bind(value, at: column + 2) }
          try statement.run()
        } catch {
          throw translate(error, index)
        }
      }
    }
    lastKeys[mapping.table] = first - 1 + Int64(rows.count)
    return first
  }

  func update(
    _ entity: EntityDescription, key: Int64, columns: [Int], values: [AttributeValue], version: Int64
  ) throws(TransactionError) {
    let mapping: TableMapping
    do throws(StoreError) {
      mapping = try schema.mapping(of: entity)
    } catch {
      throw .store(error)
    }
    try connection.withStatement(ChangeSQL(mapping).update(columns)) { statement throws(TransactionError) in
      do throws(SQLiteError) {
        try statement.bind(version, at: 1)
        for (position, value) in values.enumerated() { try statement.bind(value, at: position + 2) }
        try statement.bind(key, at: values.count + 2)
        try statement.run()
      } catch {
        throw translate(error, 0)
      }
    }
  }

  func delete(_ entity: EntityDescription, keys: [Int64]) throws(StoreError) {
    let mapping = try schema.mapping(of: entity)
    try connection.withStatement(ChangeSQL(mapping).delete) { statement throws(StoreError) in
      try asStoreError { () throws(SQLiteError) in
        for key in keys {
          try statement.bind(key, at: 1)
          try statement.run()
        }
      }
    }
  }

  /// Writes down the keys given out, before the commit.
  func finish() throws(StoreError) {
    for (table, key) in lastKeys {
      guard let mapping = schema.mappings.first(where: { $0.table == table }) else { continue }
      try connection.withStatement("UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?") {
        statement throws(StoreError) in
        try asStoreError { () throws(SQLiteError) in
          try statement.bind([.integer(key), .integer(Int64(mapping.entityNumber))])
          try statement.run()
        }
      }
    }
  }

  /// The greatest key ever given out in a table; rows that others added without saying so count too.
  private func lastKey(of mapping: TableMapping) throws(StoreError) -> Int64 {
    if let known = lastKeys[mapping.table] { return known }
    return try connection.integer(ChangeSQL(mapping).lastKey) ?? 0
  }

  private func translate(_ error: SQLiteError, _ index: Int) -> TransactionError {
    error.kind == .constraint(.unique) ? .uniqueViolation(index: index) : .store(StoreError(error))
  }
}
