internal import CSQLite

extension Connection {
  /// Copies the whole database as it is at one moment, while others may go on reading and writing.
  ///
  /// - Parameter copy: an open database, which is replaced.
  /// - Throws: `SQLiteError`: `busy` if somebody holds the database for longer than the busy timeout, `full`
  ///   if the copy has no room. Source: sqlite.org/backup.html.
  package func back(up copy: Connection) throws(SQLiteError) {
    guard unsafe handle.pointer != nil, unsafe copy.handle.pointer != nil else {
      throw SQLiteError(code: SQLITE_MISUSE, message: "the database is closed")
    }
    guard let backup = unsafe sqlite3_backup_init(copy.handle.pointer, "main", handle.pointer, "main") else {
      throw copy.handle.error(unsafe sqlite3_errcode(copy.handle.pointer))
    }
    // All pages in one step: a step that others' writes interrupt would have to begin anew.
    let step = unsafe sqlite3_backup_step(backup, -1)
    let end = unsafe sqlite3_backup_finish(backup)
    guard step == SQLITE_DONE, end == SQLITE_OK else {
      throw copy.handle.error(step == SQLITE_DONE ? end : step)
    }
  }
}
