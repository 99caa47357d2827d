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
    guard comparison.left.isObject || comparison.right.isObject else { return nil }
    self.compiler = compiler
    self.comparison = comparison
  }

  func condition(isExact: Bool) throws(StoreError) -> SQLText {
    let (left, right) = (comparison.left, comparison.right)
    switch comparison.operator {
    case .equal: return equality(try side(left), try side(right))
    case .notEqual: return equality(try side(left), try side(right)).parenthesized.negated
    case .in: return try membership(of: left, in: right, isExact)
    case .contains: return try membership(of: right, in: left, isExact)
    default:
      throw .predicate(PredicateTextError(.type, "An object ID has no order.", at: comparison.range))
    }
  }

  private func side(_ term: ValueTerm<BoundKeyPath>) throws(StoreError) -> Side {
    switch term {
    case .constant(.null, _): return .constant(nil)
    case .constant(.objectID(let objectID), _): return .constant(objectID)
    case .key(let path): return .object(try compiler.paths.object(path))
    case .evaluatedObject:
      return .object(
        try compiler.paths.object(BoundKeyPath(entity: compiler.mapping.entity.name, target: .object)))
    default:
      throw .predicate(
        PredicateTextError(.type, "An object can be compared with objects only.", at: comparison.range))
    }
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
  ) throws(StoreError) -> SQLText {
    let element = try side(element)
    let members: [Side]
    switch collection {
    case .constant(.list(let values), _):
      members = try values.map { value throws(StoreError) in try side(.constant(value)) }
    case .aggregate(let terms): members = try terms.map { term throws(StoreError) in try side(term) }
    default:
      throw .predicate(PredicateTextError(.type, "IN needs a list of objects.", at: comparison.range))
    }
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

extension ValueTerm<BoundKeyPath> {
  /// Whether the term stands for an object, or for a list with one.
  fileprivate var isObject: Bool {
    switch self {
    case .key(let path): path.target == .object
    case .evaluatedObject, .constant(.objectID, _): true
    case .constant(.list(let values), _): values.contains { $0.kind == .objectID }
    case .aggregate(let elements): elements.contains(where: \.isObject)
    default: false
    }
  }
}
