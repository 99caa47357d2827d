public import FoundationEssentials
public import ObjectGraph
import SQLite
import Synchronization

/// A store in one SQLite file, laid out as Core Data lays it out.
///
/// One connection writes, one at a time; every reader has its own, so readers never wait for the writer
/// (WAL). Several processes may use the file at once.
public final class SQLiteStore: PersistentStore {
  /// The UUID in the file's metadata.
  public let identifier: UUID
  /// Where the file is, links followed.
  public let path: String
  /// Where the file is, as it was said when it was opened.
  public let url: URL?
  /// What was done when it was opened to make it a store of this model; nil if it was one.
  public let migration: StoreMigration?
  /// Whether commits are refused.
  public var isReadOnly: Bool { options.isReadOnly }
  /// The configuration of the model that the store holds; nil for all of it.
  public var configurationName: String? { schema.configuration.name }

  let options: Options
  let schema: StoreSchema
  private let readerAccess: Location.Access
  private let writer: Mutex<StoreWriter?>
  private let watching = Mutex(Watching.notYet)

  /// Opens the store, making it and missing directories if it is not there.
  ///
  /// Directories are made with mode 0700, the file with 0600.
  /// - Parameter configuration: the part of the model that the store holds; nil for all of it.
  /// - Throws: `StoreError.open`, `.locked`, `.corrupt` for what is no database, `.incompatible` for a store
  ///   of another model or of another configuration that is not to be migrated, `.migration` if that is not
  ///   possible; an existing file is untouched then.
  public init(
    path: String, model: ManagedObjectModel, configuration: String? = nil, options: Options = Options()
  ) throws(StoreError) {
    guard !path.utf8.contains(0) else { throw .open(reason: "a path cannot contain a null character") }
    // SQLite follows links and keeps the log beside the file itself.
    let url = URL(filePath: path)
    self.path = url.resolvingSymlinksInPath().path
    self.url = url
    self.options = options
    let schema = try StoreSchema(StoreConfiguration(configuration, of: model))
    let opened = try StoreOpener(path: self.path, schema: schema, options: options).open()
    self.schema = opened.schema
    identifier = opened.identifier
    migration = opened.migration
    readerAccess = opened.readerAccess
    writer = Mutex(opened.writer.map { StoreWriter($0, schema: opened.schema, store: opened.identifier) })
  }

  /// A reader with a connection of its own.
  public func makeReader() throws(StoreError) -> any StoreReader {
    try SQLiteReader(try connect(), schema: schema, store: identifier)
  }

  /// Writes a change set; see `PersistentStore`.
  public func commit(_ changes: ChangeSet, cancellation: Cancellation) throws(StoreError) -> CommitReceipt {
    try writer.withLock { writer throws(StoreError) in
      guard let writer else { throw .readOnly }
      return try writer.commit(changes, cancellation)
    }
  }

  /// Waits for another process's commit; see `PersistentStore`.
  public func nextExternalCommit() throws(StoreError) -> CommitNotice? {
    guard readerAccess != .immutable else { return nil }
    guard let watch = try beginWatching() else { return nil }
    // The first look catches what came between two calls.
    var attempt = 0
    repeat {
      if let notice = try externalChanges(), !notice.isEmpty { return notice }
    } while watch.wait(&attempt)
    return nil
  }

  /// Moves the write-ahead log into the file and closes it.
  public func close() {
    watching.withLock { watching in
      if case .active(let watcher) = watching { watcher.stop() }
      watching = .ended
    }
    writer.withLock { writer in
      writer?.close()
      writer = nil
    }
  }

  /// A further connection that only reads.
  func connect() throws(StoreError) -> Connection {
    return try asStoreError { () throws(SQLiteError) in
      let connection = try Connection(
        .file(path: path, access: readerAccess), options.configuration(isNew: false))
      try ExternalData.register(on: connection)
      try ForeignTables(of: schema).make(in: connection)
      return connection
    }
  }
}

// MARK: - Other processes

extension SQLiteStore {
  private enum Watching {
    case notYet
    case active(ExternalWatcher)
    case ended
  }

  /// When to look; nil if the store was closed.
  private func beginWatching() throws(StoreError) -> WatchSchedule? {
    try watching.withLock { watching throws(StoreError) -> WatchSchedule? in
      switch watching {
      case .active(let watcher): return watcher.watch
      case .ended: return nil
      case .notYet: break
      }
      let made = try writer.withLock { writer throws(StoreError) in
        if let writer {
          writer.beginNoting()
          return try makeWatcher(since: try writer.dataVersion(), monitor: nil)
        }
        // A store that never writes asks a connection of its own whether others have.
        let monitor = try connect()
        return try makeWatcher(since: try monitor.version(), monitor: monitor)
      }
      watching = .active(made)
      return made.watch
    }
  }

  /// The version is older than the snapshot: a commit between the two is looked at once too often, not never.
  private func makeWatcher(since version: Int64, monitor: Connection?) throws(StoreError) -> ExternalWatcher {
    let snapshot = try PinnedSnapshot(try connect(), schema: schema, store: identifier)
    return try ExternalWatcher(path: path, snapshot: snapshot, version: version, monitor: monitor)
  }

  /// What other processes changed since the last call; nil if they cannot have changed anything.
  private func externalChanges() throws(StoreError) -> CommitNotice? {
    try watching.withLock { watching throws(StoreError) -> CommitNotice? in
      guard case .active(let watcher) = watching else { return nil }
      let (known, monitored) = (watcher.version, try watcher.monitoredVersion())
      // Under the writer's lock no commit of this process can fall between the snapshot and the list of own
      // commits.
      let step = try writer.withLock { writer throws(StoreError) -> ExternalWatcher.Step? in
        try look(at: writer, since: known, monitored: monitored)
      }
      guard let step else { return nil }
      return try watcher.advance(step)
    }
  }

  /// A look at the store, unless nobody can have written and the last look is recent enough.
  private func look(
    at writer: StoreWriter?, since known: Int64, monitored: Int64
  ) throws(StoreError) -> ExternalWatcher.Step? {
    let version = try writer?.dataVersion() ?? monitored
    let isQuiet = version == known
    if isQuiet, (writer?.notedCount ?? 0) < ExternalWatcher.notedLimit { return nil }
    let snapshot = try PinnedSnapshot(try connect(), schema: schema, store: identifier)
    let later = try writer?.dataVersion() ?? monitored
    return ExternalWatcher.Step(
      snapshot: snapshot, version: version, isQuiet: isQuiet && later == version,
      own: writer?.takeNoted() ?? OwnCommits())
  }
}
