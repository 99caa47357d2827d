internal import CSQLite

extension Connection {
  /// The most placeholders that a statement may have.
  ///
  /// Source: sqlite.org/limits.html, "Maximum Number Of Host Parameters".
  package var parameterLimit: Int {
    guard unsafe handle.pointer != nil else { return 0 }
    return Int(unsafe sqlite3_limit(handle.pointer, SQLITE_LIMIT_VARIABLE_NUMBER, -1))
  }

  /// Whether a transaction is open.
  package var isInTransaction: Bool {
    guard unsafe handle.pointer != nil else { return false }
    return unsafe sqlite3_get_autocommit(handle.pointer) == 0
  }

  /// A number that changes when another connection, of this or another process, commits a change.
  ///
  /// Commits of this connection leave it alone. Source: sqlite.org/pragma.html#pragma_data_version.
  package func dataVersion() throws(SQLiteError) -> Int64 {
    try withStatement("PRAGMA data_version") { (statement) throws(SQLiteError) in
      try statement.step() ? statement.integer(at: 0) : 0
    }
  }

  /// A number that changes with every change of the file's tables and indexes, whoever makes it.
  ///
  /// Source: sqlite.org/pragma.html#pragma_schema_version.
  package func schemaVersion() throws(SQLiteError) -> Int64 {
    try withStatement("PRAGMA schema_version") { (statement) throws(SQLiteError) in
      try statement.step() ? statement.integer(at: 0) : 0
    }
  }

  /// Changes with every commit to the file, by any connection of any process, and asks nobody for a lock.
  ///
  /// About a hundredth of reading a row. Six numbers; nil without a write-ahead log.
  package var logHeader: SIMD8<UInt64>? {
    guard unsafe handle.pointer != nil else { return nil }
    var words = SIMD8<UInt64>.zero
    let isThere = unsafe withUnsafeMutableBytes(of: &words) { bytes in
      unsafe csqlite_log_header(handle.pointer, bytes.bindMemory(to: UInt64.self).baseAddress)
    }
    return isThere == 0 ? nil : words
  }

  /// Whether the database has a write-ahead log.
  package var hasLog: Bool {
    (try? row("PRAGMA journal_mode")) == [.text("wal")]
  }

  /// Moves the write-ahead log into the database and empties it, as far as readers allow.
  ///
  /// - Parameter waits: whether to wait for others up to the busy timeout; else what they hold stays in the
  ///   log.
  package func checkpoint(waits: Bool = true) throws(SQLiteError) {
    handle.isPatient = waits
    defer { handle.isPatient = true }
    try execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// Switches the journal mode, waiting as long as the busy timeout for others who are doing the same.
  ///
  /// SQLite answers this one lock conflict at once instead of asking the busy handler.
  package func setJournalMode(_ mode: Configuration.JournalMode) throws(SQLiteError) {
    var count: Int32 = 0
    while true {
      do throws(SQLiteError) {
        return try execute("PRAGMA journal_mode = \(mode.rawValue)")
      } catch {
        guard error.kind == .busy, handle.waitsAgain(after: count) else { throw error }
        count += 1
      }
    }
  }
}
