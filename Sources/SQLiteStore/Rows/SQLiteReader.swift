import FoundationEssentials
import ObjectGraph
import SQLite

/// One context's connection to the file.
final class SQLiteReader: StoreReader, SchemaReader {
  let connection: Connection
  let schema: StoreSchema
  private let store: UUID
  private var isReading = false
  /// Stays as it is while this connection is open.
  private lazy var hasLog = connection.hasLog

  private var isImmutable: Bool {
    if case .file(_, .immutable) = connection.location { true } else { false }
  }

  /// - Throws: `StoreError` if SQLite refuses the functions.
  init(_ connection: Connection, schema: StoreSchema, store: UUID) throws(StoreError) {
    self.connection = connection
    self.schema = schema
    self.store = store
    try asStoreError { () throws(SQLiteError) in try connection.registerFunctions() }
  }

  deinit { connection.close() }

  func reading<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    guard !isReading else { return try body() }
    isReading = true
    defer { isReading = false }
    return try connection.transaction(.deferred, body)
  }

  /// A file that nobody writes stays as it is.
  var commitMark: CommitMark? {
    if isReading { return nil }
    if isImmutable { return CommitMark(count: 0) }
    return hasLog ? connection.logHeader.map { CommitMark(words: $0) } : nil
  }

  func fetch(_ query: StoreQuery, cancellation: Cancellation) throws(StoreError) -> StoreRows {
    let mapping = try schema.mapping(of: query.entity)
    let compiler = SelectCompiler(mapping: mapping, schema: schema, store: store)
    let parts = try compiler.parts(query)
    return try stoppable(by: cancellation) { () throws(StoreError) in
      guard parts.count > 1 else {
        return try fetch(query, parts, compiler, cancellation)
      }
      return try reading { () throws(StoreError) in try fetch(query, parts, compiler, cancellation) }
    }
  }

  /// Reads part by part until the limit is reached.
  private func fetch(
    _ query: StoreQuery, _ parts: [SQLText?], _ compiler: SelectCompiler, _ cancellation: Cancellation
  ) throws(StoreError) -> StoreRows {
    let shape = compiler.mapping.shape
    var rows = shape.noRows
    for part in parts {
      var rest = query
      rest.limit = query.limit.map { $0 - rows.count }
      if rest.limit == 0 { break }
      try connection.read(try compiler.select(rest, part: part), shape, into: &rows, cancellation)
    }
    return rows
  }

  func dictionaries(_ query: DictionaryQuery, cancellation: Cancellation) throws(StoreError) -> StoreRows {
    let mapping = try schema.mapping(of: query.objects.entity)
    let compiler = DictionaryCompiler(mapping: mapping, schema: schema, store: store)
    let sql = try compiler.select(query)
    let shape = compiler.rowMapping(of: query.table).shape
    var rows = StoreRows(columnCount: query.table.entity.columns.count)
    try stoppable(by: cancellation) { () throws(StoreError) in
      try connection.read(sql, shape, into: &rows, cancellation)
    }
    return try query.checked(rows)
  }

  func count(_ query: StoreQuery, cancellation: Cancellation) throws(StoreError) -> Int {
    let mapping = try schema.mapping(of: query.entity)
    let sql = try SelectCompiler(mapping: mapping, schema: schema, store: store).count(query)
    return try stoppable(by: cancellation) { () throws(StoreError) in
      Int(try connection.integer(sql) ?? 0)
    }
  }

  func rows(
    of entity: EntityDescription, whereColumn column: Int, equals value: AttributeValue
  ) throws(StoreError) -> StoreRows {
    let mapping = try schema.mapping(of: entity)
    return try connection.rows(mapping.lookup(of: SQLiteValue(value), in: column), mapping.shape)
  }

  private func stoppable<Result>(
    by cancellation: Cancellation, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try cancellation.check()
    connection.isCancelled = { cancellation.isCancelled }
    defer { connection.isCancelled = nil }
    return try body()
  }
}
