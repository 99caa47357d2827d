package import ObjectGraph
package import SQLite

/// How the store answers a query.
package struct FetchExplanation: Sendable {
  /// The statement, with `?` for every value.
  package var sql: String
  /// The values in order.
  package var bindings: [SQLiteValue]
  /// SQLite's plan, one line a step; `SEARCH … USING INDEX …` where an index serves, `SCAN …` where none does.
  package var plan: [String]
}

extension SQLiteStore {
  /// What `fetch` would run for a query, without running it.
  ///
  /// - Throws: `StoreError.predicate` for what the store cannot answer, and what opening a connection throws.
  package func explain(_ query: StoreQuery) throws(StoreError) -> FetchExplanation {
    let mapping = try schema.mapping(of: query.entity)
    let sql = try SelectCompiler(mapping: mapping, store: identifier).select(query)
    let connection = try connect()
    try connection.checkLimit(of: sql)
    return try asStoreError { () throws(SQLiteError) in
      try connection.registerFunctions()
      let plan = try connection.rows("EXPLAIN QUERY PLAN " + sql.text, sql.bindings)
      let lines = plan.compactMap { row in if case .text(let line)? = row.last { line } else { nil } }
      return FetchExplanation(sql: sql.text, bindings: sql.bindings, plan: lines)
    }
  }
}
