import FoundationEssentials
import ObjectGraph
import PredicateLanguage
import SQLite

/// Turns a query into one SELECT of `TableMapping.selection`'s columns.
struct SelectCompiler {
  let mapping: TableMapping
  let schema: StoreSchema
  let store: UUID

  private var predicates: PredicateCompiler {
    PredicateCompiler(mapping: mapping, schema: schema, store: store)
  }

  /// The rows of a query, or of one part of what comes behind its beginning.
  func select(_ query: StoreQuery, part: SQLText? = nil) throws(StoreError) -> SQLText {
    var sql = mapping.selection
    try appendCondition(of: query, part, to: &sql)
    try appendOrder(of: query, to: &sql)
    if query.limit != nil || query.offset > 0 {
      sql.append(" LIMIT ")
      sql.bind(.integer(Int64(query.limit ?? -1)))
      sql.append(" OFFSET ")
      sql.bind(.integer(Int64(query.offset)))
    }
    return sql
  }

  /// The parts of what comes behind a query's beginning, to be read one after the other; nil stands for all
  /// rows.
  ///
  /// Without an index that the order begins with, every part would look at every row, so they are made one.
  func parts(_ query: StoreQuery) throws(StoreError) -> [SQLText?] {
    guard let position = query.after else { return [nil] }
    let keyset = KeysetCompiler(compiler: predicates)
    let parts = try keyset.parts(behind: position, in: query.sort)
    return query.offset == 0 && isIndexed(query.sort) ? parts : [SQLText.balanced(parts[...], " OR ")]
  }

  /// Whether an index begins with the first sort key; without one, rows come by primary key.
  private func isIndexed(_ sort: [BoundSortDescriptor]) -> Bool {
    guard let first = sort.first else { return true }
    guard case .attribute(_, let column) = first.path.target, first.path.steps.isEmpty,
      first.options.folding.isEmpty || !first.path.isText
    else { return false }
    return mapping.shared.isIndexed(mapping.columns[column].name)
  }

  /// The number of rows of a query.
  func count(_ query: StoreQuery) throws(StoreError) -> SQLText {
    var sql: SQLText = "SELECT count(*) FROM "
    sql.append(mapping.table)
    try appendCondition(of: query, nil, to: &sql)
    return sql
  }

  func appendCondition(
    of query: StoreQuery, _ part: SQLText?, to sql: inout SQLText
  ) throws(StoreError) {
    var conditions: [SQLText] = []
    if let rows = mapping.condition(includesSubentities: query.includesSubentities) {
      conditions.append(rows)
    }
    if let part { conditions.append(part) }
    if let predicate = query.predicate {
      conditions.append(try predicates.whole(predicate.node))
    }
    if !query.excludedKeys.isEmpty {
      var excluded: SQLText = "Z_PK NOT IN "
      excluded.append(JSONList.sql(query.excludedKeys))
      conditions.append(excluded)
    }
    guard !conditions.isEmpty else { return }
    sql.append(" WHERE ")
    sql.append(SQLText.balanced(conditions[...], " AND "))
  }

  private func appendOrder(of query: StoreQuery, to sql: inout SQLText) throws(StoreError) {
    let paths = predicates.paths
    sql.append(" ORDER BY ")
    for descriptor in query.sort {
      sql.append(descriptor.ordered(try paths.value(descriptor.path)))
      sql.append(descriptor.ascending ? " ASC" : " DESC")
      // SQLite's own order of NULLs lets an index serve, so it is only spelled out where it is not wanted.
      if descriptor.nullsFirst != descriptor.ascending {
        sql.append(descriptor.nullsFirst ? " NULLS FIRST" : " NULLS LAST")
      }
      sql.append(", ")
    }
    let isRange = query.searchesHalfOpenRange { mapping.shared.isIndexed(mapping.columns[$0].name) }
    sql.append(isRange ? "+Z_PK" : "Z_PK")
  }
}

extension BoundKeyPath {
  /// Whether its values are text that options can fold.
  var isText: Bool {
    guard case .attribute(let attribute, _) = target else { return false }
    return attribute.type == .string || attribute.type == .uri
  }
}
