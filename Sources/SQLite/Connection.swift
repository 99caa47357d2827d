internal import CSQLite

/// One open database.
///
/// Not Sendable: it belongs to one thread at a time. Statements are compiled once and kept.
package final class Connection {
  let handle: Handle
  let cache: StatementCache
  /// Where the database is and how it was opened.
  package let location: Location
  /// How deep transactions are nested at the moment; savepoints are named after it.
  var depth = 0

  /// Opens a database and sets it up.
  ///
  /// - Throws: `SQLiteError`: `cannotOpen`, `corrupt` for a file that is no database, `busy` when somebody
  ///   else holds it for longer than the busy timeout.
  package init(_ location: Location, _ configuration: Configuration = Configuration()) throws(SQLiteError) {
    guard !location.containsNullByte else {
      throw SQLiteError(code: SQLITE_CANTOPEN, message: "a path cannot contain a null byte")
    }
    self.location = location
    handle = try Handle(location, configuration)
    cache = StatementCache(limit: configuration.statementCacheCount)
    handle.installCallbacks()
    for pragma in configuration.pragmas(canWrite: location.canWrite) {
      try execute(pragma)
    }
    if let mode = configuration.journalMode, location.canWrite {
      try setJournalMode(mode)
    }
  }

  /// Looked at by long statements and while waiting for locks; true makes them fail with `interrupted`.
  ///
  /// It runs on the thread that uses the connection, about every 4,000 steps of SQLite's machine, and never
  /// during a commit.
  package var isCancelled: (() -> Bool)? {
    get { handle.isCancelled }
    set { handle.isCancelled = newValue }
  }

  /// Compiles a statement that is not kept.
  package func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    try Statement(sql, handle: handle, isKept: false)
  }

  /// Runs one statement that gives no rows, with values for its placeholders.
  package func execute(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError) {
    let statement = try prepare(sql)
    try statement.bind(values)
    while try statement.step() {}
  }

  /// The first row of a query, or nil when there is none.
  package func row(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError) -> [SQLiteValue]? {
    let statement = try prepare(sql)
    try statement.bind(values)
    guard try statement.step() else { return nil }
    return statement.row
  }

  /// All rows of a query; for small results.
  package func rows(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError) -> [[SQLiteValue]] {
    let statement = try prepare(sql)
    try statement.bind(values)
    var rows: [[SQLiteValue]] = []
    while try statement.step() {
      rows.append(statement.row)
    }
    return rows
  }

  /// Closes the database; the last connection to a file moves the write-ahead log into it.
  ///
  /// Every later use fails with an error. Without it the database is closed with its last statement.
  package func close() {
    cache.removeAll()
    handle.close()
  }
}
