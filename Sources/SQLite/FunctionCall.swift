internal import CSQLite

/// The arguments of one call of a Swift function from SQL, numbered from 0.
///
/// A number that no argument has reads as NULL.
@safe package struct FunctionCall: ~Copyable {
  private let context: OpaquePointer
  private let values: UnsafeMutablePointer<OpaquePointer?>?
  /// How many arguments there are.
  package let count: Int

  init(context: OpaquePointer, values: UnsafeMutablePointer<OpaquePointer?>?, count: Int) {
    unsafe self.context = context
    unsafe self.values = values
    self.count = count
  }

  private func argument(_ index: Int) -> OpaquePointer? {
    guard index >= 0, index < count, let values = unsafe values else { return nil }
    return unsafe values[index]
  }

  /// The storage class of an argument.
  package func storageClass(at index: Int) -> StorageClass {
    guard let value = unsafe argument(index) else { return .null }
    switch unsafe sqlite3_value_type(value) {
    case SQLITE_INTEGER: return .integer
    case SQLITE_FLOAT: return .real
    case SQLITE_TEXT: return .text
    case SQLITE_BLOB: return .blob
    default: return .null
    }
  }

  /// An argument as an integer, converted as SQLite does.
  package func integer(at index: Int) -> Int64 {
    guard let value = unsafe argument(index) else { return 0 }
    return unsafe sqlite3_value_int64(value)
  }

  /// An argument as a real number, converted as SQLite does.
  package func real(at index: Int) -> Double {
    guard let value = unsafe argument(index) else { return 0 }
    return unsafe sqlite3_value_double(value)
  }

  /// Lends the UTF-8 bytes of an argument, converted to text as SQLite does; NULL is empty.
  package func withText<Result>(at index: Int, _ body: (Span<UInt8>) -> Result) -> Result {
    guard let value = unsafe argument(index), let start = unsafe sqlite3_value_text(value) else {
      return body(Span())
    }
    let count = Int(unsafe sqlite3_value_bytes(value))
    return body(unsafe UnsafeBufferPointer(start: start, count: count).span)
  }

  /// Appends the bytes of a text or blob to a buffer.
  package func appendBytes(at index: Int, to buffer: inout [UInt8]) {
    guard let value = unsafe argument(index), let start = unsafe sqlite3_value_blob(value) else { return }
    let count = Int(unsafe sqlite3_value_bytes(value))
    unsafe buffer.append(contentsOf: UnsafeRawBufferPointer(start: start, count: count))
  }

  /// An argument as a string, converted to text as SQLite does; NULL is empty.
  package func string(at index: Int) -> String {
    withText(at: index) { (bytes) in
      unsafe bytes.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }
  }

  /// The object that was bound to an argument; nil if there is none.
  package func object(at index: Int) -> AnyObject? {
    guard let value = unsafe argument(index), let object = unsafe sqlite3_value_pointer(value, objectTag)
    else { return nil }
    return unsafe Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue()
  }

  /// An object made from an argument once a statement, where the argument is the same in every row.
  ///
  /// For other arguments it is made each time. Source: sqlite.org/c3ref/get_auxdata.html.
  package func prepared<Object: AnyObject>(at index: Int, _ make: () -> Object) -> Object {
    let slot = Int32(clamping: index)
    if let kept = unsafe sqlite3_get_auxdata(context, slot) {
      let object = unsafe Unmanaged<AnyObject>.fromOpaque(kept).takeUnretainedValue()
      if type(of: object) == Object.self { return unsafe unsafeDowncast(object, to: Object.self) }
    }
    let object = make()
    let retained = unsafe Unmanaged<AnyObject>.passRetained(object).toOpaque()
    unsafe sqlite3_set_auxdata(context, slot, retained, releaseObject)
    return object
  }
}
