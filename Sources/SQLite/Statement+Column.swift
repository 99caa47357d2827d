internal import CSQLite

/// Columns of the present row, numbered from 0.
///
/// A number that no column has reads as NULL. What is borrowed is valid until the next `step` or `reset`.
extension Statement {
  /// How many columns a row has.
  package var columnCount: Int {
    Int(unsafe sqlite3_column_count(pointer))
  }

  /// The storage class of a value.
  @inline(__always)
  package func storageClass(at column: Int) -> StorageClass {
    switch unsafe sqlite3_column_type(pointer, Int32(truncatingIfNeeded: column)) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  /// A value as an integer; other classes are converted as SQLite does, NULL to 0.
  package func integer(at column: Int) -> Int64 {
    unsafe sqlite3_column_int64(pointer, Int32(truncatingIfNeeded: column))
  }

  /// A value as a real number; other classes are converted as SQLite does, NULL to 0.
  package func real(at column: Int) -> Double {
    unsafe sqlite3_column_double(pointer, Int32(truncatingIfNeeded: column))
  }

  /// A text as a string; NULL and other classes give what SQLite converts them to.
  package func string(at column: Int) -> String {
    withText(at: column) { (bytes) in
      unsafe bytes.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }
  }

  /// A blob's or text's bytes.
  package func bytes(at column: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    appendBytes(at: column, to: &bytes)
    return bytes
  }

  /// Lends the UTF-8 bytes of a text.
  package func withText<Result>(at column: Int, _ body: (Span<UInt8>) -> Result) -> Result {
    let index = Int32(truncatingIfNeeded: column)
    let start = unsafe sqlite3_column_text(pointer, index)
    let count = Int(unsafe sqlite3_column_bytes(pointer, index))
    return body(unsafe UnsafeBufferPointer(start: start, count: start == nil ? 0 : count).span)
  }

  /// Appends a text's or blob's bytes to a buffer, without a step between.
  package func appendBytes(at column: Int, to buffer: inout [UInt8]) {
    let index = Int32(truncatingIfNeeded: column)
    let start = unsafe sqlite3_column_blob(pointer, index)
    let count = Int(unsafe sqlite3_column_bytes(pointer, index))
    guard let start = unsafe start else { return }
    unsafe buffer.append(contentsOf: UnsafeRawBufferPointer(start: start, count: count))
  }

  /// A value with its storage class.
  package func value(at column: Int) -> SQLiteValue {
    switch storageClass(at: column) {
    case .null: .null
    case .integer: .integer(integer(at: column))
    case .real: .real(real(at: column))
    case .text: .text(string(at: column))
    case .blob: .blob(bytes(at: column))
    }
  }

  /// All values of the present row.
  package var row: [SQLiteValue] {
    (0..<columnCount).map { value(at: $0) }
  }
}
