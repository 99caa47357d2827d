/// A call into SQLite that a test can make fail.
package enum SQLiteCall: Hashable, Sendable {
  /// A statement is about to be compiled.
  case prepare
  /// A statement is about to run or to give its next row.
  case step
  /// A transaction or savepoint is about to be committed.
  case commit
}

/// Decides before each call whether it fails: a result code instead of the call, or nil to let it through.
///
/// Rolling back is never made to fail, because then there would be nothing left to check.
package typealias FaultHook = @Sendable (SQLiteCall) -> Int32?
