internal import CSQLite

/// One compiled statement: bind, step, read columns, reset.
///
/// Not Sendable: it belongs to the thread of its connection.
@safe package final class Statement {
  /// The text it was compiled from.
  package let sql: String
  let handle: Handle
  let pointer: OpaquePointer

  /// Compiles one statement.
  ///
  /// - Parameter isKept: a hint to SQLite that it will be used many times.
  init(_ sql: String, handle: Handle, isKept: Bool) throws(SQLiteError) {
    try handle.check(.prepare, sql: sql)
    guard unsafe handle.pointer != nil else {
      throw SQLiteError(code: SQLITE_MISUSE, message: "the connection is closed", sql: sql)
    }
    let (code, compiled) = unsafe Statement.compile(
      sql, handle, isKept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0)
    guard code == SQLITE_OK else { throw handle.error(code, sql: sql) }
    guard let compiled = unsafe compiled else {
      throw SQLiteError(code: SQLITE_MISUSE, message: "there is no statement in the text", sql: sql)
    }
    self.sql = sql
    self.handle = handle
    unsafe pointer = compiled
  }

  deinit {
    unsafe sqlite3_finalize(pointer)
  }

  private static func compile(
    _ sql: String, _ handle: Handle, _ flags: UInt32
  ) -> (Int32, OpaquePointer?) {
    var compiled: OpaquePointer?
    let bytes = sql.utf8Span.span
    let code = unsafe bytes.withUnsafeBytes { (buffer) in
      let text = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      return unsafe sqlite3_prepare_v3(
        handle.pointer, text, Int32(clamping: buffer.count), flags, &compiled, nil)
    }
    return unsafe (code, compiled)
  }

  /// Runs to the next row.
  ///
  /// - Returns: true when there is a row to read, false at the end.
  package func step() throws(SQLiteError) -> Bool {
    try handle.check(.step, sql: sql)
    switch unsafe sqlite3_step(pointer) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw handle.error(code, sql: sql)
    }
  }

  /// Runs a statement that gives no rows, and makes it ready for the next values.
  package func run() throws(SQLiteError) {
    defer { reset() }
    while try step() {}
  }

  /// Makes the statement ready to run again; bound values stay.
  package func reset() {
    unsafe sqlite3_reset(pointer)
  }

  /// Makes every placeholder null.
  package func clearBindings() {
    unsafe sqlite3_clear_bindings(pointer)
  }

  /// Whether running it leaves the database as it is.
  package var isReadOnly: Bool {
    unsafe sqlite3_stmt_readonly(pointer) != 0
  }
}
