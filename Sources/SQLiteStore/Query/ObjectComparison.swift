import ObjectGraph
import PredicateLanguage
import SQLite

/// Turns a comparison of objects into SQL: objects are the same when key and entity are.
///
/// ```
/// owner == nil       "ZOWNER" IS NULL
/// owner == $id       "ZOWNER" IS ?                      one entity is possible
/// book == $id        ("ZBOOK" IS ? AND CASE … END IS 2)  one of several
/// owner == SELF.boss "ZOWNER" IS "ZBOSS"                 keys of one tree never repeat
/// ```
/// An object of another store, of an entity that cannot be there, or without a key is nowhere.
struct ObjectComparison {
  private let compiler: PredicateCompiler
  private let comparison: Comparison<BoundKeyPath>

  /// One side of a comparison.
  private enum Side {
    case constant(ObjectID?)
    case object(ObjectSQL)
  }

  /// Nil for a comparison of other values.
  init?(_ compiler: PredicateCompiler, _ comparison: Comparison<BoundKeyPath>) {
    let sides = [comparison.left, comparison.right]
    guard sides.contains(where: { $0.boundType(in: compiler.types).type == .object }) else { return nil }
    self.compiler = compiler
    self.comparison = comparison
  }

  /// The condition; nil where SQL cannot compare the two sides.
  func condition(isExact: Bool) throws(StoreError) -> SQLText? {
    let (left, right) = (comparison.left, comparison.right)
    switch comparison.operator {
    case .equal: return try equality(left, right)
    case .notEqual: return try equality(left, right)?.parenthesized.negated
    case .in: return try membership(of: left, in: right, isExact)
    case .contains: return try membership(of: right, in: left, isExact)
    default: return nil
    }
  }

  private func side(_ term: ValueTerm<BoundKeyPath>) throws(StoreError) -> Side? {
    switch term {
    case .constant(.null, _): .constant(nil)
    case .constant(.objectID(let objectID), _): .constant(objectID)
    default: try compiler.object(term).map { .object($0) }
    }
  }

  private func equality(
    _ left: ValueTerm<BoundKeyPath>, _ right: ValueTerm<BoundKeyPath>
  ) throws(StoreError) -> SQLText? {
    guard let left = try side(left), let right = try side(right) else { return nil }
    return equality(left, right)
  }

  /// 1 or 0, never NULL.
  private func equality(_ left: Side, _ right: Side) -> SQLText {
    switch (left, right) {
    case (.constant(let left), .constant(let right)): left == right ? "1" : "0"
    case (.object(let object), .constant(let objectID)), (.constant(let objectID), .object(let object)):
      objectID.map { equality(object, $0) } ?? .joined(object.key, " IS ", "NULL")
    case (.object(let left), .object(let right)):
      // Of different trees they are the same if neither is there.
      sameBytes(left.root, right.root)
        ? .joined(left.key, " IS ", right.key)
        : all(.joined(left.key, " IS ", "NULL"), .joined(right.key, " IS ", "NULL"))
    }
  }

  private func equality(_ object: ObjectSQL, _ objectID: ObjectID) -> SQLText {
    var key: SQLText = ""
    key.bind(.integer(self.key(of: objectID, in: object) ?? Self.nowhere))
    let sql = SQLText.joined(object.key, " IS ", key)
    guard let entity = object.entity, let number = number(of: objectID, in: object) else { return sql }
    return all(sql, .joined(entity, " IS ", text(number)))
  }

  private func membership(
    of element: ValueTerm<BoundKeyPath>, in collection: ValueTerm<BoundKeyPath>, _ isExact: Bool
  ) throws(StoreError) -> SQLText? {
    let terms: [ValueTerm<BoundKeyPath>]
    switch collection {
    case .constant(.list(let values), _): terms = values.map { .constant($0) }
    case .aggregate(let elements): terms = elements
    default: return nil
    }
    let sides = try terms.map { term throws(StoreError) in try side(term) }
    let members = sides.compactMap(\.self)
    guard members.count == terms.count, let element = try side(element) else { return nil }
    guard case .object(let object) = element else {
      return SQLText.balanced(members.map { equality(element, $0) }[...], " OR ", empty: "0")
    }
    let objectIDs = members.compactMap { if case .constant(let objectID) = $0 { objectID } else { nil } }
    let others = members.filter { if case .constant(.some(_)) = $0 { false } else { true } }
    let alternatives = lists(of: objectIDs, object, isExact) + others.map { equality(element, $0) }
    return SQLText.balanced(alternatives[...], " OR ", empty: "0")
  }

  /// The object is one of these: a list of keys for each entity.
  private func lists(of objectIDs: [ObjectID], _ object: ObjectSQL, _ isExact: Bool) -> [SQLText] {
    var keys: [Int: [Int64]] = [:]
    for objectID in objectIDs {
      guard let key = key(of: objectID, in: object), let number = number(of: objectID, in: object) else {
        continue
      }
      keys[number, default: []].append(key)
    }
    return keys.sorted { $0.key < $1.key }.map { number, keys in
      let list = SQLText.joined(object.key, " IN ", JSONList.sql(keys))
      let isOne = list.exact(isExact)
      guard let entity = object.entity else { return isOne }
      return all(isOne, .joined(entity, " IS ", text(number)))
    }
  }
}

// MARK: - Pieces

extension ObjectComparison {
  /// A key that no row has.
  private static let nowhere: Int64 = -1

  /// The key of an object that may be what is compared.
  private func key(of objectID: ObjectID, in object: ObjectSQL) -> Int64? {
    guard objectID.store == compiler.store, object.family.contains(objectID.entity) else { return nil }
    return objectID.primaryKey
  }

  private func number(of objectID: ObjectID, in object: ObjectSQL) -> Int? {
    object.family.contains(objectID.entity) ? compiler.schema.number(ofEntityNamed: objectID.entity) : nil
  }

  private func text(_ number: Int) -> SQLText {
    var sql: SQLText = ""
    sql.append(entityNumber: number)
    return sql
  }

  private func all(_ left: SQLText, _ right: SQLText) -> SQLText {
    SQLText.balanced([left, right], " AND ")
  }
}
