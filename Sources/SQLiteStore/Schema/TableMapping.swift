import ObjectGraph
import SQLite

/// Where the objects of one entity lie: table and columns, named as Core Data names them.
///
/// Table `Z` + upper-case name; column `Z` + upper-case property, with a number where the base name is taken.
struct TableMapping: Sendable {
  /// A column of the table.
  struct Column: Sendable {
    let name: SQLIdentifier
    let type: ColumnType
    let property: PropertyDescription
  }

  let entity: EntityDescription
  /// `Z_ENT` of the entity's rows.
  let entityNumber: Int
  let table: SQLIdentifier
  /// In order of `EntityDescription.columns`.
  let columns: [Column]
  /// The beginning of every SELECT of rows: key, version, then the columns.
  let selection: SQLText
  /// The SELECT of the rows that hold a value in a column, by column; its one value is to be bound.
  private let lookups: [SQLText]
  /// The one INSERT; its placeholders are the key and one value for each column.
  let insertion: SQLText

  init(entity: EntityDescription, number: Int) {
    self.entity = entity
    entityNumber = number
    let table = SQLIdentifier("Z" + entity.rootName.uppercased())
    var names = ColumnNames()
    let columns = entity.columns.map { property in
      Column(name: names.next(for: property), type: ColumnType(property), property: property)
    }
    self.table = table
    self.columns = columns
    let selection = Self.selection(of: columns, from: table)
    self.selection = selection
    lookups = columns.map { Self.lookup(of: $0.name, selection) }
    insertion = Self.insertion(of: columns, into: table, number)
  }

  private static func selection(of columns: [Column], from table: SQLIdentifier) -> SQLText {
    var sql: SQLText = "SELECT Z_PK, Z_OPT"
    for column in columns {
      sql.append(", ")
      sql.append(column.name)
    }
    sql.append(" FROM ")
    sql.append(table)
    return sql
  }

  private static func lookup(of column: SQLIdentifier, _ selection: SQLText) -> SQLText {
    var sql = selection
    sql.append(" WHERE ")
    sql.append(column)
    sql.append(" = ? ORDER BY Z_PK")
    return sql
  }

  /// The SELECT of the rows that hold a value in a column.
  func lookup(of value: SQLiteValue, in column: Int) -> SQLText { lookups[column].binding(value) }

  private static func insertion(
    of columns: [Column], into table: SQLIdentifier, _ entityNumber: Int
  ) -> SQLText {
    var sql: SQLText = "INSERT INTO "
    sql.append(table)
    sql.append(" (Z_PK, Z_ENT, Z_OPT")
    for column in columns {
      sql.append(", ")
      sql.append(column.name)
    }
    sql.append(") VALUES (?, ")
    sql.append(entityNumber: entityNumber)
    sql.append(", 1")
    for _ in columns { sql.append(", ?") }
    sql.append(")")
    return sql
  }

  /// The columns in the order in which a new table declares them: by type, then by name.
  var declaredColumns: [Column] {
    ColumnType.declarationOrder.flatMap { group in columns.filter { group.contains($0.type) } }
  }
}

/// Gives each property of one table a column name of its own.
private struct ColumnNames {
  /// How often each base name was asked for; the store's own columns come first.
  private var uses = ["Z_PK": 1, "Z_ENT": 1, "Z_OPT": 1]
  private var taken: Set<String> = ["Z_PK", "Z_ENT", "Z_OPT"]

  mutating func next(for property: PropertyDescription) -> SQLIdentifier {
    let base = "Z" + property.name.uppercased()
    var use = uses[base, default: 0]
    var name: String
    // `ab`, `aB` and `ab1` all lead to ZAB1 sooner or later.
    repeat {
      name = use == 0 ? base : base + String(use)
      use += 1
    } while !taken.insert(name).inserted
    uses[base] = use
    return SQLIdentifier(name)
  }
}

/// What a column is declared as.
enum ColumnType: String, Sendable {
  case integer = "INTEGER"
  case float = "FLOAT"
  case timestamp = "TIMESTAMP"
  case decimal = "DECIMAL"
  case varchar = "VARCHAR"
  case blob = "BLOB"

  static let declarationOrder: [Set<ColumnType>] = [
    [.integer], [.float, .timestamp, .decimal], [.varchar], [.blob],
  ]

  init(_ property: PropertyDescription) {
    switch property {
    case .attribute(let attribute): self.init(attribute.type)
    // The destination's primary key.
    case .relationship: self = .integer
    }
  }

  private init(_ type: AttributeType) {
    switch type {
    case .integer16, .integer32, .integer64, .boolean: self = .integer
    case .double, .float: self = .float
    case .decimal: self = .decimal
    case .date: self = .timestamp
    case .string, .uri: self = .varchar
    // Stores with undefined and composite attributes are refused when they are added.
    case .binary, .uuid, .transformable, .undefined, .composite: self = .blob
    }
  }
}
