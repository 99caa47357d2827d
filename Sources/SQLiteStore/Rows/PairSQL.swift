import ObjectGraph

/// The statements that make, read and change one table of pairs.
struct PairSQL {
  private let mapping: PairMapping

  init(_ mapping: PairMapping) { self.mapping = mapping }

  /// The table and its indexes.
  ///
  /// The primary key serves the sources; the index that Core Data makes beside it, the destinations. Where a
  /// list has an order a further one finds its last place without reading the list.
  func creation(_ names: inout UniqueNames) -> [SQLText] {
    let (source, destination) = (mapping.source, mapping.destination)
    return [creation(), index(of: destination.key, [destination.key, source.key], &names)]
      + [source, destination].compactMap { half in
        half.order.map { index(of: $0, [half.key, $0], &names) }
      }
  }

  /// The table without its indexes.
  func creation(isTemporary: Bool = false) -> SQLText {
    var table: SQLText = isTemporary ? "CREATE TEMP TABLE " : "CREATE TABLE "
    table.append(mapping.name)
    table.append(" (")
    for name in columns {
      table.append(name)
      table.append(" INTEGER, ")
    }
    table.append("PRIMARY KEY (")
    table.append(mapping.source.key)
    table.append(", ")
    table.append(mapping.destination.key)
    table.append("))")
    return table
  }

  private func index(
    of column: SQLIdentifier, _ columns: [SQLIdentifier], _ names: inout UniqueNames
  ) -> SQLText {
    var sql: SQLText = "CREATE INDEX "
    sql.append(SQLIdentifier(names.next("\(mapping.name.name)_\(column.name)_INDEX")))
    sql.append(" ON ")
    sql.append(mapping.name)
    sql.append(" (")
    sql.append(list: columns)
    sql.append(")")
    return sql
  }

  private var columns: [SQLIdentifier] {
    [mapping.source.key, mapping.destination.key] + mapping.orderColumns
  }

  /// Placeholders: source, destination, then each place that is kept.
  var insertion: String {
    var sql: SQLText = "INSERT INTO "
    sql.append(mapping.name)
    sql.append(" (")
    sql.append(list: columns)
    sql.append(") VALUES (?, ?")
    for _ in mapping.orderColumns { sql.append(", ?") }
    sql.append(") ON CONFLICT DO ")
    sql.append(mapping.orderColumns.isEmpty ? "NOTHING" : "UPDATE SET ")
    for (position, name) in mapping.orderColumns.enumerated() {
      if position > 0 { sql.append(", ") }
      sql.append(name)
      sql.append(" = excluded.")
      sql.append(name)
    }
    return sql.text
  }

  /// Placeholders: source, destination.
  var deletion: String {
    var sql: SQLText = "DELETE FROM "
    sql.append(mapping.name)
    sql.append(condition)
    return sql.text
  }

  /// The places of a pair, or 0 where none is kept; placeholders: source, destination.
  var selection: String {
    var sql: SQLText = "SELECT "
    sql.append(place(in: mapping.source))
    sql.append(", ")
    sql.append(place(in: mapping.destination))
    sql.append(" FROM ")
    sql.append(mapping.name)
    sql.append(condition)
    return sql.text
  }

  private func place(in half: PairMapping.Half) -> SQLText {
    guard let order = half.order else { return "0" }
    var sql: SQLText = ""
    sql.append(order)
    return sql
  }

  private var condition: SQLText {
    var sql: SQLText = " WHERE "
    sql.append(mapping.source.key)
    sql.append(" = ? AND ")
    sql.append(mapping.destination.key)
    sql.append(" = ?")
    return sql
  }
}
