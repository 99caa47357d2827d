import FoundationEssentials
import Glibc
import ObjectGraph
import SQLite
import Synchronization

/// Opens or makes the file of a store, and leaves a file that is none of ours as it was.
struct StoreOpener {
  let path: String
  let schema: StoreSchema
  let options: SQLiteStore.Options

  /// What came of it.
  struct Opened {
    var identifier: UUID
    /// Nil for a read-only store.
    var writer: Connection?
    var readerAccess: Location.Access
    /// With the names that the tables of this file have.
    var schema: StoreSchema
    /// Nil if the store fitted.
    var migration: StoreMigration?
  }

  /// What a store's metadata say about it.
  enum Standing {
    /// A store of this model.
    case fits(UUID)
    /// A store of another one.
    case differs(UUID, StoreMetadata)
  }

  /// What may be done with a store of another model; one of a configuration is never migrated, for which part of
  /// an older model it holds is not known.
  var migration: SQLiteStore.Options.Migration { schema.configuration.isWhole ? options.migration : .never }

  func open() throws(StoreError) -> Opened {
    if options.isReadOnly { return try openReadOnly() }
    let isNew = try prepareFile()
    if !isNew { try look() }
    let connection = try connect(isNew ? .create : .readWrite, isNew: isNew)
    let isEmpty = if isNew { true } else { try hasNoTables(connection) }
    // Checked before the journal mode is set: that would already change a file that is none of ours.
    let standing: Standing? = if isEmpty { nil } else { try standing(connection) }
    if case .differs(_, let metadata)? = standing, migration == .never { throw refusal(metadata) }
    try asStoreError { () throws(SQLiteError) in try connection.setJournalMode(.wal) }
    var opened = Opened(
      identifier: UUID(), writer: connection, readerAccess: .readOnly, schema: schema, migration: nil)
    switch standing {
    case nil: opened.identifier = try make(connection)
    case .differs?: opened.identifier = try migrate(connection, &opened.migration)
    case .fits(let identifier)?:
      opened.identifier = identifier
      // Tables that were just made are called as they are here.
      opened.schema = try adapted(connection)
    }
    try asStoreError { () throws(SQLiteError) in try ForeignTables(of: opened.schema).make(in: connection) }
    return opened
  }

  /// Refuses a file that is none of ours before anything could be written to it or made beside it.
  ///
  /// Closing a connection that may write would move a waiting log into the file, and one that may only read
  /// leaves files behind; so the file is taken as it lies there where no log waits. Should somebody write to
  /// it at the same time, it may look damaged: then opening it in the usual way has the last word.
  private func look() throws(StoreError) {
    if hasContent("-journal") { return }
    do throws(StoreError) {
      let connection = try connect(hasContent("-wal") ? .readOnly : .immutable, isNew: false)
      if try hasNoTables(connection) { return }
      if case .differs(let identifier, let metadata) = try standing(connection) {
        _ = try planMigration(of: metadata, identifier, on: connection)
      }
    } catch .corrupt {
      return
    }
  }

  /// A read-only file in WAL mode needs files beside it; where those cannot be made, and no log waits to be
  /// read, the file alone is the whole truth.
  private func openReadOnly() throws(StoreError) -> Opened {
    guard FileFacts(path: path) != nil else { throw .open(reason: "\(path) does not exist") }
    do throws(StoreError) {
      return try openReadOnly(.readOnly)
    } catch {
      guard isCannotWrite(error), !hasContent("-wal") else { throw error }
      return try openReadOnly(.immutable)
    }
  }

  private func openReadOnly(_ access: Location.Access) throws(StoreError) -> Opened {
    let connection = try connect(access, isNew: false)
    let identifier = try check(connection)
    let schema = try adapted(connection)
    connection.close()
    return Opened(identifier: identifier, writer: nil, readerAccess: access, schema: schema)
  }

  private func isCannotWrite(_ error: StoreError) -> Bool {
    switch error {
    case .open, .readOnly: true
    default: false
    }
  }
}

// MARK: - The file

extension StoreOpener {
  /// Makes missing directories; true if there is no file yet, or an empty one.
  private func prepareFile() throws(StoreError) -> Bool {
    if let facts = FileFacts(path: path) {
      if facts.isDirectory { throw .open(reason: "\(path) is a directory") }
      return facts.size == 0
    }
    let directory = URL(filePath: path).deletingLastPathComponent().path
    do {
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      let isForbidden = (error as? CocoaError)?.code == .fileWriteNoPermission
      throw .open(
        reason: "the directory \(directory) cannot be made" + (isForbidden ? ": permission denied" : ""))
    }
    return true
  }

  /// Whether there is anything in the file beside the store with this ending.
  func hasContent(_ ending: String) -> Bool { FileFacts(path: path + ending)?.size ?? 0 > 0 }

  func connect(_ access: Location.Access, isNew: Bool) throws(StoreError) -> Connection {
    guard isNew else { return try connect(access, options.configuration(isNew: false)) }
    // SQLite gives the files beside a database the mode of the database itself. The mask is the process's:
    // two stores made at once would each put back what the other has set.
    return try Self.maskLock.withLock { _ throws(StoreError) in
      let mask = umask(0o077)
      defer { umask(mask) }
      return try connect(access, options.configuration(isNew: true))
    }
  }

  private static let maskLock = Mutex(())

  private func connect(
    _ access: Location.Access, _ configuration: Configuration
  ) throws(StoreError) -> Connection {
    try asStoreError { () throws(SQLiteError) in
      let connection = try Connection(.file(path: path, access: access), configuration)
      try ExternalData.register(on: connection)
      return connection
    }
  }
}

// MARK: - What is in it

extension StoreOpener {
  /// A file that was being made when its maker died has a header and nothing else.
  func hasNoTables(_ connection: Connection) throws(StoreError) -> Bool {
    try row("SELECT 1 FROM sqlite_master LIMIT 1", connection) == nil
  }

  /// The identifier of a store of this model.
  func check(_ connection: Connection) throws(StoreError) -> UUID {
    switch try standing(connection) {
    case .fits(let identifier): return identifier
    case .differs(_, let metadata): throw refusal(metadata)
    }
  }

  private func refusal(_ metadata: StoreMetadata) -> StoreError {
    .incompatible(entities: metadata.incompatibleEntities(with: schema.configuration))
  }

  /// Whose store it is.
  func standing(_ connection: Connection) throws(StoreError) -> Standing {
    guard try row("SELECT 1 FROM sqlite_master WHERE name = 'Z_METADATA'", connection) != nil else {
      throw .open(reason: "\(path) is an SQLite database, but no store of objects")
    }
    guard let row = try row("SELECT Z_UUID, Z_PLIST FROM Z_METADATA", connection),
      case .text(let text) = row[0], let identifier = UUID(uuidString: text)
    else { throw .corrupt(reason: "the metadata of \(path) has no UUID") }
    guard case .blob(let plist) = row[1], let metadata = try? StoreMetadata(plist: plist) else {
      throw .incompatible(entities: schema.configuration.entities.map(\.name))
    }
    guard metadata.incompatibleEntities(with: schema.configuration).isEmpty else {
      return .differs(identifier, metadata)
    }
    try checkNumbers(of: schema, connection)
    return .fits(identifier)
  }

  /// Rows tell their entities by number, and the numbers are those of the model.
  ///
  /// - Throws: `StoreError.open` for a file that numbers entities in another way.
  func checkNumbers(of schema: StoreSchema, _ connection: Connection) throws(StoreError) {
    let rows = try asStoreError { () throws(SQLiteError) in
      try connection.rows("SELECT Z_ENT, Z_NAME FROM Z_PRIMARYKEY ORDER BY Z_ENT")
    }
    for row in rows {
      guard case .integer(let stored) = row[0], case .text(let name) = row[1],
        let number = schema.number(ofEntityNamed: name), stored != Int64(number)
      else { continue }
      throw .open(reason: "\(path) numbers its entities otherwise: \(name) is \(stored), not \(number)")
    }
  }

  /// The schema with the names of tables that this file has.
  private func adapted(_ connection: Connection) throws(StoreError) -> StoreSchema {
    let names = try asStoreError { () throws(SQLiteError) in try connection.tableNames() }
    return schema.adapted(to: names)
  }

  /// Makes the tables in one transaction, unless another process was faster.
  private func make(_ connection: Connection) throws(StoreError) -> UUID {
    try connection.transaction(.immediate) { () throws(StoreError) in
      guard try hasNoTables(connection) else { return try check(connection) }
      let identifier = UUID()
      try SchemaWriter(schema: schema, identifier: identifier).write(to: connection)
      return identifier
    }
  }

  private func row(_ sql: String, _ connection: Connection) throws(StoreError) -> [SQLiteValue]? {
    try asStoreError { () throws(SQLiteError) in try connection.row(sql) }
  }
}

extension Connection {
  /// The names of all tables.
  func tableNames() throws(SQLiteError) -> Set<String> {
    let rows = try rows("SELECT name FROM sqlite_master WHERE type = 'table'")
    return Set(rows.compactMap { row in if case .text(let name) = row[0] { name } else { nil } })
  }
}
