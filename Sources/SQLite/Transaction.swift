internal import CSQLite

/// How a transaction begins.
///
/// Source: sqlite.org/lang_transaction.html.
package enum TransactionKind: String, Sendable {
  /// Takes a read snapshot with its first read.
  case deferred = "BEGIN DEFERRED"
  /// Takes the write lock at once.
  case immediate = "BEGIN IMMEDIATE"
}

extension Connection {
  /// Runs a closure in a transaction: committed when it returns, rolled back when it throws.
  ///
  /// Inside another transaction it is a savepoint. No transaction is left open in any case: one that can be
  /// neither committed nor rolled back closes the connection. Cancelling has no effect once the commit began.
  /// - Throws: what the closure throws, or SQLite's error at begin or commit.
  package func transaction<Result, Failure: SQLiteFailure>(
    _ kind: TransactionKind, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let words = TransactionWords(kind, depth: isInTransaction ? depth : 0)
    try run(words.begin, .step, as: Failure.self)
    depth = words.depth + 1
    defer { depth = words.depth }
    let result: Result
    do throws(Failure) {
      result = try body()
      try commit(words, as: Failure.self)
    } catch {
      rollBack(words)
      throw error
    }
    return result
  }

  private func commit<Failure: SQLiteFailure>(
    _ words: TransactionWords, as failure: Failure.Type
  ) throws(Failure) {
    let cancel = isCancelled
    isCancelled = nil
    defer { isCancelled = cancel }
    try run(words.commit, .commit, as: failure)
  }

  private func run<Failure: SQLiteFailure>(
    _ sql: String, _ call: SQLiteCall, as failure: Failure.Type
  ) throws(Failure) {
    do throws(SQLiteError) {
      try handle.check(call, sql: sql)
      try runWithoutFaults(sql)
    } catch {
      throw Failure(error)
    }
  }

  /// Some errors (a full disk, no memory) have already ended the transaction.
  private func rollBack(_ words: TransactionWords) {
    guard isInTransaction else { return }
    let cancel = isCancelled
    isCancelled = nil
    defer { isCancelled = cancel }
    for sql in words.rollBack {
      do throws(SQLiteError) {
        try runWithoutFaults(sql)
      } catch {
        return close()
      }
    }
  }

  /// The few fixed texts of transactions run past the cache and past the test's hook.
  private func runWithoutFaults(_ sql: String) throws(SQLiteError) {
    let code = unsafe sqlite3_exec(handle.pointer, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw handle.error(code, sql: sql) }
  }
}

/// The statements that begin and end a transaction, or a savepoint when one is already open.
private struct TransactionWords {
  let depth: Int
  let begin: String
  let commit: String
  let rollBack: [String]

  init(_ kind: TransactionKind, depth: Int) {
    self.depth = depth
    if depth == 0 {
      (begin, commit, rollBack) = (kind.rawValue, "COMMIT", ["ROLLBACK"])
    } else {
      let name = "level\(depth)"
      (begin, commit) = ("SAVEPOINT \(name)", "RELEASE \(name)")
      rollBack = ["ROLLBACK TO \(name)", "RELEASE \(name)"]
    }
  }
}
