/// What SQLite refused, as facts: its extended result code, its own words and the statement's text.
///
/// The text of the statement holds no values, because values are only ever bound.
/// Source: sqlite.org/rescode.html.
package struct SQLiteError: Error, Hashable, Sendable {
  /// The extended result code, for example 2067 for a unique constraint.
  package let code: Int32
  /// SQLite's own words in English; they may name tables, columns and files.
  package let message: String
  /// The text of the statement that failed, if there was one.
  package let sql: String?

  package init(code: Int32, message: String, sql: String? = nil) {
    self.code = code
    self.message = message
    self.sql = sql
  }
}

extension SQLiteError: CustomStringConvertible {
  /// One line for a log: code, words, statement.
  package var description: String {
    let statement = sql.map { " in: \($0)" } ?? ""
    return "SQLite error \(code): \(message)\(statement)"
  }
}

/// An error type that has room for an error of SQLite.
///
/// Transactions and borrowed statements run closures that throw such a type, so that an upper module can
/// throw its own errors from within.
package protocol SQLiteFailure: Error {
  /// Makes the error that stands for an error of SQLite.
  init(_ error: SQLiteError)
}

extension SQLiteError: SQLiteFailure {
  package init(_ error: SQLiteError) {
    self = error
  }
}
