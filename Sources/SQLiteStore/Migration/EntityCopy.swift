import ObjectGraph
import SQLite

/// How the rows of one entity become rows of its successor.
struct EntityCopy {
  let old: TableMapping
  let new: TableMapping
  private let properties: [PropertyMapping]
  private let map: MigrationMap

  /// - Returns: nil for an entity whose objects have no successors, and for one that has had none.
  init?(_ mapping: EntityMapping, _ map: MigrationMap) throws(StoreError) {
    guard let source = mapping.sourceEntityName.flatMap({ map.old.model.entity(named: $0) }),
      let successor = map.successor(of: source.number),
      mapping.destinationEntityName == successor.name
    else { return nil }
    old = try map.old.mapping(of: source)
    new = try map.new.mapping(of: successor)
    properties = mapping.propertyMappings
    self.map = map
  }

  /// Copies every row, from the old table under the name it has meanwhile.
  func statement(from table: SQLIdentifier) -> SQLText {
    var sql: SQLText = "INSERT INTO "
    sql.append(new.table)
    sql.append(" (Z_PK, Z_ENT, Z_OPT")
    for name in new.columns.flatMap(\.names) {
      sql.append(", ")
      sql.append(name)
    }
    sql.append(") SELECT Z_PK")
    sql.append(shift: map.shift(of: old.entity.number))
    sql.append(", ")
    sql.append(entityNumber: new.entity.number)
    sql.append(", Z_OPT")
    for column in new.columns.indices {
      for value in values(of: column) {
        sql.append(", ")
        sql.append(value)
      }
    }
    sql.append(" FROM ")
    sql.append(table)
    sql.append(" WHERE ")
    sql.append(rows)
    return sql
  }

  /// The rows of the old entity itself.
  var rows: SQLText {
    var sql: SQLText = "Z_ENT = "
    sql.append(entityNumber: old.entity.number)
    return sql
  }

  /// What a row of the old table will have in a column of the new entity: one value, two where it is split.
  func values(of column: Int) -> [SQLText] {
    if column >= new.entity.propertyColumnCount { return [place(column)] }
    switch new.columns[column].property {
    case .attribute(let attribute): return [value(of: attribute)]
    case .relationship(let relationship): return reference(relationship, new.columns[column])
    }
  }

  /// Where the old entity has a property of the new one.
  private func source(of name: String) -> (mapping: PropertyMapping, column: TableColumn)? {
    guard let mapping = properties.first(where: { $0.name == name }),
      let column = mapping.sourceName.flatMap({ old.entity.columnIndex(named: $0) })
    else { return nil }
    return (mapping, old.columns[column])
  }

  private func value(of attribute: AttributeDescription) -> SQLText {
    var initial: SQLText = ""
    initial.bind(SQLiteValue(attribute.defaultValue))
    guard let (mapping, column) = source(of: attribute.name) else { return initial }
    var sql: SQLText = mapping.fillsMissingValues ? "coalesce(" : ""
    sql.append(column.name)
    if mapping.fillsMissingValues {
      sql.append(", ")
      sql.append(initial)
      sql.append(")")
    }
    return sql
  }
}

// MARK: - References

extension EntityCopy {
  /// The key and, where the new column is split, the entity; what leads to an object that is lost leads
  /// nowhere.
  private func reference(_ relationship: RelationshipDescription, _ column: TableColumn) -> [SQLText] {
    guard let (_, source) = source(of: relationship.name), let reference = source.reference else {
      return column.names.map { _ in "NULL" }
    }
    let number = reference.number
    let successor = SQLText.successor(of: number, among: reference.family, map)
    // All that may be at the other end is in one table, before and after.
    let shift =
      reference.family.numbers.lazy.filter { map.successors[$0] != nil }
      .map { map.shift(of: $0) }.first ?? 0
    var key: SQLText = "CASE WHEN "
    key.append(successor)
    key.append(" IS NOT NULL THEN ")
    key.append(source.name)
    key.append(shift: shift)
    key.append(" END")
    guard column.names.count > 1 else { return [key] }
    var entity: SQLText = "CASE WHEN "
    entity.append(source.name)
    entity.append(" IS NOT NULL THEN ")
    entity.append(successor)
    entity.append(" END")
    return [key, entity]
  }

  /// The place in the list at the other end; NULL for a list that has had no order.
  private func place(_ column: Int) -> SQLText {
    for reference in new.columns where reference.reference?.orderColumn == new.columns[column].name {
      if let order = source(of: reference.property.name)?.column.reference?.orderColumn {
        var sql: SQLText = ""
        sql.append(order)
        return sql
      }
    }
    return "NULL"
  }
}

extension TableColumn.Reference {
  /// The number of the entity at the other end in a row of an old table.
  var number: SQLText {
    if let entity = entity() { return entity }
    var sql: SQLText = ""
    sql.append(entityNumber: family.number)
    return sql
  }
}
