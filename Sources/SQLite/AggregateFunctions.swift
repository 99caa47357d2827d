internal import CSQLite

/// What an aggregate function knows of the rows of one group.
package protocol AggregateState: AnyObject {
  /// Takes the arguments of one row.
  func step(_ call: borrowing FunctionCall)
  /// The result for all rows that were taken.
  func result() -> FunctionResult
}

extension Connection {
  /// Makes a Swift aggregate function callable from SQL on this connection.
  ///
  /// - Parameters:
  ///   - name: its name in SQL, without case.
  ///   - argumentCount: how many arguments it takes; −1 for any number.
  ///   - makeState: called once for each group, on the connection's thread.
  package func registerAggregate(
    _ name: String, argumentCount: Int, _ makeState: @escaping () -> any AggregateState
  ) throws(SQLiteError) {
    guard unsafe handle.pointer != nil else {
      throw SQLiteError(code: SQLITE_MISUSE, message: "the connection is closed")
    }
    let box = unsafe Unmanaged.passRetained(AggregateBox(makeState)).toOpaque()
    let code = unsafe sqlite3_create_function_v2(
      handle.pointer, name, Int32(clamping: argumentCount), SQLITE_UTF8 | SQLITE_DETERMINISTIC, box, nil,
      stepAggregate, finishAggregate, releaseObject)
    guard code == SQLITE_OK else { throw handle.error(code) }
  }
}

/// Keeps the closure alive as long as SQLite knows the function.
private final class AggregateBox {
  let makeState: () -> any AggregateState

  init(_ makeState: @escaping () -> any AggregateState) {
    self.makeState = makeState
  }

  static func of(_ context: OpaquePointer) -> AggregateBox? {
    guard let data = unsafe sqlite3_user_data(context) else { return nil }
    return unsafe Unmanaged<AggregateBox>.fromOpaque(data).takeUnretainedValue()
  }
}

/// Holds a state behind a pointer of a known type: asking an object what it is would cost more than a step.
private final class StateBox {
  let state: any AggregateState

  init(_ state: any AggregateState) {
    self.state = state
  }
}

/// The state of one group in memory of SQLite's, which is zero before the first row.
///
/// SQLite calls the end once for each group that has begun, also when a statement is given up.
private typealias StateSlot = UnsafeMutablePointer<UnsafeMutableRawPointer?>

private func stepAggregate(
  _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
  let size = Int32(unsafe MemoryLayout<UnsafeMutableRawPointer?>.size)
  guard let context = unsafe context, let memory = unsafe sqlite3_aggregate_context(context, size) else {
    return
  }
  let slot: StateSlot = unsafe memory.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
  let isFirst = unsafe slot.pointee == nil
  if isFirst, let state = unsafe AggregateBox.of(context)?.makeState() {
    unsafe slot.pointee = Unmanaged.passRetained(StateBox(state)).toOpaque()
  }
  guard let object = unsafe slot.pointee else { return }
  let box = unsafe Unmanaged<StateBox>.fromOpaque(object).takeUnretainedValue()
  let call = unsafe FunctionCall(context: context, values: values, count: Int(count))
  box.state.step(call)
}

private func finishAggregate(_ context: OpaquePointer?) {
  guard let context = unsafe context else { return }
  // No bytes asked for: nil where there was no row.
  if let memory = unsafe sqlite3_aggregate_context(context, 0) {
    let slot: StateSlot = unsafe memory.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    if let object = unsafe slot.pointee {
      let box = unsafe Unmanaged<StateBox>.fromOpaque(object).takeRetainedValue()
      unsafe slot.pointee = nil
      return unsafe setResult(box.state.result(), context)
    }
  }
  unsafe setResult(AggregateBox.of(context)?.makeState().result() ?? .null, context)
}
