import Foundation
import ObjectGraph
import PredicateLanguage
import SQLite
import SQLiteStore
import Testing

/// Predicates over to-many relationships, subqueries, alternatives and functions.
@Suite struct `Queries over collections` {
  private let garage: Garage
  private let ada: ObjectID
  private let bob: ObjectID

  /// Three owners, their vehicles and tags.
  ///
  /// Ada is Bob's boss and has a wide Car, then a fast SportCar; Bob has a slow Ship; an old Car has no owner. Ada has
  /// the tags b, then a; Cid has a.
  init() throws {
    garage = try Garage()
    ada = try garage.add("Owner", ["name": .string("Ada")])
    bob = try garage.add("Owner", ["name": .string("Bob"), "boss": .objectID(ada)])
    let cid = try garage.add("Owner", ["name": .string("Cid")])
    let fast = try garage.add(
      "SportCar", ["name": .string("fast"), "owner": .objectID(ada), "doors": .integer(2)], order: 2)
    try garage.add(
      "Car", ["name": .string("wide"), "owner": .objectID(ada), "doors": .integer(4)], order: 1)
    try garage.add(
      "Ship", ["name": .string("slow"), "owner": .objectID(bob), "length": .double(7)], order: 1)
    try garage.add("Car", ["name": .string("old"), "doors": .integer(4)])
    let (a, b) = (
      try garage.add("Tag", ["name": .string("a")]), try garage.add("Tag", ["name": .string("b")])
    )
    try garage.pair(
      garage.relationship("Owner", "tags"),
      set: [
        ChangeSet.Pair(source: ada, destination: a, sourceOrder: 2),
        ChangeSet.Pair(source: ada, destination: b, sourceOrder: 1),
        ChangeSet.Pair(source: cid, destination: a, sourceOrder: 1),
      ])
    try garage.pair(
      garage.relationship("Owner", "notes"), set: [ChangeSet.Pair(source: bob, destination: fast)])
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
  private func condition(
    _ entity: String, _ predicate: String, _ arguments: [PredicateValue] = []
  ) throws -> String {
    let sql = try garage.store.explain(garage.query(entity, predicate, arguments)).sql
    let start = try #require(sql.range(of: " WHERE "))
    let end = try #require(sql.range(of: " ORDER BY Z_PK", options: .backwards))
    return String(sql[start.upperBound..<end.lowerBound])
  }

  // MARK: - Answers

  @Test func `some, every and no element`() throws {
    try check("Owner", "ANY vehicles.name == 'fast'", ["Ada"])
    try check("Owner", "ALL vehicles.name == 'slow'", ["Bob", "Cid"])
    try check("Owner", "NONE vehicles.name BEGINSWITH 's'", ["Ada", "Cid"])
    try check("Owner", "ANY vehicles.name ==[c] 'FAST'", ["Ada"])
    try check("Owner", "ANY tags.owners.name == 'Cid'", ["Ada", "Cid"])
    try check("Owner", "ANY staff.vehicles.name == 'slow'", ["Ada"])
    try check("Owner", "ANY notes == %@", [.objectID(ada)], [])
    try check("Owner", "%@ IN staff", [.objectID(bob)], ["Ada"])
    try check("Owner", "NOT staff CONTAINS %@", [.objectID(bob)], ["Bob", "Cid"])
    try check("Owner", "ANY vehicles.name == uppercase(name)", [])
    try check("Owner", "ANY vehicles.name == lowercase('FAST')", ["Ada"])
    try check("Owner", "ANY vehicles.name MATCHES lowercase('FA.*')", ["Ada"])
    try check("Owner", "ANY vehicles.name MATCHES lowercase(vehicles[FIRST].name)", ["Ada", "Bob"])
  }

  @Test func `elements that are missing, and collections that are`() throws {
    try check("Owner", "ANY vehicles.owner.boss.name == nil", ["Ada"])
    try check("Owner", "ALL vehicles.owner.boss.name == 'Ada'", ["Bob", "Cid"])
    try check("Owner", "boss.vehicles.@count == 2", ["Bob"])
    try check("Owner", "boss.vehicles.@count == 0", [])
    try check("Owner", "boss.vehicles.@count != 0", ["Ada", "Bob", "Cid"])
    try check("Owner", "boss.pupils.@count <= 0", ["Bob"])
    try check("Owner", "boss.vehicles.@count > 0", ["Bob"])
    try check("Owner", "boss.vehicles.@count == nil", ["Ada", "Cid"])
    try check("Owner", "NOT boss.vehicles.@count > 1", ["Ada", "Cid"])
    try check("Owner", "boss.vehicles[FIRST].name == 'wide'", ["Bob"])
    try check("Owner", "ANY boss.vehicles.name == 'fast'", ["Bob"])
    try check("Owner", "ALL boss.vehicles.name == 'fast'", ["Ada", "Cid"])
    try garage.fixture.raw().execute("UPDATE ZOWNER SET ZBOSS = 99 WHERE ZNAME = 'Cid'")
    try garage.fixture.raw().execute("UPDATE ZVEHICLE SET ZOWNER = 99 WHERE ZNAME = 'old'")
    try check("Owner", "boss.vehicles.@count == nil", ["Ada", "Cid"])
    try check("Owner", "ANY boss.vehicles.name == 'old'", [])
    try check("Owner", "mode(boss.vehicles.owner.name) == nil", ["Ada", "Cid"])
  }

  @Test func `subqueries`() throws {
    try check("Owner", "SUBQUERY(vehicles, $x, $x.name == 'fast').@count > 0", ["Ada"])
    try check("Owner", "SUBQUERY(vehicles, $x, $x.name != 'fast').@count == 0", ["Cid"])
    try check("Owner", "SUBQUERY(vehicles, $x, $x.owner.name == name).@count == 1", ["Bob"])
    try check("Owner", "ANY SUBQUERY(staff, $x, ANY $x.vehicles.name == 'slow').name == 'Bob'", ["Ada"])
    try check("Owner", "SUBQUERY(tags, $x, $x.owners.@count == 2)[FIRST].name == 'a'", ["Ada", "Cid"])
    try check("Owner", "ANY SUBQUERY(tags, $x, length($x.name) == 1).name == 'b'", ["Ada"])
    try check(
      "Owner", "SUBQUERY(tags, $x, ANY SUBQUERY($x.owners, $y, $y != SELF).name == 'Ada').@count == 1",
      ["Cid"])
    try check(
      "Owner", "SUBQUERY(tags, $x, ANY SUBQUERY($x.owners, $x, $x.name == 'Cid') == SELF).@count == 1",
      ["Cid"])
    try check("Owner", "ANY SUBQUERY(vehicles, $x, TRUEPREDICATE).owner.staff.name == 'Bob'", ["Ada"])
    try check("Owner", "SUBQUERY(vehicles, $x, TRUEPREDICATE).owner.boss.staff.@count == 0", ["Ada", "Cid"])
    try check("Owner", "SUBQUERY({boss, SELF}, $x, $x.name == 'Ada').@count == 1", ["Ada", "Bob"])
    try check(
      "Owner", "SUBQUERY((staff UNION pupils), $x, ANY $x.vehicles.name == 'slow').@count == 1", ["Ada"])
  }

  @Test func `places, alternatives and functions`() throws {
    try check("Owner", "vehicles[0].name == 'wide'", ["Ada"])
    try check("Owner", "vehicles[1].name == 'fast' AND vehicles[LAST].name == 'fast'", ["Ada"])
    try check("Owner", "vehicles[2] == nil", ["Ada", "Bob", "Cid"])
    try check("Owner", "vehicles[-1] == nil", ["Ada", "Bob", "Cid"])
    try check("Owner", "vehicles[vehicles.@count - 1].name == 'fast'", ["Ada"])
    try check("Owner", "tags[FIRST].name == 'b'", ["Ada"])
    try check("Owner", "tags[FIRST].owners[SIZE] == 2", ["Cid"])
    try check("Owner", "TERNARY(boss == nil, SELF, boss).name == 'Ada'", ["Ada", "Bob"])
    try check("Owner", "TERNARY(boss == nil, nil, boss) == nil", ["Ada", "Cid"])
    try check("Owner", "TERNARY(ANY vehicles.name == 'fast', 1, 0) + 1 == 2", ["Ada"])
    try check("Car", "TERNARY(doors > 2, doors, 0.5) / 8 > 0", ["fast"])
    try check("Car", "doors ** 2 == 16", ["wide", "old"])
    try check("Car", "noindex(name) == 'old' AND noindex(owner) == nil", ["old"])
    try check("Car", "(doors & 2) == 2 AND modulus:by:(doors, 3) == 2 AND ~doors == -3", ["fast"])
    try check("Owner", "uppercase(tags[FIRST].name) == 'B'", ["Ada"])
    try check("Owner", "mode(vehicles.name) == 'fast' AND vehicles.@max.name == 'wide'", ["Ada"])
    try check("Owner", "'b' IN (tags.name MINUS {'a'})", ["Ada"])
    try check("Owner", "(tags.name UNION staff.name)[SIZE] == 3", ["Ada"])
  }

  @Test func `groups of what collections choose, chosen by what SQL cannot compute`() throws {
    let objects = try garage.query("Owner", "ANY vehicles.name != 'slow' OR staff.@count == 0")
    let having = try ParsedPredicate(parsing: "uppercase(name) IN {'ADA', 'BOB'} AND n ** 2 == 1")
    let table = try DictionaryBinder(entity: objects.entity, model: garage.model).bind(
      DictionaryRequest(
        columns: ["name", .expression(ExpressionDescription("n", .count))], groupBy: ["name"], having: having)
    )
    let query = DictionaryQuery(objects: objects, table: table)
    let found = try garage.store.makeReader().dictionaries(query, cancellation: Cancellation())
    #expect(found.count == 2)
    #expect(try garage.store.explain(query).inMemory.count == 2)
  }

  @Test(arguments: 1...12)
  func `what is too deep for SQL means the same`(depth: Int) throws {
    let down = (0..<depth).reduce("$x0.boss.name == 'Ada'") { inner, level in
      "SUBQUERY($x\(level + 1).boss.staff, $x\(level), \(inner)).@count > 0"
    }
    try check("Owner", down.replacing("$x\(depth).", with: ""), ["Bob"])
    let wide = (0..<depth).reduce("$x0.name == 'Ada'") { inner, level in
      "ANY SUBQUERY($x\(level + 1).staff.boss, $x\(level), \(inner)) == $x\(level + 1)"
    }
    try check("Owner", wide.replacing("$x\(depth).", with: "").replacing("$x\(depth)", with: "SELF"), ["Ada"])
    let any = (0..<depth).reduce("SELF") { inner, _ in "TERNARY(ANY staff == \(inner), SELF, boss)" }
    try check("Owner", "\(any).name == 'Ada'", ["Bob"])
    let sums = (0..<depth).reduce("vehicles.@count") { inner, _ in "(staff.@count + 2 * \(inner))" }
    try check("Owner", "\(sums) == 0", ["Cid"])
    try check("Owner", "sqrt(\(sums)) == 0", ["Cid"])
  }

  @Test func `more values than a function takes`() throws {
    let many = (0..<130).map { "length(vehicles[\($0)].name)" }.joined(separator: ", ")
    try check("Owner", "count({\(many)}) == 130 AND max({\(many)}) == 4", ["Ada", "Bob"])
    let chain = (0..<130).map { "sqrt(vehicles[\($0)].owner.vehicles.@count) == 1" }.joined(separator: " OR ")
    try check("Owner", "NOT NOT (\(chain))", ["Bob"])
  }

  // MARK: - Text

  @Test func `a modifier is EXISTS, and its opposite`() throws {
    #expect(
      try condition("Owner", "ANY vehicles.name == 'x'")
        == #"EXISTS (SELECT 1 FROM "ZVEHICLE" t1 WHERE t1."ZOWNER" = "ZOWNER".Z_PK AND t1."ZNAME" IS ?)"#)
    #expect(
      try condition("Owner", "ALL vehicles.name > name")
        == #"NOT EXISTS (SELECT 1 FROM "ZVEHICLE" t1 WHERE t1."ZOWNER" = "ZOWNER".Z_PK "#
        + #"AND NOT (coalesce(t1."ZNAME" > "ZOWNER"."ZNAME", 0)))"#)
    #expect(
      try condition("Owner", "ANY tags.name IN {'a', 'b'}")
        == #"EXISTS (SELECT 1 FROM "Z_1TAGS" t1 CROSS JOIN "ZTAG" t2 ON t2.Z_PK = t1."Z_2TAGS" "#
        + #"WHERE t1."Z_1OWNERS" = "ZOWNER".Z_PK AND (t2."ZNAME" IN (?, ?)))"#)
    #expect(
      try condition("Owner", "ANY vehicles.owner.name == 'x'")
        == #"EXISTS (SELECT 1 FROM "ZVEHICLE" t1 WHERE t1."ZOWNER" = "ZOWNER".Z_PK "#
        + #"AND (SELECT t2."ZNAME" FROM "ZOWNER" t2 WHERE t2.Z_PK = t1."ZOWNER") IS ?)"#)
    #expect(
      try condition("Owner", "%@ IN staff", [.objectID(bob)])
        == #"EXISTS (SELECT 1 FROM "ZOWNER" t1 WHERE t1."ZBOSS" = "ZOWNER".Z_PK AND t1.Z_PK IS ?)"#)
  }

  @Test func `counts, and whether there is anything to count`() throws {
    let members = #"FROM "ZVEHICLE" t1 WHERE t1."ZOWNER" = "ZOWNER".Z_PK"#
    #expect(try condition("Owner", "vehicles.@count > 2") == "(SELECT count(*) \(members)) > ?")
    #expect(try condition("Owner", "vehicles.@count > 0") == "EXISTS (SELECT 1 \(members))")
    #expect(try condition("Owner", "vehicles.@count == 0") == "NOT EXISTS (SELECT 1 \(members))")
    #expect(
      try condition("Owner", "SUBQUERY(vehicles, $x, $x.name == 'a' OR $x.name == 'b').@count != 0")
        == #"EXISTS (SELECT 1 \#(members) AND (t1."ZNAME" IN (?, ?)))"#)
    #expect(
      try condition("Owner", "boss.vehicles.@count == 3")
        == #"CASE WHEN (SELECT t1.Z_PK FROM "ZOWNER" t1 WHERE t1.Z_PK = "ZOWNER"."ZBOSS") IS NOT NULL "#
        + #"THEN (SELECT count(*) FROM "ZOWNER" t1 CROSS JOIN "ZVEHICLE" t2 ON t2."ZOWNER" = t1.Z_PK "#
        + #"WHERE t1.Z_PK = "ZOWNER"."ZBOSS") END IS ?"#)
  }

  @Test func `a place is LIMIT in the order of the relationship`() throws {
    #expect(
      try condition("Owner", "vehicles[1].name == 'x'")
        == #"(SELECT t1."ZNAME" FROM "ZVEHICLE" t1 WHERE t1.Z_PK = (SELECT t2.Z_PK FROM "ZVEHICLE" t2 "#
        + #"WHERE t2."ZOWNER" = "ZOWNER".Z_PK ORDER BY t2."Z_FOK_OWNER", t2.Z_PK LIMIT 1 OFFSET ?)) IS ?"#)
    #expect(
      try condition("Owner", "tags[LAST] == nil")
        == #"(SELECT t2.Z_PK FROM "Z_1TAGS" t1 CROSS JOIN "ZTAG" t2 ON t2.Z_PK = t1."Z_2TAGS" "#
        + #"WHERE t1."Z_1OWNERS" = "ZOWNER".Z_PK ORDER BY t1."Z_FOK_2TAGS" DESC, t2.Z_PK DESC LIMIT 1) IS NULL"#
    )
  }

  @Test func `alternatives, signs and what keeps an index away`() throws {
    #expect(
      try condition("Car", "noindex(name) == 'x'")
        == #"(likelihood(Z_ENT BETWEEN 4 AND 5, 0.25) AND +"ZNAME" IS ?)"#)
    #expect(
      try condition("Owner", "TERNARY(name == 'x', name, 'y') == 'z'")
        == #"CASE WHEN "ZNAME" IS ? THEN "ZNAME" ELSE ? END IS ?"#)
    #expect(
      try condition(
        "Ship", "modulus:by:(vehicleCount, 2) == 1".replacing("vehicleCount", with: "owner.vehicles.@count")
      )
      .hasSuffix(" % ?) IS ?)"))
  }

  @Test func `what SQL computes differently gets its values from it`() throws {
    #expect(try condition("Owner", "uppercase(name) == 'x'") == #"OBJWIRE_HOLDS(?, "ZNAME")"#)
    #expect(
      try condition("Owner", "mode(vehicles.name) == name")
        == #"OBJWIRE_HOLDS(?, (SELECT OBJWIRE_LIST(?, t1."Z_FOK_OWNER", t1.Z_PK, t1."ZNAME") FROM "ZVEHICLE" t1 "#
        + #"WHERE t1."ZOWNER" = "ZOWNER".Z_PK), "ZNAME")"#)
    #expect(
      try condition("Owner", "ANY vehicles.name == uppercase(name)")
        == #"EXISTS (SELECT 1 FROM "ZVEHICLE" t1 WHERE t1."ZOWNER" = "ZOWNER".Z_PK "#
        + #"AND OBJWIRE_HOLDS(?, t1."ZNAME", "ZOWNER"."ZNAME"))"#)
    #expect(try condition("Owner", "count(staff UNION pupils) > 1").contains("OBJWIRE_LIST"))
  }

  @Test(arguments: [
    ("ANY vehicles.name == uppercase(name)", ["ANY vehicles.name == uppercase(name)"]),
    ("name == 'x' AND sqrt(staff.@count) == 2", ["sqrt(count(staff)) == 2"]),
    ("SUBQUERY(staff, $x, lowercase($x.name) == 'x').@count > 0", [#"lowercase($x.name) == "x""#]),
    ("ANY vehicles.name == name AND tags[FIRST].name != nil", []),
  ])
  func `what is evaluated in memory is named`(predicate: String, parts: [String]) throws {
    #expect(try garage.store.explain(garage.query("Owner", predicate)).inMemory == parts)
  }

  // MARK: - Plans

  @Test(arguments: [
    ("Owner", "ANY vehicles.name > 'x'", "SEARCH t1 USING INDEX ZVEHICLE_ZOWNER_INDEX (ZOWNER=?)"),
    ("Owner", "vehicles.@count > 3", "SEARCH t1 USING COVERING INDEX ZVEHICLE_ZOWNER_INDEX (ZOWNER=?)"),
    ("Owner", "vehicles[FIRST] == nil", "SEARCH t1 USING COVERING INDEX ZVEHICLE_ZOWNER_INDEX (ZOWNER=?)"),
    ("Owner", "ANY tags.name == 'a'", "SEARCH t2 USING INTEGER PRIMARY KEY (rowid=?)"),
    ("Tag", "ANY owners.name == 'a'", "SEARCH t1 USING COVERING INDEX Z_1TAGS_Z_2TAGS_INDEX (Z_2TAGS=?)"),
    ("SportCar", "noindex(club) == 'x'", "SEARCH ZVEHICLE USING INDEX ZVEHICLE_Z_ENT_INDEX (Z_ENT=?)"),
    (
      "SportCar", "club == 'x' AND uppercase(name) == 'y'",
      "SEARCH ZVEHICLE USING INDEX Z_SportCar_byClub (ZCLUB=?)"
    ),
  ])
  func `an index serves`(entity: String, predicate: String, line: String) throws {
    let plan = try garage.store.explain(garage.query(entity, predicate)).plan
    #expect(plan.contains(line), "\(plan)")
  }
}
