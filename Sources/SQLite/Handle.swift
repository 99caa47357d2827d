internal import CSQLite

/// Owns the `sqlite3 *` of one connection and what its callbacks look at.
///
/// Statements hold it too, so that the pointer outlives the last of them. Not Sendable: one thread at a time.
@safe final class Handle {
  /// nil after `close`.
  private(set) var pointer: OpaquePointer?
  /// Looked at while waiting for a lock and every `progressOperations` steps of SQLite's machine.
  var isCancelled: (() -> Bool)?
  let busyTimeoutMilliseconds: Int
  /// Whether locks of others are waited for at all.
  var isPatient = true
  let fault: FaultHook?
  /// When the present wait for a lock began.
  var waitStart: ContinuousClock.Instant?

  /// Opens the database.
  ///
  /// - Throws: `SQLiteError` of kind `cannotOpen` in most cases; the file itself is first read by a
  ///   statement.
  init(_ location: Location, _ configuration: Configuration) throws(SQLiteError) {
    busyTimeoutMilliseconds = configuration.busyTimeoutMilliseconds
    fault = configuration.fault
    sqlite3_soft_heap_limit64(Configuration.cachesLimit)
    let name = location.name
    var opened: OpaquePointer?
    let code = unsafe sqlite3_open_v2(name, &opened, location.flags, nil)
    unsafe pointer = opened
    guard code == SQLITE_OK else {
      let error = self.error(code)
      close()
      throw error
    }
    unsafe sqlite3_extended_result_codes(opened, 1)
  }

  deinit {
    close()
  }

  /// Closes the connection; statements that still live keep what they need of it.
  func close() {
    guard let open = unsafe pointer else { return }
    unsafe sqlite3_close_v2(open)
    unsafe pointer = nil
  }

  /// The error for a result code, with the connection's last message when that belongs to the code.
  func error(_ code: Int32, sql: String? = nil) -> SQLiteError {
    let lastCode = unsafe sqlite3_errcode(pointer)
    let isLast = unsafe pointer != nil && lastCode & 0xff == code & 0xff
    let extended = isLast ? unsafe sqlite3_extended_errcode(pointer) : code
    let words = isLast ? unsafe sqlite3_errmsg(pointer) : unsafe sqlite3_errstr(code)
    let message = unsafe words.map { unsafe String(cString: $0) } ?? ""
    return SQLiteError(code: extended, message: message, sql: sql)
  }

  /// Throws what the test's hook wants to fail; costs one comparison when there is none.
  @inline(__always)
  func check(_ call: SQLiteCall, sql: String) throws(SQLiteError) {
    guard let fault, let code = fault(call) else { return }
    throw SQLiteError(code: code, message: "injected fault", sql: sql)
  }
}

extension Location {
  /// The flags for `sqlite3_open_v2`.
  ///
  /// Every connection is used by one thread at a time, so it needs no mutex.
  fileprivate var flags: Int32 {
    let common = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    guard case .file(_, let access) = self else {
      return common | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    }
    let kind =
      switch access {
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .readWrite: SQLITE_OPEN_READWRITE
      case .readOnly, .immutable: SQLITE_OPEN_READONLY
      }
    return common | SQLITE_OPEN_URI | kind
  }
}
