import FoundationEssentials
import PredicateLanguage

/// A reader of an in-memory store.
final class MemoryReader: StoreReader {
  private let store: InMemoryStore
  private var moment: MemoryTables?

  init(_ store: InMemoryStore) { self.store = store }

  private var tables: MemoryTables { moment ?? store.snapshot() }

  func reading<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    guard moment == nil else { return try body() }
    moment = store.snapshot()
    defer { moment = nil }
    return try body()
  }

  var commitMark: CommitMark? { moment == nil ? store.commitMark : nil }

  func fetch(_ query: StoreQuery, cancellation: Cancellation) throws(StoreError) -> StoreRows {
    let tables = tables
    let paths = store.paths(in: tables)
    let behind = try query.after.map { position throws(StoreError) in
      try PositionTest(position, in: query.sort, paths)
    }
    let matching = try matching(query, behind, in: tables, paths, cancellation)
    let ordered = try RowOrder(sort: query.sort, paths).sorted(matching, cancellation)
    let end = query.limit.map { min(ordered.count, query.offset.saturatingAdd($0)) } ?? ordered.count
    var rows = StoreRows(of: query.entity)
    for index in min(query.offset, end)..<end {
      try rows.append(ordered[index].snapshot, of: query.entity)
    }
    return rows
  }

  func count(_ query: StoreQuery, cancellation: Cancellation) throws(StoreError) -> Int {
    let tables = tables
    return try matching(query, nil, in: tables, store.paths(in: tables), cancellation).count
  }

  func dictionaries(
    _ query: DictionaryQuery, cancellation: Cancellation
  ) throws(StoreError) -> StoreRows {
    try query.rows(
      of: fetch(query.members, cancellation: cancellation), in: store.identifier, cancellation)
  }

  func rows(of entity: EntityDescription, keys: [Int64]) throws(StoreError) -> StoreRows {
    try tables[entity].rows(of: entity, keys: keys)
  }

  func rows(
    of entity: EntityDescription, whereColumn column: Int, equals value: AttributeValue
  ) throws(StoreError) -> StoreRows {
    let table = tables[entity]
    return try table.rows(of: entity, keys: table.keys(of: entity, columns: [column], values: [value]))
  }

  private func matching(
    _ query: StoreQuery, _ behind: PositionTest?, in tables: MemoryTables, _ paths: PathReader,
    _ cancellation: Cancellation
  ) throws(StoreError) -> [ObjectSnapshot] {
    let table = tables[query.entity]
    let excluded = Set(query.excludedKeys)
    let test = try ObjectTest(query.predicate, paths)
    var result: [ObjectSnapshot] = []
    for key in table.existingKeys where !excluded.contains(key) {
      try cancellation.check()
      guard let row = table.row(key, of: query.entity),
        query.includesSubentities || row.entity == query.entity.number
      else { continue }
      let snapshot = store.snapshot(key, row, of: table)
      guard behind?.isBehind(snapshot) ?? true, test.holds(snapshot) else { continue }
      result.append(snapshot)
      cancellation.note(.reading, result.count)
    }
    return result
  }
}

// MARK: - Members

extension MemoryReader {
  func members(
    of relationship: ResolvedRelationship, owners: [Int64]
  ) throws(StoreError) -> [StoredMember] {
    tables.members(of: relationship, owners: owners, store.model)
  }

  func memberCount(of relationship: ResolvedRelationship, owner: Int64) throws(StoreError) -> Int {
    tables.memberCount(of: relationship, owner: owner, store.model)
  }

  func lastOrder(of relationship: ResolvedRelationship, owner: Int64) throws(StoreError) -> Int64? {
    tables.lastOrder(of: relationship, owner: owner, store.model)
  }

  func pair(in table: PairTable, source: Int64, destination: Int64) throws(StoreError) -> StoredPair? {
    tables[table][source, destination]
  }
}

extension InMemoryStore {
  /// Follows key paths at one moment.
  fileprivate func paths(in tables: MemoryTables) -> PathReader {
    PathReader(model: model) { objectID in
      guard let entity = self.model.entity(named: objectID.entity), let key = objectID.primaryKey else {
        return nil
      }
      let table = tables[entity]
      return table.row(key, of: entity).map { self.snapshot(key, $0, of: table) }
    } members: { relationship, owner in
      let members = owner.primaryKey.map { tables.members(of: relationship, owners: [$0], self.model) } ?? []
      return members.compactMap { self.objectID(of: $0, relationship) }
    }
  }

  private func objectID(of member: StoredMember, _ relationship: ResolvedRelationship) -> ObjectID? {
    relationship.destination.name(ofNumber: member.entity).map { name in
      ObjectID(store: identifier, entity: name, key: .permanent(member.key))
    }
  }

  fileprivate func snapshot(_ key: Int64, _ row: MemoryTable.Row, of table: MemoryTable) -> ObjectSnapshot {
    ObjectSnapshot(
      objectID: ObjectID(store: identifier, entity: table.entity(of: row).name, key: .permanent(key)),
      version: row.version, values: row.values)
  }
}

extension MemoryTable {
  /// The existing rows among these keys, in ascending order of key.
  func rows(of entity: EntityDescription, keys: [Int64]) throws(StoreError) -> StoreRows {
    var result = StoreRows(of: entity)
    let isPolymorphic = entity.family.isPolymorphic
    for key in Set(keys).sorted() {
      guard let row = row(key, of: entity) else { continue }
      let member = isPolymorphic ? self.entity(of: row) : nil
      result.beginRow(key: key, version: row.version, entity: member.map { Int32($0.number) })
      try result.append(row.values, of: member, in: entity)
    }
    return result
  }
}

extension Int {
  /// The sum, or `Int.max` where it would not fit.
  func saturatingAdd(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? Int.max : sum
  }
}
