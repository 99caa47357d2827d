import TestSupport

/// Random predicates as text over what leads to many objects in the garage.
struct RandomCollectionText {
  /// To-many paths from each entity with the entity that they lead to.
  private static let collections: [String: [(path: String, entity: String)]] = [
    "Owner": [
      ("vehicles", "Vehicle"), ("staff", "Owner"), ("tags", "Tag"), ("friends", "Owner"),
      ("mentors", "Owner"), ("pupils", "Owner"), ("notes", "Vehicle"), ("boss.staff", "Owner"),
      ("favorite.owner.tags", "Tag"), ("staff.vehicles", "Vehicle"), ("tags.owners", "Owner"),
      ("staff.favorite", "Vehicle"), ("friends.boss.vehicles", "Vehicle"),
    ],
    "Vehicle": [("owner.vehicles", "Vehicle"), ("owner.tags", "Tag"), ("owner.boss.friends", "Owner")],
    "Tag": [("owners", "Owner"), ("owners.vehicles", "Vehicle"), ("owners.boss", "Owner")],
  ]

  /// To-one paths from each entity with the entity that they lead to.
  private static let objects: [String: [(path: String, entity: String)]] = [
    "Owner": [("boss", "Owner"), ("favorite", "Vehicle"), ("boss.favorite.owner", "Owner")],
    "Vehicle": [("owner", "Owner"), ("owner.favorite", "Vehicle")],
    "Tag": [],
  ]

  var random: SeededGenerator

  /// A predicate on an object of an entity.
  ///
  /// - Parameter prefix: what stands before the keys, with a dot behind it; empty for the fetched object.
  mutating func next(on entity: String, _ prefix: String = "", depth: Int = 3) -> String {
    guard depth > 0 else { return leaf(on: entity, prefix) }
    let collection = random.pick(Self.collections[entity] ?? [])
    let path = prefix + collection.path
    switch random.next() % 12 {
    case 0: return "NOT (\(next(on: entity, prefix, depth: depth - 1)))"
    case 1, 2:
      let sign = random.pick(["AND", "OR"])
      return
        "(\(next(on: entity, prefix, depth: depth - 1)) \(sign) \(next(on: entity, prefix, depth: depth - 1)))"
    case 3, 4, 5:
      let inner = next(on: collection.entity, "$v\(depth).", depth: depth - 1)
      let subquery = "SUBQUERY(\(path), $v\(depth), \(inner))"
      return random.pick([
        "\(subquery).@count \(comparison()) \(random.next() % 3)", "ANY \(subquery).name \(text())",
        "ALL \(subquery).name \(text())",
      ])
    case 6: return "\(random.pick(["ANY", "ALL", "NONE"])) \(path).name \(text())"
    case 7: return "\(path).@count \(comparison()) \(random.next() % 3)"
    case 8: return function(path)
    case 9:
      let test = next(on: entity, prefix, depth: depth - 1)
      return "TERNARY(\(test), \(prefix)name, 'a') \(text())"
    default: return object(on: entity, prefix, path, collection.entity)
    }
  }

  private mutating func leaf(on entity: String, _ prefix: String) -> String {
    let object =
      Self.objects[entity]?.isEmpty == false ? random.pick(Self.objects[entity] ?? []).path + "." : ""
    return random.pick([
      "\(prefix)name \(text())", "\(prefix)\(object)name \(text())", "\(prefix)name \(comparison()) name",
      "uppercase(\(prefix)name) \(comparison()) 'A'", "length(\(prefix)\(object)name) > 2",
    ])
  }

  private mutating func function(_ path: String) -> String {
    random.pick([
      "max(\(path).name) \(text())", "\(path).@min.name \(comparison()) name", "mode(\(path).name) != nil",
      "distinct(\(path).name)[SIZE] > 1", "'a' IN \(path).name", "(\(path) UNION \(path))[SIZE] > 1",
      "count(\(path)) ** 2 == 4", "\(path).@count % 2 == 1".replacing("%", with: "+"),
      "modulus:by:(\(path).@count, 2) == 1",
    ])
  }

  private mutating func object(
    on entity: String, _ prefix: String, _ path: String, _ destination: String
  ) -> String {
    let same = (Self.objects[entity] ?? []).filter { $0.entity == destination }
    guard !same.isEmpty else { return "\(path).name CONTAINS \(prefix)name" }
    let object = prefix + random.pick(same).path
    return random.pick([
      "\(object) IN \(path)", "NOT \(path) CONTAINS \(object)", "ANY \(path) == \(object)",
      "ALL \(path) != \(object)", "TERNARY(\(prefix)name \(text()), \(object), nil) == \(object)",
    ])
  }

  private mutating func comparison() -> String { random.pick(["==", "!=", "<", "<=", ">", ">="]) }

  private mutating func text() -> String {
    random.pick([
      "== 'a'", "!= 'a'", "== nil", "!= nil", "CONTAINS[c] 'A'", "BEGINSWITH 'a'", "> 'b'", "IN {'a', nil}",
      "LIKE '*a*'", "IN name", "==[cd] name", "BETWEEN {'a', 'c'}",
    ])
  }
}
