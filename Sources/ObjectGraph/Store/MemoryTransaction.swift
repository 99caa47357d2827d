import PredicateLanguage

/// Writes to the tables of an in-memory store, each of which can be taken back.
final class MemoryTransaction: StoreTransaction {
  var tables: MemoryTables
  private let model: ManagedObjectModel
  private var inverses: [Inverse] = []

  /// How to take back one write.
  private enum Inverse {
    case row(EntityDescription, key: Int64, MemoryTable.Row?)
    case lastKey(EntityDescription, Int64)
    case pair(PairTable, source: Int64, destination: Int64, StoredPair?)
  }

  init(_ tables: MemoryTables, model: ManagedObjectModel) {
    self.tables = tables
    self.model = model
  }

  func rollBack() {
    while let inverse = inverses.popLast() {
      switch inverse {
      case .row(let entity, let key, let row): tables[entity].set(key, to: row)
      case .lastKey(let entity, let key): tables[entity].lastKey = key
      case .pair(let table, let source, let destination, let pair):
        tables[table][source, destination] = pair
      }
    }
  }

  func rows(of entity: EntityDescription, keys: [Int64]) throws(StoreError) -> StoreRows {
    try tables[entity].rows(of: entity, keys: keys)
  }

  func key(
    of entity: EntityDescription, whereColumns columns: [Int], equal values: [AttributeValue]
  ) throws(StoreError) -> Int64? {
    tables[entity].keys(of: entity, columns: columns, values: values).first
  }

  func makeKeys(_ count: Int, of entity: EntityDescription) throws(StoreError) -> Int64 {
    let last = tables[entity].lastKey
    let first = try CommitPlan.firstKey(after: last, forRows: count)
    inverses.append(.lastKey(entity, last))
    tables[entity].lastKey = last + Int64(count)
    return first
  }

  func insert(
    _ rows: ArraySlice<ChangeSet.Insertion>, of entity: EntityDescription, firstKey: Int64
  ) throws(TransactionError) {
    for (index, row) in rows.enumerated() {
      let new = MemoryTable.Row(entity: entity.number, version: 1, values: row.values)
      try set(firstKey + Int64(index), new, of: entity, index)
    }
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
      inverses.append(.row(entity, key: key, tables[entity][key]))
      tables[entity].set(key, to: nil)
    }
  }

  private func set(
    _ key: Int64, _ row: MemoryTable.Row, of entity: EntityDescription, _ index: Int
  ) throws(TransactionError) {
    for constraint in entity.constraints {
      let values = constraint.columns.map { row.values[$0] }
      if let rival = tables[entity].key(of: constraint, holding: values), rival != key {
        throw .uniqueViolation(index: index)
      }
    }
    inverses.append(.row(entity, key: key, tables[entity][key]))
    tables[entity].set(key, to: row)
  }
}

// MARK: - Pairs and members

extension MemoryTransaction {
  func set(_ pairs: [StoredPair], in table: PairTable) throws(StoreError) {
    for pair in pairs { replace(pair, with: pair, in: table) }
  }

  func remove(_ pairs: [StoredPair], in table: PairTable) throws(StoreError) {
    for pair in pairs { replace(pair, with: nil, in: table) }
  }

  private func replace(_ pair: StoredPair, with new: StoredPair?, in table: PairTable) {
    let (source, destination) = (pair.source, pair.destination)
    inverses.append(
      .pair(table, source: source, destination: destination, tables[table][source, destination]))
    tables[table][source, destination] = new
  }

  func members(
    of relationship: ResolvedRelationship, owners: [Int64]
  ) throws(StoreError) -> [StoredMember] {
    tables.members(of: relationship, owners: owners, model)
  }

  func memberCount(of relationship: ResolvedRelationship, owner: Int64) throws(StoreError) -> Int {
    tables.members(of: relationship, owners: [owner], model).count
  }

  func lastOrder(of relationship: ResolvedRelationship, owner: Int64) throws(StoreError) -> Int64? {
    tables.members(of: relationship, owners: [owner], model).last?.order
  }

  func pair(in table: PairTable, source: Int64, destination: Int64) throws(StoreError) -> StoredPair? {
    tables[table][source, destination]
  }
}
