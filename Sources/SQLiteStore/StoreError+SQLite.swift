package import ObjectGraph
package import SQLite

extension StoreError: SQLiteFailure {
  /// What an error of SQLite means for a store.
  package init(_ error: SQLiteError) {
    self =
      switch error.kind {
      case .busy: .locked
      case .full: .full
      case .readOnly: .readOnly
      case .corrupt: .corrupt(reason: error.description)
      case .cannotOpen: .open(reason: error.description)
      case .interrupted: .cancelled
      case .tooBig: .limit("bytes of a value or a statement", 1_000_000_000)
      case .constraint, .inputOutput, .other: .failed(reason: error.description)
      }
  }
}

/// Runs calls into SQLite whose errors are the store's.
func asStoreError<Result>(_ body: () throws(SQLiteError) -> Result) throws(StoreError) -> Result {
  do throws(SQLiteError) {
    return try body()
  } catch {
    throw StoreError(error)
  }
}

extension TransactionError: SQLiteFailure {
  /// A violated unique index is told apart by whoever knows the row.
  package init(_ error: SQLiteError) { self = .store(StoreError(error)) }
}
