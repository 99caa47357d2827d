import SQLite

/// The keys of the rows that others changed in one table between two looks.
struct TableDifference {
  private(set) var inserted: [Int64] = []
  private(set) var updated: [Int64] = []
  private(set) var deleted: [Int64] = []

  /// Walks both looks in order of their keys, side by side.
  ///
  /// - Parameters:
  ///   - before: gives key and version of each row, in ascending order of the key.
  ///   - after: the same at the later look.
  ///   - touches: what own commits did to rows between the looks, by key.
  init(
    _ before: Statement, _ after: Statement, apartFrom touches: [Int64: OwnTouch]
  ) throws(SQLiteError) {
    var (before, after) = (try Versions(before), try Versions(after))
    var unseen = touches
    while let key = Self.least(before.key, after.key) {
      let touch = unseen.isEmpty ? nil : unseen.removeValue(forKey: key)
      note(key, ForeignChange(from: try before.take(key), to: try after.take(key), apartFrom: touch))
    }
    // Rows that came and went in between.
    for (key, touch) in unseen { note(key, ForeignChange(from: nil, to: nil, apartFrom: touch)) }
  }

  private mutating func note(_ key: Int64, _ change: ForeignChange?) {
    switch change {
    case .inserted: inserted.append(key)
    case .updated: updated.append(key)
    case .deleted: deleted.append(key)
    case nil: break
    }
  }

  private static func least(_ left: Int64?, _ right: Int64?) -> Int64? {
    switch (left, right) {
    case (let left?, let right?): min(left, right)
    case (let only, nil), (nil, let only): only
    }
  }
}

/// The rows of one look, one after the other.
private struct Versions {
  private let statement: Statement
  /// Of the row that is next; nil behind the last one.
  private(set) var key: Int64?

  init(_ statement: Statement) throws(SQLiteError) {
    self.statement = statement
    try advance()
  }

  /// The version of the next row if it has this key, which is then passed.
  mutating func take(_ key: Int64) throws(SQLiteError) -> Int64? {
    guard self.key == key else { return nil }
    let version = statement.integer(at: 1)
    try advance()
    return version
  }

  private mutating func advance() throws(SQLiteError) {
    key = try statement.step() ? statement.integer(at: 0) : nil
  }
}
