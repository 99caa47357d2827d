import FoundationEssentials
import ObjectGraph
import SQLite

/// A connection that keeps seeing the store as it was when it was made.
final class PinnedSnapshot {
  private let connection: Connection
  private let schema: StoreSchema
  private let store: UUID

  /// Pins the newest commit.
  init(_ connection: Connection, schema: StoreSchema, store: UUID) throws(StoreError) {
    self.connection = connection
    self.schema = schema
    self.store = store
    try asStoreError { () throws(SQLiteError) in
      try connection.execute("BEGIN DEFERRED")
      // The snapshot is taken by the first read.
      _ = try connection.row("SELECT 1 FROM Z_METADATA")
    }
  }

  deinit { connection.close() }

  /// The rows of some objects, as they are in this snapshot.
  func snapshots(_ keys: [Int64], of mapping: TableMapping) throws(StoreError) -> [ObjectSnapshot] {
    let rows = try connection.rows(keys: keys, of: mapping)
    return (0..<rows.count).map { rows.snapshot($0, of: mapping.entity, in: store) }
  }

  /// What others did between this snapshot and a later one.
  ///
  /// - Parameter own: every commit of this process between the two.
  /// - Complexity: O(rows of all tables), of which keys and versions are read.
  func changes(until later: PinnedSnapshot, apartFrom own: OwnCommits) throws(StoreError) -> CommitNotice {
    var notice = CommitNotice(number: 0)
    // Objects of subentities lie in the table of the entity at the top, which tells what each of them is.
    for table in schema.tables {
      let mapping = try schema.mapping(of: table.root)
      let touches = own.touches(of: table.root)
      let difference = try difference(until: later, in: mapping, apartFrom: touches)
      notice.inserted += try later.snapshots(difference.inserted, of: mapping)
      notice.updated += try later.snapshots(difference.updated, of: mapping)
      notice.deleted += try snapshots(difference.deleted.filter { touches[$0] == nil }, of: mapping)
      notice.deleted += difference.deleted.compactMap { touches[$0]?.last }
    }
    return notice
  }

  private func difference(
    until later: PinnedSnapshot, in mapping: TableMapping, apartFrom touches: [Int64: OwnTouch]
  ) throws(StoreError) -> TableDifference {
    var sql: SQLText = "SELECT Z_PK, Z_OPT FROM "
    sql.append(mapping.table)
    sql.append(" ORDER BY Z_PK")
    return try asStoreError { () throws(SQLiteError) in
      try TableDifference(
        try connection.prepare(sql.text), try later.connection.prepare(sql.text), apartFrom: touches)
    }
  }
}
