package import ObjectGraph
import SQLite

/// What can be said about a store's file without changing it, also where it cannot be opened.
package struct StoreExamination: Sendable {
  /// Whether somebody else is writing.
  package enum Lock: Sendable {
    case free
    /// Another process is in the middle of a save.
    case held
    /// It could not be tried, for a reason in words.
    case unknown(String)
  }

  /// The version of SQLite that this program has inside, such as `3.40.1`.
  package private(set) var sqliteVersion = ""
  /// Why the file cannot be read; nil if it can.
  package private(set) var failure: String?
  /// What SQLite finds wrong; empty for a sound file.
  package private(set) var damages: [String] = []
  /// Entities that the file keeps in another form than the model; nil if the file is no store.
  package private(set) var differingEntities: [String]?
  /// What lies in it; nil if it is not sound, or no store of the model.
  package private(set) var census: StoreCensus?
  /// Whether a save could begin now.
  package private(set) var lock = Lock.unknown("the file is not sound")

  /// Most damages that are named.
  private static let damageLimit = 20

  /// Looks at a file.
  ///
  /// - Complexity: O(file): every page is read.
  package init(path: String, model: ManagedObjectModel) {
    do throws(SQLiteError) {
      sqliteVersion = try Self.version()
      // A connection that only reads would leave a log behind where there was none.
      let hasLog = FileFacts(path: path + "-wal") != nil
      let access = hasLog ? Location.Access.readOnly : .immutable
      let connection = try Connection(.file(path: path, access: access), Self.configuration)
      differingEntities = try Self.differences(connection, model)
      damages = try connection.rows("PRAGMA integrity_check(\(Self.damageLimit))").compactMap { row in
        if case .text(let line) = row[0], line != "ok" { line } else { nil }
      }
      if damages.isEmpty, differingEntities == [],
        let schema = try? StoreSchema(StoreConfiguration(model))
      {
        census = try StoreCensus(connection, schema.adapted(to: try connection.tableNames()))
      }
      connection.close()
    } catch {
      failure = error.message
    }
    if failure == nil, damages.isEmpty, differingEntities?.isEmpty == true { lock = Self.lock(path) }
  }

  private static let configuration = Configuration(
    journalMode: nil, busyTimeoutMilliseconds: 0, pageSize: nil)

  private static func version() throws(SQLiteError) -> String {
    let row = try Connection(.memory, configuration).row("SELECT sqlite_version()")
    if case .text(let version)? = row?.first { return version }
    return ""
  }

  private static func differences(
    _ connection: Connection, _ model: ManagedObjectModel
  ) throws(SQLiteError) -> [String]? {
    guard try connection.row("SELECT 1 FROM sqlite_master WHERE name = 'Z_METADATA'") != nil,
      case .blob(let plist)? = try connection.row("SELECT Z_PLIST FROM Z_METADATA")?.first,
      let metadata = try? StoreMetadata(plist: plist)
    else { return nil }
    return metadata.incompatibleEntities(with: StoreConfiguration(model))
  }

  /// Begins a save that changes nothing.
  private static func lock(_ path: String) -> Lock {
    do throws(SQLiteError) {
      let connection = try Connection(.file(path: path, access: .readWrite), configuration)
      defer { connection.close() }
      try connection.execute("BEGIN IMMEDIATE")
      try connection.execute("ROLLBACK")
      return .free
    } catch {
      return error.kind == .busy ? .held : .unknown(error.message)
    }
  }
}
