/// How a store is opened; what is not said is as the type of store has it.
public struct PersistentStoreOptions: Hashable, Sendable {
  /// Whether saves are refused (`NSReadOnlyPersistentStoreOption`).
  public var isReadOnly: Bool
  /// Seconds to wait for another process's lock, 0 or more (`NSPersistentStoreTimeoutOption`).
  ///
  /// Nil for the store's default: 5 seconds for an SQLite store.
  public var timeout: Double?
  /// Settings of SQLite by their names (`NSSQLitePragmasOption`).
  ///
  /// An SQLite store knows `synchronous` (`FULL`, the default, or `NORMAL`) and `journal_mode` (`WAL` alone);
  /// any other is an error, since a setting without effect would deceive.
  public var sqlitePragmas: [String: String]

  /// The defaults: read and write, everything else as the type of store has it.
  public init(isReadOnly: Bool = false, timeout: Double? = nil, sqlitePragmas: [String: String] = [:]) {
    self.isReadOnly = isReadOnly
    self.timeout = timeout
    self.sqlitePragmas = sqlitePragmas
  }
}
