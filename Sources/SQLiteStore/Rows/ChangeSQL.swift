import ObjectGraph
import PredicateLanguage
import SQLite

/// The statements that change one entity's rows.
struct ChangeSQL {
  private let mapping: TableMapping

  init(_ mapping: TableMapping) { self.mapping = mapping }

  /// Placeholders: the version, the values of each column (two where it is split), the key.
  func update(_ columns: [Int]) -> String {
    var sql: SQLText = "UPDATE "
    sql.append(mapping.table)
    sql.append(" SET Z_OPT = ?")
    for name in columns.flatMap({ mapping.columns[$0].names }) {
      sql.append(", ")
      sql.append(name)
      sql.append(" = ?")
    }
    sql.append(" WHERE Z_PK = ?")
    return sql.text
  }

  /// Placeholder: the key.
  var delete: String {
    var sql: SQLText = "DELETE FROM "
    sql.append(mapping.table)
    sql.append(" WHERE Z_PK = ?")
    return sql.text
  }

  /// The key of a row of the entity with these values, none of which is missing; without values, of any row.
  ///
  /// Objects at the other end of a reference are told by their keys alone: those of one tree never repeat.
  func key(whereColumns columns: [Int], equal values: [AttributeValue]) -> SQLText {
    var sql: SQLText = "SELECT Z_PK FROM "
    sql.append(mapping.table)
    sql.append(" WHERE 1")
    for (column, value) in zip(columns, values) {
      sql.append(" AND ")
      sql.append(mapping.columns[column].name)
      sql.append(" = ")
      sql.bind(SQLiteValue(mapping.columns[column].stored(value)))
    }
    sql.append(condition: mapping.condition())
    sql.append(" LIMIT 1")
    return sql
  }

  /// The greatest key that was ever given out in the table.
  var lastKey: SQLText {
    var sql: SQLText = "SELECT max(coalesce((SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = "
    sql.bind(.integer(Int64(mapping.shared.root.number)))
    sql.append("), 0), coalesce((SELECT max(Z_PK) FROM ")
    sql.append(mapping.table)
    sql.append("), 0))")
    return sql
  }
}
