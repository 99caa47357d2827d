import ObjectGraph
import PredicateLanguage

/// Turns key paths through to-one relationships into SQL: columns of a row at hand, and subqueries for what lies
/// behind it.
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
/// The row that a key finds tells its entity itself; the entity beside the key is only asked where objects are
/// compared.
struct KeyPathCompiler {
  let schema: StoreSchema
  /// Where paths begin.
  let start: ObjectSQL
  /// The number of the first short name that is free.
  let alias: Int

  /// What a sort key leads to.
  ///
  /// - Throws: `StoreError.limit` for one with too many relationships.
  func value(_ path: BoundKeyPath) throws(StoreError) -> SQLText {
    guard let term = try term(path) else { throw .limit("relationships in a key path", JoinedTables.limit) }
    return term.sql
  }

  /// What a path without to-many relationships leads to; nil where that is beyond SQL.
  func term(_ path: BoundKeyPath) throws(StoreError) -> TermSQL? {
    switch path.target {
    case .attribute(let attribute, let index):
      return try selecting(path.steps[...]) { row in row.value(ofColumn: index) }
        .map { .value($0, attribute.type) }
    case .object: return try object(path).map { .object($0) }
    }
  }

  private func object(_ path: BoundKeyPath) throws(StoreError) -> ObjectSQL? {
    guard let last = path.steps.last else { return start }
    guard let (column, reference) = try schema.column(of: last) else { return nil }
    let before = path.steps.dropLast()
    guard let key = try selecting(before, { row in row.column(column) }) else { return nil }
    return ObjectSQL(
      key: key,
      entity: reference.entityColumn == nil
        ? nil : try selecting(before) { row in reference.entity(in: row.qualifier) ?? "NULL" },
      family: reference.family,
      root: try schema.mapping(named: reference.family.name).entity.rootName)
  }

  /// What `select` takes from the row that the steps lead to; NULL where there is none.
  func selecting(
    _ steps: ArraySlice<BoundKeyPath.Step>, _ select: (RowSQL) -> SQLText
  ) throws(StoreError) -> SQLText? {
    if steps.isEmpty, let row = start.row { return select(row) }
    var tables = try JoinedTables(behind: start, alias: alias, in: schema)
    for step in steps {
      guard try tables.follow(step) else { return nil }
    }
    return tables.selecting(select(tables.row)).parenthesized
  }
}

extension RowSQL {
  /// The value of a column of the row's entity.
  fileprivate func value(ofColumn index: Int) -> SQLText { mapping.columns[index].value(in: qualifier) }
}
