import FoundationEssentials
import ObjectGraph
import SQLite

/// The one connection that writes; whoever holds the store's writer lock holds this.
final class StoreWriter {
  private let connection: Connection
  private let schema: StoreSchema
  private let store: UUID
  private var commitCount: UInt64 = 0
  /// SQLite's number of the file's tables when the store was last seen to be of this model.
  private var knownTables: Int64?
  /// Own commits since the last look at other processes; nil while nobody looks.
  private var noted: OwnCommits?

  init(_ connection: Connection, schema: StoreSchema, store: UUID) {
    self.connection = connection
    self.schema = schema
    self.store = store
  }

  /// Writes a change set as one transaction.
  func commit(_ changes: ChangeSet, _ cancellation: Cancellation) throws(StoreError) -> CommitReceipt {
    try cancellation.check()
    connection.isCancelled = { cancellation.isCancelled }
    defer { connection.isCancelled = nil }
    do throws(StoreError) {
      let receipt = try write(changes, cancellation)
      commitCount += 1
      noted?.note(receipt.notice)
      return receipt
    } catch {
      // A wait for a lock that was cancelled ends as a wait that was too long.
      throw error == .locked && cancellation.isCancelled ? .cancelled : error
    }
  }

  private func write(_ changes: ChangeSet, _ cancellation: Cancellation) throws(StoreError) -> CommitReceipt {
    try connection.transaction(.immediate) { () throws(StoreError) in
      try checkModel()
      let writer = ChangeWriter(connection, schema: schema)
      let plan = CommitPlan(
        changes, model: schema.model, store: store, cancellation: cancellation)
      let receipt = try plan.run(in: writer, number: commitCount + 1)
      try writer.finish()
      return receipt
    }
  }

  /// Another process with a newer model may have migrated the store meanwhile.
  private func checkModel() throws(StoreError) {
    let tables = try asStoreError { () throws(SQLiteError) in try connection.schemaVersion() }
    if tables == knownTables { return }
    let row = try asStoreError { () throws(SQLiteError) in
      try connection.row("SELECT Z_PLIST FROM Z_METADATA")
    }
    guard case .blob(let plist)? = row?.first, let metadata = try? StoreMetadata(plist: plist) else {
      throw .incompatible(entities: schema.configuration.entities.map(\.name))
    }
    let entities = metadata.incompatibleEntities(with: schema.configuration)
    guard entities.isEmpty else { throw .incompatible(entities: entities) }
    knownTables = tables
  }

  /// Empties the write-ahead log and closes; a log that others use stays and is read at the next start.
  func close() {
    try? connection.checkpoint(waits: false)
    connection.close()
  }

  /// Begins to note own commits.
  func beginNoting() { noted = OwnCommits() }

  /// Changes when another process has committed, and only then.
  func dataVersion() throws(StoreError) -> Int64 {
    try connection.version()
  }

  /// How many objects the own commits since the last look have touched.
  var notedCount: Int { noted?.count ?? 0 }

  /// Own commits since the last call.
  func takeNoted() -> OwnCommits {
    defer { if noted != nil { noted = OwnCommits() } }
    return noted ?? OwnCommits()
  }
}
