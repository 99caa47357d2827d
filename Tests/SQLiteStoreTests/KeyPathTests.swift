import Foundation
import ObjectGraph
import PredicateLanguage
import SQLite
import SQLiteStore
import Testing

/// Predicates and orders that follow to-one relationships, compare objects, or meet a shared table.
@Suite struct `Queries across relationships` {
  private let garage: Garage
  private let boss: ObjectID
  private let worker: ObjectID
  private let loner: ObjectID
  private let car: ObjectID
  private let ship: ObjectID

  init() throws {
    garage = try Garage()
    boss = try garage.add("Owner", ["name": .string("Ada")])
    car = try garage.add("SportCar", ["name": .string("fast"), "owner": .objectID(boss)], order: 1)
    worker = try garage.add(
      "Owner", ["name": .string("Bob"), "boss": .objectID(boss), "favorite": .objectID(car)])
    ship = try garage.add("Ship", ["name": .string("slow"), "owner": .objectID(worker)], order: 1)
    loner = try garage.add("Owner", ["name": .string("Cid"), "favorite": .objectID(ship)])
    try garage.add("Car", ["name": .string("old")])
  }

  private func check(
    _ entity: String, _ predicate: String, _ arguments: [PredicateValue], _ expected: [String]
  ) throws {
    #expect(try garage.names(entity, predicate, arguments) == expected, "\(predicate)")
    let query = try garage.query(entity, predicate, arguments)
    let count = try garage.store.makeReader().count(query, cancellation: Cancellation())
    #expect(count == expected.count, "\(predicate)")
  }

  private func check(_ entity: String, _ predicate: String, _ expected: [String]) throws {
    try check(entity, predicate, [], expected)
  }

  /// The WHERE part.
  private func condition(_ query: StoreQuery) throws -> String {
    let sql = try garage.store.explain(query).sql
    let start = try #require(sql.range(of: " WHERE "))
    let end = try #require(sql.range(of: " ORDER BY "))
    return String(sql[start.upperBound..<end.lowerBound])
  }

  // MARK: - Answers

  @Test func `a path through to-one relationships gives the value at its end`() throws {
    try check("Owner", "boss.name == 'Ada'", ["Bob"])
    try check("Vehicle", "owner.name BEGINSWITH 'A'", ["fast"])
    try check("Vehicle", "owner.boss.name == 'Ada'", ["slow"])
    try check("Vehicle", "owner.boss.name CONTAINS[c] 'AD'", ["slow"])
    try check("Ship", "owner.boss.boss.name == nil", ["slow"])
    try check("Owner", "favorite.name IN {'fast', 'slow'}", ["Bob", "Cid"])
    try check("Owner", "favorite.owner.name == 'Bob'", ["Cid"])
    try check("Owner", "boss.name == name", [])
    try check("Owner", "favorite.owner.name < name", ["Bob", "Cid"])
  }

  @Test func `where a path leads nowhere there is no value`() throws {
    try check("Owner", "boss.name == nil", ["Ada", "Cid"])
    try check("Owner", "boss.name != 'Ada'", ["Ada", "Cid"])
    try check("Owner", "NOT (boss.name == 'Ada')", ["Ada", "Cid"])
    try check("Owner", "NOT (boss.name BEGINSWITH 'A')", ["Ada", "Cid"])
    try check("Owner", "NOT (boss.name IN {'Ada'})", ["Ada", "Cid"])
    try garage.fixture.raw().execute("UPDATE ZOWNER SET ZBOSS = 99 WHERE ZNAME = 'Cid'")
    try check("Owner", "boss.name == nil", ["Ada", "Cid"])
    try check("Owner", "boss == nil", ["Ada"])
  }

  @Test func `objects are compared by key and entity`() throws {
    try check("Owner", "boss == %@", [.objectID(boss)], ["Bob"])
    try check("Owner", "boss != %@", [.objectID(boss)], ["Ada", "Cid"])
    try check("Owner", "NOT (boss == %@)", [.objectID(boss)], ["Ada", "Cid"])
    try check("Owner", "%@ == boss", [.objectID(boss)], ["Bob"])
    try check("Owner", "boss == nil", ["Ada", "Cid"])
    try check("Owner", "boss != nil", ["Bob"])
    try check("Owner", "favorite == %@", [.objectID(car)], ["Bob"])
    try check("Owner", "favorite == %@", [.objectID(ship)], ["Cid"])
    try check("Vehicle", "owner.boss == %@", [.objectID(boss)], ["slow"])
    try check("Vehicle", "owner.favorite == %@", [.objectID(car)], ["slow"])
    try check("Vehicle", "owner.favorite != %@", [.objectID(car)], ["fast", "old"])
    try check("Vehicle", "SELF == %@", [.objectID(ship)], ["slow"])
    try check("Vehicle", "owner.favorite == SELF", [])
    try check("Owner", "favorite.owner == boss", ["Ada", "Bob"])
    try check("Owner", "favorite == boss", ["Ada"])
  }

  @Test func `an object that cannot be there is nowhere`() throws {
    let strangers = [
      ObjectID(store: UUID(), entity: "Owner", key: .permanent(1)),
      ObjectID(store: garage.store.identifier, entity: "Tag", key: .permanent(1)),
      ObjectID(store: garage.store.identifier, entity: "Owner", key: .temporary(UUID())),
    ]
    for stranger in strangers {
      try check("Owner", "boss == %@", [.objectID(stranger)], [])
      try check("Owner", "SELF != %@", [.objectID(stranger)], ["Ada", "Bob", "Cid"])
      try check("Owner", "SELF IN %@", [.list([.objectID(stranger), .objectID(loner)])], ["Cid"])
      try check("Owner", "NOT (SELF IN %@)", [.list([.objectID(stranger)])], ["Ada", "Bob", "Cid"])
    }
    // The key of a car under the name of a ship.
    let key = garage.key(car)
    for entity in ["Ship", "Vehicle", "Car"] {
      let misnamed = ObjectID(store: garage.store.identifier, entity: entity, key: .permanent(key))
      try check("Owner", "favorite == %@", [.objectID(misnamed)], [])
      try check("Vehicle", "SELF IN %@", [.list([.objectID(misnamed)])], [])
    }
  }

  @Test func `objects are found in lists`() throws {
    try check("Owner", "favorite IN %@", [.list([.objectID(car), .objectID(ship)])], ["Bob", "Cid"])
    try check("Owner", "favorite IN %@", [.list([.objectID(car), .null])], ["Ada", "Bob"])
    try check("Owner", "NOT (favorite IN %@)", [.list([.objectID(car)])], ["Ada", "Cid"])
    try check(
      "Owner", "favorite == %@ OR favorite == %@", [.objectID(car), .objectID(ship)], ["Bob", "Cid"])
    try check("Owner", "boss IN %@", [.list([])], [])
    try check("Owner", "%@ CONTAINS boss", [.list([.objectID(boss)])], ["Bob"])
    try check("Owner", "SELF IN {boss, favorite.owner}", [])
    let many = (1...2_000).map { key in
      PredicateValue.objectID(
        ObjectID(store: garage.store.identifier, entity: "Owner", key: .permanent(key)))
    }
    try check("Owner", "boss IN %@", [.list(many)], ["Bob"])
  }

  @Test func `orders follow paths, and pages go on behind them`() throws {
    let order = [SortDescriptor("owner.name", ascending: false)]
    #expect(try garage.names("Vehicle", sort: order) == ["slow", "fast", "old"])
    let first = [
      SortDescriptor("boss.name", options: .caseInsensitive), SortDescriptor("name", ascending: false),
    ]
    #expect(try garage.names("Owner", sort: first) == ["Cid", "Ada", "Bob"])
    var query = try garage.query("Vehicle", sort: order)
    query.after = FetchPosition(keys: [.text(Array("Bob".utf8))], primaryKey: garage.key(ship))
    #expect(try garage.objects(query).map(\.objectID.entity) == ["SportCar", "Car"])
    query.after = FetchPosition(keys: [.null], primaryKey: 0)
    #expect(try garage.objects(query).map(\.objectID.entity) == ["Car"])
  }

  @Test func `what is too deep for SQL means the same`() throws {
    func nested(_ depth: Int, _ inner: String) -> String {
      (0..<depth).reduce(inner) { (inner, _) in "(name == 'x' OR (name != 'y' AND \(inner)))" }
    }
    for depth in [1, 3, 5, 7, 9, 12, 20, 40] {
      try check("Owner", nested(depth, "boss.name == 'Ada'"), ["Bob"])
      try check("Vehicle", nested(depth, "owner.boss.name == 'Ada'"), ["slow"])
      try check(
        "Vehicle", nested(depth, "NOT (owner.favorite IN %@)"), [.list([.objectID(car)])], ["fast", "old"])
      try check("Owner", nested(depth, "favorite == %@"), [.objectID(car)], ["Bob"])
      try check("Owner", nested(depth, "favorite.owner == %@"), [.objectID(worker)], ["Cid"])
      try check("Vehicle", nested(depth, "SELF == %@"), [.objectID(ship)], ["slow"])
      try check("Owner", nested(depth, "SELF == %@"), [.objectID(loner)], ["Cid"])
      try check("Owner", nested(depth, "favorite == nil"), ["Ada"])
    }
  }

  // MARK: - Text

  @Test func `paths are subqueries, one join for each further step`() throws {
    #expect(
      try condition(garage.query("Owner", "boss.name == 'x'"))
        == #"(SELECT t1."ZNAME" FROM "ZOWNER" t1 WHERE t1.Z_PK = "ZOWNER"."ZBOSS") IS ?"#)
    #expect(
      try condition(garage.query("Ship", "owner.boss.name == 'x'"))
        == #"(likelihood(Z_ENT = 6, 0.25) AND (SELECT t2."ZNAME" FROM "ZOWNER" t1 CROSS JOIN "ZOWNER" t2 "#
        + #"ON t2.Z_PK = t1."ZBOSS" WHERE t1.Z_PK = "ZVEHICLE"."ZOWNER") IS ?)"#)
  }

  @Test func `objects are keys, and entities where there are several`() throws {
    #expect(try condition(garage.query("Owner", "boss == %@", [.objectID(boss)])) == #""ZBOSS" IS ?"#)
    #expect(try condition(garage.query("Owner", "boss == nil")) == #""ZBOSS" IS NULL"#)
    #expect(
      try condition(garage.query("Owner", "favorite == %@", [.objectID(car)]))
        == #"("ZFAVORITE" IS ? AND "#
        + #"CASE WHEN "Z3_FAVORITE" BETWEEN 3 AND 6 THEN "Z3_FAVORITE" END IS 5)"#)
    #expect(
      try condition(garage.query("Vehicle", "SELF == %@", [.objectID(car)])) == "(Z_PK IS ? AND Z_ENT IS 5)")
  }

  @Test func `entities are told apart where the table has others`() throws {
    #expect(try !garage.store.explain(garage.query("Vehicle")).sql.contains("WHERE"))
    #expect(try !garage.store.explain(garage.query("Owner")).sql.contains("WHERE"))
    #expect(try condition(garage.query("Car")) == "likelihood(Z_ENT BETWEEN 4 AND 5, 0.25)")
    #expect(
      try condition(garage.query("Car", includesSubentities: false)) == "likelihood(Z_ENT = 4, 0.25)")
    #expect(
      try condition(garage.query("Vehicle", includesSubentities: false)) == "likelihood(Z_ENT = 3, 0.25)")
    #expect(
      try garage.store.explain(garage.query("Car")).sql.hasPrefix(
        #"SELECT Z_PK, Z_OPT, Z_ENT, "ZDOORS", "ZMAKER", "ZNAME", "ZOWNER", "Z_FOK_OWNER", "ZCLUB" FROM"#))
  }

  @Test func `paths are followed however long they are, orders only as far as SQLite joins tables`() throws {
    for (length, names) in [(60, [String]()), (61, [])] {
      let long = Array(repeating: "boss", count: length).joined(separator: ".") + ".name"
      #expect(try garage.names("Owner", long + " == 'x'") == names)
      #expect(try garage.names("Owner", long + " == nil") == ["Ada", "Bob", "Cid"])
    }
    let far = Array(repeating: "boss", count: 61).joined(separator: ".") + ".name"
    #expect(
      refusal { _ = try garage.objects(garage.query("Owner", sort: [SortDescriptor(far)])) }
        == .limit("relationships in a key path", 60))
  }

  // MARK: - Plans

  @Test(arguments: [
    ("Owner", "boss == %@", "SEARCH ZOWNER USING INDEX ZOWNER_ZBOSS_INDEX (ZBOSS=?)"),
    ("Owner", "boss IN {%@}", "SEARCH ZOWNER USING INDEX ZOWNER_ZBOSS_INDEX (ZBOSS=?)"),
    ("Vehicle", "owner == %@", "SEARCH ZVEHICLE USING INDEX ZVEHICLE_ZOWNER_INDEX (ZOWNER=?)"),
    ("Ship", "owner == %@", "SEARCH ZVEHICLE USING INDEX ZVEHICLE_ZOWNER_INDEX (ZOWNER=?)"),
    ("SportCar", "club == 'x'", "SEARCH ZVEHICLE USING INDEX Z_SportCar_byClub (ZCLUB=?)"),
    (
      "Car", "maker == 'x' AND doors == 3",
      "SEARCH ZVEHICLE USING INDEX Z_Car_UNIQUE_maker_doors (ZMAKER=? AND ZDOORS=?)"
    ),
    ("Ship", "length > 3", "SEARCH ZVEHICLE USING INDEX ZVEHICLE_Z_ENT_INDEX (Z_ENT=?)"),
  ])
  func `an index serves, that of entities only where no other does`(
    entity: String, predicate: String, plan: String
  ) throws {
    let arguments = predicate.contains("%@") ? [PredicateValue.objectID(boss)] : []
    #expect(try garage.store.explain(garage.query(entity, predicate, arguments)).plan.first == plan)
  }

  @Test func `objects behind a relationship are found by their keys`() throws {
    let plan = try garage.store.explain(garage.query("Vehicle", "owner.boss.name == 'x'")).plan
    #expect(plan.contains("SEARCH t1 USING INTEGER PRIMARY KEY (rowid=?)"))
    #expect(plan.contains("SEARCH t2 USING INTEGER PRIMARY KEY (rowid=?)"))
  }
}
