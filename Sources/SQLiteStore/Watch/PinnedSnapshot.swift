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
    do throws(SQLiteError) {
      try connection.execute("BEGIN DEFERRED")
      // The snapshot is taken by the first read.
      _ = try connection.row("SELECT 1 FROM Z_METADATA")
    } catch {
      throw StoreError(error)
    }
  }

  deinit { connection.close() }

  /// The rows of some objects, as they are in this snapshot.
  func snapshots(_ keys: [Int64], of mapping: TableMapping) throws(StoreError) -> [ObjectSnapshot] {
    guard !keys.isEmpty else { return [] }
    let sql = SelectCompiler(mapping: mapping, store: store).select(keys: keys)
    let rows = try connection.rows(sql, columnCount: mapping.columns.count)
    return (0..<rows.count).map { rows.snapshot($0, of: mapping.entity, in: store) }
  }

  /// What a later snapshot has that this one has not, and the other way round.
  func changes(until later: PinnedSnapshot) throws(StoreError) -> CommitNotice {
    var notice = CommitNotice(number: 0)
    for mapping in schema.mappings {
      let difference = try difference(until: later, in: mapping)
      notice.inserted += try later.snapshots(difference.inserted, of: mapping)
      notice.updated += try later.snapshots(difference.updated, of: mapping)
      notice.deleted += try snapshots(difference.deleted, of: mapping)
    }
    return notice
  }

  private struct Difference {
    var inserted: [Int64] = []
    var updated: [Int64] = []
    var deleted: [Int64] = []
  }

  /// Walks both tables in order of their keys, side by side.
  private func difference(
    until later: PinnedSnapshot, in mapping: TableMapping
  ) throws(StoreError) -> Difference {
    var sql: SQLText = "SELECT Z_PK, Z_OPT FROM "
    sql.append(mapping.table)
    sql.append(" ORDER BY Z_PK")
    do throws(SQLiteError) {
      return try Self.merge(try connection.prepare(sql.text), try later.connection.prepare(sql.text))
    } catch {
      throw StoreError(error)
    }
  }

  private static func merge(_ before: Statement, _ after: Statement) throws(SQLiteError) -> Difference {
    var result = Difference()
    var hasBefore = try before.step()
    var hasAfter = try after.step()
    while hasBefore || hasAfter {
      let oldKey = hasBefore ? before.integer(at: 0) : Int64.max
      let newKey = hasAfter ? after.integer(at: 0) : Int64.max
      if oldKey == newKey, before.integer(at: 1) != after.integer(at: 1) { result.updated.append(newKey) }
      if oldKey < newKey { result.deleted.append(oldKey) }
      if newKey < oldKey { result.inserted.append(newKey) }
      if oldKey <= newKey { hasBefore = try before.step() }
      if newKey <= oldKey { hasAfter = try after.step() }
    }
    return result
  }
}
