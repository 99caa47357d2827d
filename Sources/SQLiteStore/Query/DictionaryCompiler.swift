import FoundationEssentials
import ObjectGraph
import PredicateLanguage
import SQLite

/// Turns a query for dictionaries into one SELECT from the rows that are made of the objects.
///
/// ```
/// WITH "ZTHE RESULT" (Z_PK, Z_OPT, "ZCITY", "ZTOTAL") AS (
///   SELECT 0, 0, "ZCITY", coalesce(OBJWIRE_SUM("ZAMOUNT", 0), 0) FROM "ZSALE" WHERE … GROUP BY "ZCITY")
/// SELECT Z_PK, Z_OPT, "ZCITY", "ZTOTAL" FROM "ZTHE RESULT" WHERE … ORDER BY "ZTOTAL" DESC, "ZCITY" ASC, Z_PK
/// ```
/// So predicates and sort keys are compiled for them as for the rows of a table.
struct DictionaryCompiler {
  /// Of the objects.
  let mapping: TableMapping
  let schema: StoreSchema
  let store: UUID

  /// The SELECT.
  func select(_ query: DictionaryQuery) throws(StoreError) -> SQLText {
    let table = query.table
    let result = rowMapping(of: table)
    var sql: SQLText = "WITH "
    sql.append(result.table)
    sql.append(" (Z_PK, Z_OPT")
    for name in result.columns.flatMap(\.names) {
      sql.append(", ")
      sql.append(name)
    }
    sql.append(") AS (")
    sql.append(try members(query))
    sql.append(") ")
    let rows = StoreQuery(
      entity: table.entity, predicate: table.having, sort: table.sort, limit: query.limit,
      offset: query.offset)
    sql.append(try SelectCompiler(mapping: result, schema: schema, store: store).select(rows))
    return sql
  }

  /// Where the values of the rows lie in the result.
  func rowMapping(of table: DictionaryTable) -> TableMapping {
    TableMapping(entity: table.entity, in: SharedTable(root: table.entity, in: schema.model))
  }

  /// The rows before `having` and the order.
  private func members(_ query: DictionaryQuery) throws(StoreError) -> SQLText {
    let table = query.table
    // Nothing sorts by what a row leads to: such rows come in the order of their first objects.
    let leads =
      !(table.isDistinct && table.isGrouped)
      && groups(table).contains { mapping.columns[$0].reference != nil }
    var sql: SQLText =
      switch (table.isDistinct, leads) {
      case (false, false): "SELECT 0, 0"
      case (true, false): "SELECT DISTINCT 0, 0"
      case (_, true): "SELECT min(Z_PK), 0"
      }
    for source in table.sources {
      for column in columns(source) {
        sql.append(", ")
        sql.append(column)
      }
    }
    sql.append(" FROM ")
    sql.append(mapping.table)
    try SelectCompiler(mapping: mapping, schema: schema, store: store).appendCondition(
      of: query.objects, nil, to: &sql)
    let groups = leads ? groups(table) : table.groupColumns
    for (index, column) in groups.flatMap({ columns(.property($0)) }).enumerated() {
      sql.append(index == 0 ? " GROUP BY " : ", ")
      sql.append(column)
    }
    return sql
  }

  /// What makes a group: rows that are to come once are groups, too.
  private func groups(_ table: DictionaryTable) -> [Int] {
    guard table.isDistinct, !table.isGrouped else { return table.groupColumns }
    return table.sources.compactMap { if case .property(let position) = $0 { position } else { nil } }
  }

  /// One column, or two for a reference that takes two.
  private func columns(_ source: DictionaryTable.Source) -> [SQLText] {
    guard case .property(let position) = source else { return [column(source)] }
    return [name(position)]
      + mapping.columns[position].names.dropFirst().map { name in
        var sql: SQLText = ""
        sql.append(name)
        return sql
      }
  }

  private func column(_ source: DictionaryTable.Source) -> SQLText {
    switch source {
    case .property(let position): return name(position)
    case .aggregate(.count, nil): return "count(*)"
    case .aggregate(let function, let position):
      guard let position else { return "NULL" }
      return aggregate(function, position)
    }
  }

  private func aggregate(_ function: AggregateFunction, _ position: Int) -> SQLText {
    if let numbers = NumberAggregate(function, of: mapping.columns[position].property) {
      let sum = AggregateFunctions.sum(name(position), numbers)
      return function == .sum ? call("coalesce(", sum, ", 0)") : sum
    }
    switch function {
    case .minimum: return call("min(", name(position), ")")
    case .maximum: return call("max(", name(position), ")")
    case .count, .sum, .average: return call("count(", name(position), ")")
    }
  }

  private func call(_ beginning: SQLText, _ argument: SQLText, _ end: SQLText) -> SQLText {
    var sql = beginning
    sql.append(argument)
    sql.append(end)
    return sql
  }

  private func name(_ position: Int) -> SQLText {
    mapping.columns[position].value()
  }
}
