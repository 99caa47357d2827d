internal import CSQLite

/// Binding: placeholders are numbered from 1, as in SQLite.
///
/// A number that no placeholder has is an error of kind `other` (range), never a trap.
extension Statement {
  /// How many placeholders there are.
  package var parameterCount: Int {
    Int(unsafe sqlite3_bind_parameter_count(pointer))
  }

  /// Binds one value to each placeholder.
  ///
  /// - Throws: `SQLiteError` when there are more or fewer values than placeholders.
  package func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
    guard values.count == parameterCount else {
      let message = "\(values.count) values for \(parameterCount) placeholders"
      throw SQLiteError(code: SQLITE_RANGE, message: message, sql: sql)
    }
    for (index, value) in values.enumerated() {
      try bind(value, at: index + 1)
    }
  }

  /// Binds a value of any storage class.
  package func bind(_ value: SQLiteValue, at index: Int) throws(SQLiteError) {
    switch value {
    case .null: try bindNull(at: index)
    case .integer(let value): try bind(value, at: index)
    case .real(let value): try bind(value, at: index)
    case .text(let value): try bind(value, at: index)
    case .blob(let value): try bind(blob: value.span, at: index)
    case .object(let value): try bind(object: value, at: index)
    }
  }

  /// Binds NULL.
  package func bindNull(at index: Int) throws(SQLiteError) {
    try check(unsafe sqlite3_bind_null(pointer, Int32(clamping: index)))
  }

  /// Binds an integer.
  package func bind(_ value: Int64, at index: Int) throws(SQLiteError) {
    try check(unsafe sqlite3_bind_int64(pointer, Int32(clamping: index), value))
  }

  /// Binds a real number; SQLite turns a NaN into NULL.
  package func bind(_ value: Double, at index: Int) throws(SQLiteError) {
    try check(unsafe sqlite3_bind_double(pointer, Int32(clamping: index), value))
  }

  /// Binds a text with its exact bytes; a null character inside survives.
  package func bind(_ value: String, at index: Int) throws(SQLiteError) {
    try bind(text: value.utf8Span.span, at: index)
  }

  /// Binds bytes as text; they are copied and should be UTF-8.
  package func bind(text: Span<UInt8>, at index: Int) throws(SQLiteError) {
    try check(unsafe text.withUnsafeBytes { unsafe bindText($0, at: index) })
  }

  /// Binds bytes as a blob; they are copied.
  package func bind(blob: Span<UInt8>, at index: Int) throws(SQLiteError) {
    try check(unsafe blob.withUnsafeBytes { unsafe bindBlob($0, at: index) })
  }

  /// Lends an object to the functions that are called by this statement, until something else is bound.
  package func bind(object: any AnyObject & Sendable, at index: Int) throws(SQLiteError) {
    let retained = unsafe Unmanaged<AnyObject>.passRetained(object).toOpaque()
    // SQLite releases the object also when it refuses it.
    try check(
      unsafe sqlite3_bind_pointer(pointer, Int32(clamping: index), retained, objectTag, releaseObject))
  }

  private func check(_ code: Int32) throws(SQLiteError) {
    guard code != SQLITE_OK else { return }
    throw handle.error(code, sql: sql)
  }

  /// An empty span may have no address, and SQLite would take that for NULL.
  private func bindText(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Int32 {
    guard let start = bytes.baseAddress else {
      return unsafe sqlite3_bind_text(pointer, Int32(clamping: index), "", 0, transientCopy)
    }
    return unsafe sqlite3_bind_text64(
      pointer, Int32(clamping: index), start.assumingMemoryBound(to: CChar.self),
      UInt64(bytes.count), transientCopy, UInt8(SQLITE_UTF8))
  }

  private func bindBlob(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Int32 {
    guard let start = bytes.baseAddress else {
      return unsafe sqlite3_bind_zeroblob(pointer, Int32(clamping: index), 0)
    }
    return unsafe sqlite3_bind_blob64(
      pointer, Int32(clamping: index), start, UInt64(bytes.count), transientCopy)
  }
}

/// Tells our objects from pointers that somebody else binds.
var objectTag: UnsafePointer<CChar> {
  let tag: StaticString = "objwire object"
  return unsafe UnsafeRawPointer(tag.utf8Start).assumingMemoryBound(to: CChar.self)
}

/// `SQLITE_TRANSIENT`, a macro that Swift does not import: SQLite copies the bytes before it returns.
var transientCopy: sqlite3_destructor_type {
  unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}
