package import ObjectGraph
package import SQLite

/// How the store answers a query.
package struct FetchExplanation: Sendable {
  /// The statement, with `?` for every value.
  package var sql: String
  /// The values in order.
  package var bindings: [SQLiteValue]
  /// SQLite's plan, one line a step; `SEARCH … USING INDEX …` where an index serves, `SCAN …` where none
  /// does.
  package var plan: [String]
}

extension SQLiteStore {
  /// What `fetch` would run for a query first, without running it.
  ///
  /// - Throws: `StoreError.predicate` for what the store cannot answer, and what opening a connection throws.
  package func explain(_ query: StoreQuery) throws(StoreError) -> FetchExplanation {
    try explainParts(query)[0]
  }

  /// What `fetch` would run for a query: several statements where it begins behind a place and an index
  /// serves.
  ///
  /// - Throws: as `explain`.
  package func explainParts(_ query: StoreQuery) throws(StoreError) -> [FetchExplanation] {
    let compiler = SelectCompiler(
      mapping: try schema.mapping(of: query.entity), schema: schema, store: identifier)
    let connection = try connect()
    return try compiler.parts(query).map { part throws(StoreError) in
      try explain(try compiler.select(query, part: part), on: connection)
    }
  }

  /// What `members`, `memberCount` and `lastOrder` would run for objects of a to-many relationship; the last
  /// two for the first of them, and the third only where the relationship has an order.
  ///
  /// - Parameter owners: at least one key.
  /// - Throws: what opening a connection throws.
  package func explain(
    _ relationship: ResolvedRelationship, owners: [Int64]
  ) throws(StoreError) -> [FetchExplanation] {
    let members = try MemberSQL(relationship, in: schema)
    let connection = try connect()
    let statements = [members.members(of: owners), members.count(of: owners[0])]
    return try (statements + [members.lastOrder(of: owners[0])].compactMap(\.self)).map {
      sql throws(StoreError) in try explain(sql, on: connection)
    }
  }

  /// What `dictionaries` would run for a query, without running it.
  ///
  /// - Throws: as `explain`.
  package func explain(_ query: DictionaryQuery) throws(StoreError) -> FetchExplanation {
    let mapping = try schema.mapping(of: query.objects.entity)
    let sql = try DictionaryCompiler(mapping: mapping, schema: schema, store: identifier).select(query)
    return try explain(sql, on: try connect())
  }

  private func explain(_ sql: SQLText, on connection: Connection) throws(StoreError) -> FetchExplanation {
    try connection.checkLimit(of: sql)
    return try asStoreError { () throws(SQLiteError) in
      try connection.registerFunctions()
      let plan = try connection.rows("EXPLAIN QUERY PLAN " + sql.text, sql.bindings)
      let lines = plan.compactMap { row in if case .text(let line)? = row.last { line } else { nil } }
      return FetchExplanation(sql: sql.text, bindings: sql.bindings, plan: lines)
    }
  }
}
