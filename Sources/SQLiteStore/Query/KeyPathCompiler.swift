import ObjectGraph
import PredicateLanguage

/// Turns key paths into SQL: columns of the fetched entity, and subqueries for what lies behind its to-one
/// relationships.
///
/// ```
/// name                      "ZNAME"
/// department                "ZDEPARTMENT"
/// department.name           (SELECT t1."ZNAME" FROM "ZDEPARTMENT" t1
///                             WHERE t1.Z_PK = "ZEMPLOYEE"."ZDEPARTMENT")
/// department.company.name   (SELECT t2."ZNAME" FROM "ZDEPARTMENT" t1
///                             CROSS JOIN "ZCOMPANY" t2 ON t2.Z_PK = t1."ZCOMPANY"
///                             WHERE t1.Z_PK = "ZEMPLOYEE"."ZDEPARTMENT")
/// ```
/// Inside a subquery every table has a short name, so that the fetched table's own name means no other. The row
/// that a key finds tells its entity itself; the entity beside the key is only asked where objects are compared.
struct KeyPathCompiler {
  /// Most relationships that one path follows: SQLite joins 64 tables.
  static let stepLimit = 60

  let mapping: TableMapping
  let schema: StoreSchema

  /// What a path leads to: the value of an attribute, or the key of an object.
  func value(_ path: BoundKeyPath) throws(StoreError) -> SQLText {
    guard case .attribute(_, let index) = path.target else { return try object(path).key }
    let rows = path.steps.isEmpty ? mapping : try schema.mapping(named: path.entity)
    let column = rows.columns[index]
    return try selecting(path.steps[...]) { table in column.value(in: table) }
  }

  /// The object that a path leads to.
  func object(_ path: BoundKeyPath) throws(StoreError) -> ObjectSQL {
    guard let last = path.steps.last else {
      let entity = mapping.entity
      return ObjectSQL(
        key: "Z_PK", entity: entity.family.isPolymorphic ? "Z_ENT" : nil, family: entity.family,
        root: entity.rootName)
    }
    let (column, reference) = try column(of: last)
    let before = path.steps.dropLast()
    return ObjectSQL(
      key: try selecting(before) { table in Self.column(column, in: table) },
      entity: reference.entityColumn == nil
        ? nil : try selecting(before) { table in reference.entity(in: table) ?? "NULL" },
      family: reference.family,
      root: try schema.mapping(named: reference.family.name).entity.rootName)
  }

  /// What `select` takes from the table that the steps lead to; it is told what columns are qualified with.
  private func selecting(
    _ steps: ArraySlice<BoundKeyPath.Step>, _ select: (SQLText) -> SQLText
  ) throws(StoreError) -> SQLText {
    guard let first = steps.first else { return select("") }
    guard steps.count <= Self.stepLimit else {
      throw .limit("relationships in a key path", Self.stepLimit)
    }
    var tables: SQLText = ""
    var conditions = Self.equality("t1.", Self.column(try column(of: first).name, in: mapping.qualifier))
    for (index, step) in steps.enumerated() {
      let table = Self.qualifier(index + 1)
      let rows = try schema.mapping(named: step.relationship.destinationEntity)
      if index > 0 { tables.append(" CROSS JOIN ") }
      tables.append(rows.table)
      tables.append(" ")
      tables.append(alias: index + 1)
      if index > 0 {
        tables.append(" ON ")
        let key = Self.column(try column(of: step).name, in: Self.qualifier(index))
        tables.append(Self.equality(table, key))
      }
      conditions.append(condition: rows.condition(in: table))
    }
    var sql: SQLText = "(SELECT "
    sql.append(select(Self.qualifier(steps.count)))
    sql.append(" FROM ")
    sql.append(tables)
    sql.append(" WHERE ")
    sql.append(conditions)
    sql.append(")")
    return sql
  }

  /// Where a step's relationship lies.
  private func column(
    of step: BoundKeyPath.Step
  ) throws(StoreError) -> (name: SQLIdentifier, reference: TableColumn.Reference) {
    let mapping = try schema.mapping(named: step.entity)
    guard let index = mapping.entity.columnIndex(named: step.relationship.name),
      let reference = mapping.columns[index].reference
    else { throw unsupported(step.relationship) }
    return (mapping.columns[index].name, reference)
  }

  private func unsupported(_ relationship: RelationshipDescription) -> StoreError {
    let kind = relationship.isToMany ? "to-many" : "transient"
    return .predicate(
      PredicateTextError(
        .unsupported,
        "\(relationship.name) is \(kind), and key paths follow stored to-one relationships only.",
        at: nil, key: relationship.name))
  }

  private static func equality(_ table: SQLText, _ key: SQLText) -> SQLText {
    var sql = table
    sql.append("Z_PK = ")
    sql.append(key)
    return sql
  }

  private static func column(_ name: SQLIdentifier, in table: SQLText) -> SQLText {
    var sql = table
    sql.append(name)
    return sql
  }

  private static func qualifier(_ number: Int) -> SQLText {
    var sql: SQLText = ""
    sql.append(alias: number)
    sql.append(".")
    return sql
  }
}

extension TableMapping {
  /// What a column of the fetched table is qualified with inside a subquery.
  fileprivate var qualifier: SQLText {
    var sql: SQLText = ""
    sql.append(table)
    sql.append(".")
    return sql
  }
}
