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

  func fetch(_ query: StoreQuery, cancellation: Cancellation) throws(StoreError) -> StoreRows {
    let behind = try query.after.map { position throws(StoreError) in
      try PositionTest(position, in: query.sort)
    }
    let matching = try matching(query, behind, cancellation)
    let ordered = try RowOrder(sort: query.sort).sorted(matching, cancellation)
    let end = query.limit.map { min(ordered.count, query.offset.saturatingAdd($0)) } ?? ordered.count
    var rows = StoreRows(columnCount: query.entity.columns.count)
    for index in min(query.offset, end)..<end { try rows.append(ordered[index].snapshot) }
    return rows
  }

  func count(_ query: StoreQuery, cancellation: Cancellation) throws(StoreError) -> Int {
    try matching(query, nil, cancellation).count
  }

  func rows(of entity: EntityDescription, keys: [Int64]) throws(StoreError) -> StoreRows {
    try tables[entity].rows(of: entity, keys: keys)
  }

  func rows(
    of entity: EntityDescription, whereColumn column: Int, equals value: AttributeValue
  ) throws(StoreError) -> StoreRows {
    let table = tables[entity]
    return try table.rows(of: entity, keys: table.keys(columns: [column], values: [value]))
  }

  private func matching(
    _ query: StoreQuery, _ behind: PositionTest?, _ cancellation: Cancellation
  ) throws(StoreError) -> [ObjectSnapshot] {
    let table = tables[query.entity]
    let excluded = Set(query.excludedKeys)
    let test = try ObjectTest(query.predicate)
    var result: [ObjectSnapshot] = []
    for key in table.existingKeys where !excluded.contains(key) {
      try cancellation.check()
      guard let row = table[key], sameBytes(row.entity, query.entity.name) else { continue }
      let snapshot = ObjectSnapshot(
        objectID: ObjectID(store: store.identifier, entity: row.entity, key: .permanent(key)),
        version: row.version, values: row.values)
      guard behind?.isBehind(snapshot) ?? true, test.holds(snapshot) else { continue }
      result.append(snapshot)
      cancellation.note(.reading, result.count)
    }
    return result
  }
}

extension MemoryTable {
  /// The existing rows among these keys, in ascending order of key.
  func rows(of entity: EntityDescription, keys: [Int64]) throws(StoreError) -> StoreRows {
    var result = StoreRows(columnCount: entity.columns.count)
    for key in Set(keys).sorted() {
      guard let row = self[key], sameBytes(row.entity, entity.name) else { continue }
      result.beginRow(key: key, version: row.version)
      for value in row.values { try result.append(value) }
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
