import ObjectGraph
import SQLite

/// The statements that change one entity's rows.
struct ChangeSQL {
  private let mapping: TableMapping

  init(_ mapping: TableMapping) { self.mapping = mapping }

  /// Placeholders: the version, one value for each of the columns, the key.
  func update(_ columns: [Int]) -> String {
    var sql: SQLText = "UPDATE "
    sql.append(mapping.table)
    sql.append(" SET Z_OPT = ?")
    for column in columns {
      sql.append(", ")
      sql.append(mapping.columns[column].name)
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

  /// The key of a row with these values, none of which is missing.
  func key(whereColumns columns: [Int], equal values: [AttributeValue]) -> SQLText {
    var sql: SQLText = "SELECT Z_PK FROM "
    sql.append(mapping.table)
    for (position, (column, value)) in zip(columns, values).enumerated() {
      sql.append(position == 0 ? " WHERE " : " AND ")
      sql.append(mapping.columns[column].name)
      sql.append(" = ")
      sql.bind(SQLiteValue(value))
    }
    sql.append(" LIMIT 1")
    return sql
  }

  /// The greatest key that was ever given out.
  var lastKey: SQLText {
    var sql: SQLText = "SELECT max(coalesce((SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = "
    sql.bind(.integer(Int64(mapping.entityNumber)))
    sql.append("), 0), coalesce((SELECT max(Z_PK) FROM ")
    sql.append(mapping.table)
    sql.append("), 0))")
    return sql
  }
}
