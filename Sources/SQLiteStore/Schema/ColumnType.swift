import ObjectGraph

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
