import PredicateLanguage

/// The rows of an in-memory store: a value, so that a reader keeps its moment by keeping a copy.
struct MemoryTables {
  /// Commits so far.
  var commitCount: UInt64 = 0
  private var byRoot: [String: MemoryTable] = [:]
  /// By number of the table.
  private(set) var pairs: [MemoryPairs] = []

  init() {}

  init(model: ManagedObjectModel) {
    for entity in model.entities where entity.superentityName == nil {
      byRoot[entity.rootName] = MemoryTable(root: entity)
    }
    pairs = model.pairTables.map { _ in MemoryPairs() }
  }

  /// The table that the entity's objects lie in, together with those of its whole inheritance tree.
  subscript(entity: EntityDescription) -> MemoryTable {
    get { byRoot[entity.rootName] ?? MemoryTable(root: entity) }
    _modify { yield &byRoot[entity.rootName, default: MemoryTable(root: entity)] }
  }

  /// The pairs of a table.
  subscript(table: PairTable) -> MemoryPairs {
    get { pairs[table.number] }
    _modify { yield &pairs[table.number] }
  }
}

/// The rows of one inheritance tree by primary key.
struct MemoryTable {
  struct Row {
    /// The number of the row's own entity.
    var entity: Int
    var version: Int64
    var values: [AttributeValue]
  }

  /// The last key given out; never used again, also when its row goes.
  var lastKey: Int64 = 0
  /// Keys in ascending order; those of deleted rows linger until they are more than half.
  private(set) var keys: [Int64] = []
  private(set) var rows: [Int64: Row] = [:]
  private var indexes: MemoryIndexes
  private let root: EntityDescription

  /// An empty table.
  init(root: EntityDescription) {
    self.root = root
    indexes = MemoryIndexes(root)
  }

  subscript(key: Int64) -> Row? { rows[key] }

  /// The row of a key if its object is of an entity or of one of its subentities.
  func row(_ key: Int64, of entity: EntityDescription) -> Row? {
    rows[key].flatMap { entity.family.numbers.contains($0.entity) ? $0 : nil }
  }

  /// What a row is.
  func entity(of row: Row) -> EntityDescription { root.member(ofNumber: row.entity) ?? root }

  /// Replaces, adds or removes a row, and keeps the indexes.
  mutating func set(_ key: Int64, to row: Row?) {
    if let old = rows[key] { indexes.remove(key, old.values, entity(of: old)) }
    if let row { indexes.add(key, row.values, entity(of: row)) }
    if rows[key] == nil, row != nil { insertKey(key) }
    rows[key] = row
    if keys.count > 64, keys.count > rows.count * 2 { keys.removeAll { rows[$0] == nil } }
  }

  /// The row that holds the values of a constraint; nil if none does, or if one of them is missing.
  func key(of constraint: UniquenessConstraint, holding values: [AttributeValue]) -> Int64? {
    indexes.key(of: constraint, holding: values)
  }

  /// The rows of an entity and its subentities that hold these values in these columns, by key.
  ///
  /// - Complexity: O(1) for the columns of a constraint, O(rows) for others.
  func keys(of entity: EntityDescription, columns: [Int], values: [AttributeValue]) -> [Int64] {
    let constraint = entity.constraints.first { $0.columns == columns }
    if let constraint, !values.contains(.null) {
      let key = key(of: constraint, holding: values)
      return key.flatMap { row($0, of: entity) == nil ? nil : [$0] } ?? []
    }
    let names = columns.map { entity.columns[$0].name }
    return existingKeys.filter { key in
      guard let row = row(key, of: entity) else { return false }
      let member = self.entity(of: row)
      let own = member.number == entity.number ? columns : names.compactMap { member.columnIndex(named: $0) }
      return own.map { row.values[$0] } == values
    }
  }

  /// The rows whose to-one relationship leads to an object, in ascending order of key.
  func keys(whose reference: ColumnIdentity, leadsTo key: Int64) -> [Int64] {
    indexes.keys(whose: reference, leadsTo: key)
  }

  /// How many rows have a to-one relationship that leads to an object.
  func count(whose reference: ColumnIdentity, leadsTo key: Int64) -> Int {
    indexes.count(whose: reference, leadsTo: key)
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
}
