import PredicateLanguage

/// The rows of an in-memory store: a value, so that a reader keeps its moment by keeping a copy.
struct MemoryTables {
  /// Commits so far.
  var commitCount: UInt64 = 0
  private(set) var byRoot: [String: MemoryTable] = [:]

  init() {}

  init(model: ManagedObjectModel) {
    for entity in model.entities {
      let constraints = entity.uniquenessConstraints.map { $0.compactMap { entity.columnIndex(named: $0) } }
      byRoot[entity.rootName] = MemoryTable(constraints: constraints)
    }
  }

  /// The table that the entity's objects lie in, together with those of its whole inheritance tree.
  subscript(entity: EntityDescription) -> MemoryTable {
    get { byRoot[entity.rootName] ?? MemoryTable(constraints: []) }
    _modify { yield &byRoot[entity.rootName, default: MemoryTable(constraints: [])] }
  }
}

/// The rows of one inheritance tree by primary key.
struct MemoryTable {
  struct Row {
    var entity: String
    var version: Int64
    var values: [AttributeValue]
  }

  /// The last key given out; never used again, also when its row goes.
  var lastKey: Int64 = 0
  /// Keys in ascending order; those of deleted rows linger until they are more than half.
  private(set) var keys: [Int64] = []
  private(set) var rows: [Int64: Row] = [:]
  /// For each constraint's columns: the row that holds the values.
  private var uniqueIndexes: [[Int]: [[AttributeValue]: Int64]] = [:]

  /// An empty table that keeps an index for each constraint, given by its columns.
  init(constraints: [[Int]]) {
    for columns in constraints { uniqueIndexes[columns] = [:] }
  }

  subscript(key: Int64) -> Row? { rows[key] }

  /// Replaces, adds or removes a row, and keeps the unique indexes.
  mutating func set(_ key: Int64, to row: Row?) {
    for columns in Array(uniqueIndexes.keys) {
      if let old = rows[key].flatMap({ Self.indexed($0, columns) }), uniqueIndexes[columns]?[old] == key {
        uniqueIndexes[columns]?[old] = nil
      }
      if let new = row.flatMap({ Self.indexed($0, columns) }) { uniqueIndexes[columns]?[new] = key }
    }
    if rows[key] == nil, row != nil { insertKey(key) }
    rows[key] = row
    if keys.count > 64, keys.count > rows.count * 2 { keys.removeAll { rows[$0] == nil } }
  }

  /// The rows that hold these values in these columns, by key; none if a value is missing.
  ///
  /// - Complexity: O(1) for the columns of a constraint, O(rows) for others.
  func keys(columns: [Int], values: [AttributeValue]) -> [Int64] {
    if let index = uniqueIndexes[columns] { return index[values].map { [$0] } ?? [] }
    return existingKeys.filter { key in
      guard let row = rows[key] else { return false }
      return columns.map { row.values[$0] } == values
    }
  }

  /// Keys of existing rows in ascending order.
  var existingKeys: [Int64] { keys.count == rows.count ? keys : keys.filter { rows[$0] != nil } }

  private mutating func insertKey(_ key: Int64) {
    guard let last = keys.last, key <= last else { return keys.append(key) }
    var low = 0
    var high = keys.count
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    if low == keys.count || keys[low] != key { keys.insert(key, at: low) }
  }

  private static func indexed(_ row: Row, _ columns: [Int]) -> [AttributeValue]? {
    let values = columns.map { row.values[$0] }
    return values.contains(.null) ? nil : values
  }
}
