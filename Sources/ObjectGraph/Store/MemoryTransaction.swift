import PredicateLanguage

/// Writes to the tables of an in-memory store, each of which can be taken back.
final class MemoryTransaction: StoreTransaction {
  var tables: MemoryTables
  private var inverses: [(entity: EntityDescription, key: Int64, row: MemoryTable.Row?)] = []
  /// The last key that a table had given out before each call of `insert`.
  private var earlierKeys: [(entity: EntityDescription, lastKey: Int64)] = []

  init(_ tables: MemoryTables) { self.tables = tables }

  func rollBack() {
    while let inverse = inverses.popLast() { tables[inverse.entity].set(inverse.key, to: inverse.row) }
    while let earlier = earlierKeys.popLast() { tables[earlier.entity].lastKey = earlier.lastKey }
  }

  func rows(of entity: EntityDescription, keys: [Int64]) throws(StoreError) -> StoreRows {
    try tables[entity].rows(of: entity, keys: keys)
  }

  func key(
    of entity: EntityDescription, whereColumns columns: [Int], equal values: [AttributeValue]
  ) throws(StoreError) -> Int64? {
    tables[entity].keys(columns: columns, values: values).first
  }

  func insert(
    _ rows: ArraySlice<ChangeSet.Insertion>, of entity: EntityDescription
  ) throws(TransactionError) -> Int64 {
    earlierKeys.append((entity, tables[entity].lastKey))
    let first: Int64
    do throws(StoreError) {
      first = try CommitPlan.firstKey(after: tables[entity].lastKey, forRows: rows.count)
    } catch {
      throw .store(error)
    }
    for (index, row) in rows.enumerated() {
      let key = first + Int64(index)
      try set(key, MemoryTable.Row(entity: entity.name, version: 1, values: row.values), of: entity, index)
      tables[entity].lastKey = key
    }
    return first
  }

  func update(
    _ entity: EntityDescription, key: Int64, columns: [Int], values: [AttributeValue], version: Int64
  ) throws(TransactionError) {
    guard var row = tables[entity][key] else { return }
    row.version = version
    for (column, value) in zip(columns, values) { row.values[column] = value }
    try set(key, row, of: entity, 0)
  }

  func delete(_ entity: EntityDescription, keys: [Int64]) throws(StoreError) {
    for key in keys {
      inverses.append((entity, key, tables[entity][key]))
      tables[entity].set(key, to: nil)
    }
  }

  private func set(
    _ key: Int64, _ row: MemoryTable.Row, of entity: EntityDescription, _ index: Int
  ) throws(TransactionError) {
    for constraint in entity.uniquenessConstraints {
      let columns = constraint.compactMap { entity.columnIndex(named: $0) }
      let values = columns.map { row.values[$0] }
      guard !values.contains(.null) else { continue }
      if let rival = tables[entity].keys(columns: columns, values: values).first, rival != key {
        throw .uniqueViolation(index: index)
      }
    }
    inverses.append((entity, key, tables[entity][key]))
    tables[entity].set(key, to: row)
  }
}
