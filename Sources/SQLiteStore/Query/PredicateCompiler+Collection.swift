import ObjectGraph
import PredicateLanguage

/// Collections: what to-many relationships lead to, and what subqueries leave of it.
///
/// ```
/// items.price                           FROM "ZITEM" t1 WHERE t1."ZBOX" = "ZBOX".Z_PK            t1."ZPRICE"
/// items.product.name                    the same         (SELECT t2."ZNAME" FROM "ZPRODUCT" t2 WHERE …)
/// SUBQUERY(items, $x, $x.price > 3)     the same, AND t1."ZPRICE" > ?                            t1.Z_PK
/// ```
extension PredicateCompiler {
  /// A collection; nil for what is none, or beyond SQL.
  func collection(_ term: ValueTerm<BoundKeyPath>) throws(StoreError) -> CollectionSQL? {
    guard level < Self.levelLimit else { return nil }
    switch term {
    case .key(let path): return path.isToMany ? try collection(path, of: root.qualified.object) : nil
    case .path(let base, .key(let path)):
      if let collection = try collection(base) { return try self.collection(path, ofEach: collection) }
      guard path.isToMany else { return nil }
      return try nested(path.steps.count * 2 + 1).object(base).flatMap { object throws(StoreError) in
        try collection(path, of: object)
      }
    case .subquery(let base, let variable, let node):
      guard var collection = try collection(base) else { return nil }
      let inner = within(collection, variable, base.boundType(in: types).element)
      collection.tables.add(condition: try inner.condition(ListFolding.fold(node)))
      return collection
    default: return nil
    }
  }

  /// What a to-many path leads to from one object.
  private func collection(
    _ path: BoundKeyPath, of object: ObjectSQL
  ) throws(StoreError) -> CollectionSQL? {
    let first = path.steps.firstIndex(where: \.relationship.isToMany) ?? path.steps.endIndex
    var isThere: SQLText?
    if first > 0 || object.row == nil {
      let owner = KeyPathCompiler(schema: schema, start: object, alias: alias)
      guard let key = try owner.selecting(path.steps[..<first], \.key) else { return nil }
      isThere = .joined(key, " IS NOT ", "NULL")
    }
    let tables = try JoinedTables(behind: object, alias: alias, in: schema)
    return try collection(path, behind: tables, isThere)
  }

  /// What a path leads to from each object of a collection: of those that are missing a to-one path gives NULL, a
  /// to-many path nothing.
  private func collection(
    _ path: BoundKeyPath, ofEach collection: CollectionSQL
  ) throws(StoreError) -> CollectionSQL? {
    guard let object = collection.element.object else { return nil }
    guard path.isToMany else {
      var result = collection
      let paths = KeyPathCompiler(schema: schema, start: object, alias: collection.tables.alias)
      guard let element = try paths.term(path) else { return nil }
      result.element = element
      return result
    }
    var tables = collection.tables
    try tables.goOn(from: object)
    return try self.collection(path, behind: tables, collection.isThere)
  }

  /// To-one relationships behind the last to-many one may lead nowhere and leave no element out, so they are no tables.
  private func collection(
    _ path: BoundKeyPath, behind start: JoinedTables, _ isThere: SQLText?
  ) throws(StoreError) -> CollectionSQL? {
    var tables = start
    let end = path.steps.lastIndex(where: \.relationship.isToMany) ?? path.steps.startIndex
    for step in path.steps[...end] {
      guard try tables.follow(step) else { return nil }
    }
    let rest = BoundKeyPath(steps: Array(path.steps[(end + 1)...]), entity: path.entity, target: path.target)
    let paths = KeyPathCompiler(schema: schema, start: tables.row.object, alias: tables.alias)
    return try paths.term(rest).map { CollectionSQL(tables: tables, element: $0, isThere: isThere) }
  }

  /// The compiler for what stands inside a collection's condition.
  func within(_ collection: CollectionSQL, _ variable: String, _ type: BoundType) -> PredicateCompiler {
    var inner = nested(collection.tables.alias - alias)
    inner.scope[variable] = collection.element
    inner.types[variable] = type
    return inner
  }

  /// The compiler for what stands inside a subquery.
  ///
  /// - Parameter tables: how many tables with short names that has at most.
  func nested(_ tables: Int) -> PredicateCompiler {
    var inner = self
    inner.root = root.qualified
    inner.alias += tables
    inner.level += 1
    return inner
  }
}
