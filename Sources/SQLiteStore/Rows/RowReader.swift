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
    _ statement: Statement, _ shape: RowShape, into rows: inout StoreRows, _ cancellation: Cancellation?
  ) throws(StoreError) {
    while try step(statement) {
      try append(statement, shape, to: &rows)
      if rows.count % noteStep == 0 { cancellation?.note(.reading, rows.count) }
    }
  }

  private static func step(_ statement: Statement) throws(StoreError) -> Bool {
    try asStoreError { () throws(SQLiteError) in try statement.step() }
  }

  private static func append(
    _ statement: Statement, _ shape: RowShape, to rows: inout StoreRows
  ) throws(StoreError) {
    let first = shape.hasEntity ? 3 : 2
    rows.beginRow(
      key: statement.integer(at: 0), version: statement.integer(at: 1),
      entity: shape.hasEntity ? Int32(truncatingIfNeeded: statement.integer(at: 2)) : nil)
    guard !shape.references.isEmpty else {
      for column in first..<first + shape.cellCount { try append(statement, column, to: &rows) }
      return
    }
    var column = first
    for reference in shape.references {
      if let reference {
        append(reference, statement, column, to: &rows)
        column += 2
      } else {
        try append(statement, column, to: &rows)
        column += 1
      }
    }
  }

  @inline(__always)
  private static func append(
    _ statement: Statement, _ column: Int, to rows: inout StoreRows
  ) throws(StoreError) {
    switch statement.storageClass(at: column) {
    case .null: rows.appendNull()
    case .integer: rows.append(statement.integer(at: column))
    case .real: rows.append(statement.real(at: column))
    case .text: try rows.appendText { statement.appendBytes(at: column, to: &$0) }
    case .blob: try rows.appendBlob { statement.appendBytes(at: column, to: &$0) }
    }
  }

  /// A cell made of a key and of the entity that it belongs to.
  private static func append(
    _ reference: TableColumn.Reference, _ statement: Statement, _ column: Int, to rows: inout StoreRows
  ) {
    let isStored = statement.storageClass(at: column + 1) == .integer
    guard statement.storageClass(at: column) == .integer,
      let number = reference.entityNumber(isStored ? statement.integer(at: column + 1) : nil)
    else { return rows.appendNull() }
    rows.append(reference: statement.integer(at: column), entity: Int32(number))
  }
}

extension Connection {
  /// Makes the functions callable that compiled predicates use.
  func registerFunctions() throws(SQLiteError) {
    try TextFunctions.register(on: self)
    try RowTest.register(on: self)
    try ListElements.register(on: self)
    try ElementList.register(on: self)
    try AggregateFunctions.register(on: self)
  }

  /// - Throws: `StoreError.limit` for more values than a statement can hold.
  func checkLimit(of sql: SQLText) throws(StoreError) {
    let limit = parameterLimit
    guard sql.bindings.count <= limit else { throw .limit("values in a predicate", limit) }
  }

  /// The rows of a SELECT made by `SelectCompiler`.
  func rows(_ sql: SQLText, _ shape: RowShape) throws(StoreError) -> StoreRows {
    var rows = shape.noRows
    try read(sql, shape, into: &rows)
    return rows
  }

  /// Adds the rows of a SELECT made by `SelectCompiler`.
  func read(
    _ sql: SQLText, _ shape: RowShape, into rows: inout StoreRows, _ cancellation: Cancellation? = nil
  ) throws(StoreError) {
    try checkLimit(of: sql)
    try withStatement(sql.text) { statement throws(StoreError) in
      try bind(sql.bindings, to: statement)
      try RowReader.read(statement, shape, into: &rows, cancellation)
    }
  }

  /// The rows of an entity with these primary keys, in ascending order; keys without a row are left out.
  func rows(keys: [Int64], of mapping: TableMapping) throws(StoreError) -> StoreRows {
    guard !keys.isEmpty else { return mapping.shape.noRows }
    return try rows(mapping.lookup(keys: keys), mapping.shape)
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
