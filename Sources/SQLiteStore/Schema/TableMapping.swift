import ObjectGraph
import SQLite

/// Where the objects of one entity lie: the table that it shares with its relatives, and what is read and
/// written of it.
struct TableMapping: Sendable {
  let entity: EntityDescription
  let shared: SharedTable
  /// In order of `EntityDescription.columns`.
  let columns: [TableColumn]
  private let splitColumns: [Bool]
  private let externalColumns: [Bool]
  /// How the columns of `selection` make up a row.
  let shape: RowShape
  /// The beginning of every SELECT of rows: key, version, the entity where it may be another, then the cells
  /// of `EntityDescription.layout`.
  let selection: SQLText
  /// The SELECT of the rows that hold a value in a column, by column; its one value is to be bound.
  private let lookups: [SQLText]
  /// The one INSERT; its placeholders are the key and the values of each column, two where it is split.
  let insertion: SQLText

  /// The name of the table.
  var table: SQLIdentifier { shared.name }

  init(entity: EntityDescription, in shared: SharedTable) {
    self.entity = entity
    self.shared = shared
    let cells = entity.layout.cells.compactMap { cell in
      entity.member(ofNumber: cell.entity).flatMap { shared.column($0.columnIdentities[cell.column]) }
    }
    let columns = entity.columnIdentities.compactMap { shared.column($0) }
    self.columns = columns
    splitColumns = columns.map { $0.names.count > 1 }
    externalColumns = columns.map(\.isExternal)
    shape = RowShape(cells, isPolymorphic: entity.family.isPolymorphic)
    let selection = Self.selection(of: cells, isPolymorphic: entity.family.isPolymorphic, from: shared.name)
    self.selection = selection
    let condition = EntityCondition.rows(of: entity, in: shared)
    lookups = columns.map { Self.lookup(of: $0.value(), selection, condition) }
    insertion = Self.insertion(of: columns, into: shared.name, entity.number)
  }

  /// Whether the value of a column takes two columns of the table.
  func isSplit(_ column: Int) -> Bool { splitColumns[column] }

  /// Whether the cells of a column hold more than the value; see `ExternalData`.
  func isExternal(_ column: Int) -> Bool { externalColumns[column] }

  /// What tells the rows of the entity from others of the table; nil where there are no others.
  ///
  /// - Parameter table: what the column is qualified with, a dot behind it.
  func condition(includesSubentities: Bool = true, in table: SQLText = "") -> SQLText? {
    EntityCondition.rows(of: entity, in: shared, includesSubentities: includesSubentities, table)
  }

  private static func selection(
    of cells: [TableColumn], isPolymorphic: Bool, from table: SQLIdentifier
  ) -> SQLText {
    var sql: SQLText = isPolymorphic ? "SELECT Z_PK, Z_OPT, Z_ENT" : "SELECT Z_PK, Z_OPT"
    for column in cells {
      sql.append(", ")
      sql.append(column.value())
      for name in column.names.dropFirst() {
        sql.append(", ")
        sql.append(name)
      }
    }
    sql.append(" FROM ")
    sql.append(table)
    return sql
  }

  private static func lookup(
    of column: SQLText, _ selection: SQLText, _ condition: SQLText?
  ) -> SQLText {
    var sql = selection
    sql.append(" WHERE ")
    sql.append(column)
    sql.append(" = ?")
    sql.append(condition: condition)
    sql.append(" ORDER BY Z_PK")
    return sql
  }

  /// The SELECT of the rows that hold a value in a column.
  func lookup(of value: SQLiteValue, in column: Int) -> SQLText { lookups[column].binding(value) }

  /// The SELECT of the rows with these primary keys, in ascending order.
  func lookup(keys: [Int64]) -> SQLText {
    var sql = selection
    if keys.count == 1 {
      sql.append(" WHERE Z_PK = ")
      sql.bind(.integer(keys[0]))
      sql.append(condition: condition())
    } else {
      sql.append(" WHERE Z_PK IN ")
      sql.append(JSONList.sql(keys))
      sql.append(condition: condition())
      sql.append(" ORDER BY Z_PK")
    }
    return sql
  }

  private static func insertion(
    of columns: [TableColumn], into table: SQLIdentifier, _ entityNumber: Int
  ) -> SQLText {
    var sql: SQLText = "INSERT INTO "
    sql.append(table)
    sql.append(" (Z_PK, Z_ENT, Z_OPT")
    let names = columns.flatMap(\.names)
    for name in names {
      sql.append(", ")
      sql.append(name)
    }
    sql.append(") VALUES (?, ")
    sql.append(entityNumber: entityNumber)
    sql.append(", 1")
    for _ in names { sql.append(", ?") }
    sql.append(")")
    return sql
  }
}
