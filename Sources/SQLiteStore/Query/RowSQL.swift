import ObjectGraph

/// A row that a statement has at hand, so that its columns can be named.
struct RowSQL {
  /// What its columns are qualified with, a dot behind it; empty where no other row has columns.
  let qualifier: SQLText
  let mapping: TableMapping

  /// The row of the fetched entity, in the statement that fetches it.
  init(fetched mapping: TableMapping) {
    self.init("", mapping)
  }

  /// A row by the short name of its table.
  init(alias: Int, _ mapping: TableMapping) {
    self.init(Self.qualifier(alias: alias), mapping)
  }

  /// What the columns of a table are qualified with by its short name.
  static func qualifier(alias: Int) -> SQLText {
    var qualifier: SQLText = ""
    qualifier.append(alias: alias)
    qualifier.append(".")
    return qualifier
  }

  private init(_ qualifier: SQLText, _ mapping: TableMapping) {
    self.qualifier = qualifier
    self.mapping = mapping
  }

  /// The row as it is called inside a subquery.
  ///
  /// Every table of a subquery has a short name, so that the fetched table's own name means no other.
  var qualified: RowSQL {
    guard qualifier.isEmpty else { return self }
    var name: SQLText = ""
    name.append(mapping.table)
    name.append(".")
    return RowSQL(name, mapping)
  }

  /// A column of the row.
  func column(_ name: SQLIdentifier) -> SQLText { qualifier.column(name) }

  /// The primary key.
  var key: SQLText { qualifier.followed(by: "Z_PK") }

  /// The object whose row it is.
  var object: ObjectSQL {
    let entity = mapping.entity
    return ObjectSQL(
      key: key, entity: entity.family.isPolymorphic ? qualifier.followed(by: "Z_ENT") : nil,
      family: entity.family, root: entity.rootName, row: self)
  }
}
