import FoundationEssentials
import ObjectGraph
import PredicateLanguage
import SQLite

/// Writes rows inside one transaction of the store's writer.
final class ChangeWriter: StoreTransaction, SchemaReader {
  let connection: Connection
  let schema: StoreSchema
  /// The last key given out in each table that this transaction inserts into, by its root's number.
  private var lastKeys: [Int: Int64] = [:]

  init(_ connection: Connection, schema: StoreSchema) {
    self.connection = connection
    self.schema = schema
  }

  func key(
    of entity: EntityDescription, whereColumns columns: [Int], equal values: [AttributeValue]
  ) throws(StoreError) -> Int64? {
    try connection.integer(
      ChangeSQL(try schema.mapping(of: entity)).key(whereColumns: columns, equal: values))
  }

  func makeKeys(_ count: Int, of entity: EntityDescription) throws(StoreError) -> Int64 {
    let mapping = try schema.mapping(of: entity)
    let first = try CommitPlan.firstKey(after: lastKey(of: mapping), forRows: count)
    lastKeys[mapping.shared.root.number] = first - 1 + Int64(count)
    return first
  }

  func insert(
    _ rows: ArraySlice<ChangeSet.Insertion>, of entity: EntityDescription, firstKey: Int64
  ) throws(TransactionError) {
    let mapping = try mapping(of: entity)
    try connection.withStatement(mapping.insertion.text) { statement throws(TransactionError) in
      for (index, row) in rows.enumerated() {
        do throws(SQLiteError) {
          try statement.bind(firstKey + Int64(index), at: 1)
          var place = 2
          for (column, value) in row.values.enumerated() {
            try bind(value, of: column, mapping, to: statement, at: &place)
          }
          try statement.run()
        } catch {
          throw translate(error, index)
        }
      }
    }
  }

  func update(
    _ entity: EntityDescription, key: Int64, columns: [Int], values: [AttributeValue], version: Int64
  ) throws(TransactionError) {
    let mapping = try mapping(of: entity)
    try connection.withStatement(ChangeSQL(mapping).update(columns)) { statement throws(TransactionError) in
      do throws(SQLiteError) {
        try statement.bind(version, at: 1)
        var place = 2
        for (column, value) in zip(columns, values) {
          try bind(value, of: column, mapping, to: statement, at: &place)
        }
        try statement.bind(key, at: place)
        try statement.run()
      } catch {
        throw translate(error, 0)
      }
    }
  }

  func delete(_ entity: EntityDescription, keys: [Int64]) throws(StoreError) {
    let sql = ChangeSQL(try schema.mapping(of: entity)).delete
    try run(sql, forEach: keys) { key in [.integer(key)] }
  }

  func set(_ pairs: [StoredPair], in table: PairTable) throws(StoreError) {
    let mapping = try schema.mapping(of: table)
    try run(PairSQL(mapping).insertion, forEach: pairs) { pair in
      let places = [
        mapping.source.order.map { _ in pair.sourceOrder },
        mapping.destination.order.map { _ in pair.destinationOrder },
      ]
      return ([pair.source, pair.destination] + places.compactMap(\.self)).map { .integer($0) }
    }
  }

  func remove(_ pairs: [StoredPair], in table: PairTable) throws(StoreError) {
    try run(PairSQL(try schema.mapping(of: table)).deletion, forEach: pairs) { pair in
      [.integer(pair.source), .integer(pair.destination)]
    }
  }

  /// Writes down the keys given out, before the commit.
  func finish() throws(StoreError) {
    try run("UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?", forEach: Array(lastKeys)) { root in
      [.integer(root.value), .integer(Int64(root.key))]
    }
  }

  /// The greatest key ever given out in a table; rows that others added without saying so count too.
  private func lastKey(of mapping: TableMapping) throws(StoreError) -> Int64 {
    if let known = lastKeys[mapping.shared.root.number] { return known }
    return try connection.integer(ChangeSQL(mapping).lastKey) ?? 0
  }
}

// MARK: - Statements

extension ChangeWriter {
  private func mapping(of entity: EntityDescription) throws(TransactionError) -> TableMapping {
    do throws(StoreError) {
      return try schema.mapping(of: entity)
    } catch {
      throw .store(error)
    }
  }

  /// Binds the value of a column, and behind it the number of its entity where the column is split in two.
  private func bind(
    _ value: AttributeValue, of column: Int, _ mapping: TableMapping, to statement: Statement,
    at place: inout Int
  ) throws(SQLiteError) {
    let isExternal = mapping.isExternal(column)
    try statement.bind(isExternal ? mapping.columns[column].stored(value) : value, at: place)
    place += 1
    guard mapping.isSplit(column) else { return }
    if case .objectID(let objectID) = value, let number = schema.number(ofEntityNamed: objectID.entity) {
      try statement.bind(Int64(number), at: place)
    } else {
      try statement.bindNull(at: place)
    }
    place += 1
  }

  private func run<Element>(
    _ sql: String, forEach elements: [Element], _ values: (Element) -> [SQLiteValue]
  ) throws(StoreError) {
    try connection.withStatement(sql) { statement throws(StoreError) in
      try asStoreError { () throws(SQLiteError) in
        for element in elements {
          try statement.bind(values(element))
          try statement.run()
        }
      }
    }
  }

  private func translate(_ error: SQLiteError, _ index: Int) -> TransactionError {
    error.kind == .constraint(.unique) ? .uniqueViolation(index: index) : .store(StoreError(error))
  }
}
