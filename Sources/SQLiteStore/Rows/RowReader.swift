import FoundationEssentials
import ObjectGraph
import SQLite

/// Reads the rows of a SELECT made by `SelectCompiler`.
enum RowReader {
  /// Rows between two words about how many there are.
  private static let noteStep = 1 << 10

  /// Adds all rows of a statement that was bound.
  ///
  /// - Parameter cancellation: hears how many there are.
  static func read(
    _ statement: Statement, into rows: inout StoreRows, _ cancellation: Cancellation?
  ) throws(StoreError) {
    while try step(statement) {
      try append(statement, to: &rows)
      if rows.count % noteStep == 0 { cancellation?.note(.reading, rows.count) }
    }
  }

  private static func step(_ statement: Statement) throws(StoreError) -> Bool {
    try asStoreError { () throws(SQLiteError) in try statement.step() }
  }

  private static func append(_ statement: Statement, to rows: inout StoreRows) throws(StoreError) {
    rows.beginRow(key: statement.integer(at: 0), version: statement.integer(at: 1))
    for column in 2..<rows.columnCount + 2 {
      switch statement.storageClass(at: column) {
      case .null: rows.appendNull()
      case .integer: rows.append(statement.integer(at: column))
      case .real: rows.append(statement.real(at: column))
      case .text: try rows.appendText { statement.appendBytes(at: column, to: &$0) }
      case .blob: try rows.appendBlob { statement.appendBytes(at: column, to: &$0) }
      }
    }
  }
}

extension Connection {
  /// Makes the functions callable that compiled predicates use.
  func registerFunctions() throws(SQLiteError) {
    try TextFunctions.register(on: self)
    try RowTest.register(on: self)
    try ListElements.register(on: self)
    try AggregateFunctions.register(on: self)
  }

  /// - Throws: `StoreError.limit` for more values than a statement can hold.
  func checkLimit(of sql: SQLText) throws(StoreError) {
    let limit = parameterLimit
    guard sql.bindings.count <= limit else { throw .limit("values in a predicate", limit) }
  }

  /// The rows of a SELECT made by `SelectCompiler`.
  func rows(_ sql: SQLText, columnCount: Int) throws(StoreError) -> StoreRows {
    var rows = StoreRows(columnCount: columnCount)
    try read(sql, into: &rows)
    return rows
  }

  /// Adds the rows of a SELECT made by `SelectCompiler`.
  func read(
    _ sql: SQLText, into rows: inout StoreRows, _ cancellation: Cancellation? = nil
  ) throws(StoreError) {
    try checkLimit(of: sql)
    try withStatement(sql.text) { statement throws(StoreError) in
      try bind(sql.bindings, to: statement)
      try RowReader.read(statement, into: &rows, cancellation)
    }
  }

  /// The rows with these primary keys, in ascending order; keys without a row are left out.
  func rows(keys: [Int64], of mapping: TableMapping, store: UUID) throws(StoreError) -> StoreRows {
    guard !keys.isEmpty else { return StoreRows(columnCount: mapping.columns.count) }
    let sql = SelectCompiler(mapping: mapping, store: store).select(keys: keys)
    return try rows(sql, columnCount: mapping.columns.count)
  }

  /// The first column of the first row, as an integer; nil without a row.
  func integer(_ sql: SQLText) throws(StoreError) -> Int64? {
    try checkLimit(of: sql)
    return try withStatement(sql.text) { statement throws(StoreError) in
      try bind(sql.bindings, to: statement)
      return try asStoreError { () throws(SQLiteError) in
        try statement.step() ? statement.integer(at: 0) : nil
      }
    }
  }

  /// Changes when another connection has committed.
  func version() throws(StoreError) -> Int64 {
    try asStoreError { () throws(SQLiteError) in try dataVersion() }
  }

  private func bind(_ values: [SQLiteValue], to statement: Statement) throws(StoreError) {
    try asStoreError { () throws(SQLiteError) in try statement.bind(values) }
  }
}
