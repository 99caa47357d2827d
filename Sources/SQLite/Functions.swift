internal import CSQLite

/// What a Swift function gives back to SQL.
package enum FunctionResult {
  case null
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
  /// Ends the statement with an error.
  case failure(String)
}

extension Connection {
  /// Makes a Swift function callable from SQL on this connection.
  ///
  /// - Parameters:
  ///   - name: its name in SQL, without case.
  ///   - argumentCount: how many arguments it takes; −1 for any number.
  ///   - isDeterministic: equal arguments give equal results within one statement, so SQLite may factor it
  ///     out.
  ///   - isInnocuous: it may stand in triggers and views of a file that is not trusted.
  ///   - body: runs on the connection's thread; the arguments are valid until it returns.
  package func register(
    _ name: String, argumentCount: Int, isDeterministic: Bool = true, isInnocuous: Bool = false,
    _ body: @escaping (borrowing FunctionCall) -> FunctionResult
  ) throws(SQLiteError) {
    guard unsafe handle.pointer != nil else {
      throw SQLiteError(code: SQLITE_MISUSE, message: "the connection is closed")
    }
    let flags =
      SQLITE_UTF8 | (isDeterministic ? SQLITE_DETERMINISTIC : 0)
      | (isInnocuous ? SQLITE_INNOCUOUS : 0)
    let box = unsafe Unmanaged.passRetained(FunctionBox(body)).toOpaque()
    let code = unsafe sqlite3_create_function_v2(
      handle.pointer, name, Int32(clamping: argumentCount), flags, box, callFunction, nil, nil,
      releaseObject)
    guard code == SQLITE_OK else { throw handle.error(code) }
  }
}

/// Keeps the closure alive as long as SQLite knows the function.
private final class FunctionBox {
  let body: (borrowing FunctionCall) -> FunctionResult

  init(_ body: @escaping (borrowing FunctionCall) -> FunctionResult) {
    self.body = body
  }
}

private func callFunction(
  _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
  guard let context = unsafe context, let data = unsafe sqlite3_user_data(context) else { return }
  let box = unsafe Unmanaged<FunctionBox>.fromOpaque(data).takeUnretainedValue()
  let call = unsafe FunctionCall(context: context, values: values, count: Int(count))
  unsafe setResult(box.body(call), context)
}

/// Gives up one reference that SQLite held.
func releaseObject(_ object: UnsafeMutableRawPointer?) {
  guard let object = unsafe object else { return }
  unsafe Unmanaged<AnyObject>.fromOpaque(object).release()
}

func setResult(_ result: FunctionResult, _ context: OpaquePointer) {
  switch result {
  case .null: unsafe sqlite3_result_null(context)
  case .boolean(let value): unsafe sqlite3_result_int(context, value ? 1 : 0)
  case .integer(let value): unsafe sqlite3_result_int64(context, value)
  case .real(let value): unsafe sqlite3_result_double(context, value)
  case .text(let value): unsafe setText(value, context)
  case .blob(let value): unsafe setBlob(value, context)
  case .failure(let message): unsafe sqlite3_result_error(context, message, -1)
  }
}

private func setText(_ value: String, _ context: OpaquePointer) {
  let bytes = value.utf8Span.span
  unsafe bytes.withUnsafeBytes { (buffer) in
    let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
    guard let start = unsafe start else {
      return unsafe sqlite3_result_text(context, "", 0, transientCopy)
    }
    unsafe sqlite3_result_text64(
      context, start, UInt64(buffer.count), transientCopy, UInt8(SQLITE_UTF8))
  }
}

private func setBlob(_ value: [UInt8], _ context: OpaquePointer) {
  unsafe value.withUnsafeBytes { (buffer) in
    guard let start = buffer.baseAddress else {
      return unsafe sqlite3_result_zeroblob(context, 0)
    }
    unsafe sqlite3_result_blob64(context, start, UInt64(buffer.count), transientCopy)
  }
}
