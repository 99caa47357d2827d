import Foundation
import ObjectGraph
import PredicateLanguage
import SQLite
import SQLiteStore
import Testing

/// To-many relationships: read from columns of their members and from tables of pairs.
@Suite struct `Members of to-many relationships` {
  private let garage: Garage

  init() throws { garage = try Garage() }

  private func members(_ entity: String, _ name: String, _ owners: [Int64]) throws -> [StoredMember] {
    try garage.store.makeReader().members(of: garage.relationship(entity, name), owners: owners)
  }

  private func checkCounts(_ entity: String, _ name: String, _ expected: [Int64: Int]) throws {
    let reader = try garage.store.makeReader()
    let relationship = try garage.relationship(entity, name)
    for (owner, count) in expected {
      #expect(try reader.memberCount(of: relationship, owner: owner) == count)
    }
  }

  @Test func `members whose inverse is to-one come by owner, place and key, each with its entity`() throws {
    let (a, b) = (try garage.add("Owner"), try garage.add("Owner"))
    try garage.add("Ship", ["owner": .objectID(a)], order: 4096)
    try garage.add("Car", ["owner": .objectID(b)], order: 2048)
    try garage.add("SportCar", ["owner": .objectID(a)], order: 2048)
    try garage.add("Car", ["owner": .objectID(a)], order: 4096)
    try garage.add("Car")
    let expected = [
      StoredMember(owner: 1, key: 3, entity: 5, order: 2048),
      StoredMember(owner: 1, key: 1, entity: 6, order: 4096),
      StoredMember(owner: 1, key: 4, entity: 4, order: 4096),
      StoredMember(owner: 2, key: 2, entity: 4, order: 2048),
    ]
    #expect(try members("Owner", "vehicles", [2, 1, 9]) == expected)
    #expect(try members("Owner", "vehicles", [1]) == Array(expected.prefix(3)))
    #expect(try members("Owner", "vehicles", []) == [])
    try checkCounts("Owner", "vehicles", [1: 3, 2: 1, 9: 0])
    let reader = try garage.store.makeReader()
    let vehicles = try garage.relationship("Owner", "vehicles")
    #expect(try reader.lastOrder(of: vehicles, owner: 1) == 4096)
    #expect(try reader.lastOrder(of: vehicles, owner: 9) == nil)
    try garage.fixture.raw().execute("UPDATE ZVEHICLE SET Z_FOK_OWNER = NULL WHERE Z_PK = 2")
    #expect(try reader.lastOrder(of: vehicles, owner: 2) == 0)
    #expect(try members("Owner", "vehicles", [2]).map(\.order) == [0])
  }

  @Test func `members of an unordered relationship come by key`() throws {
    let boss = try garage.add("Owner")
    for _ in 0..<3 { try garage.add("Owner", ["boss": .objectID(boss)]) }
    #expect(try members("Owner", "staff", [1]).map(\.key) == [2, 3, 4])
    #expect(try members("Owner", "staff", [1]).map(\.entity) == [1, 1, 1])
    try checkCounts("Owner", "staff", [1: 3, 2: 0])
  }

  @Test func `pairs are seen from both ends, each in its own order`() throws {
    let owners = try (0..<2).map { _ in try garage.add("Owner") }
    let tags = try (0..<3).map { try garage.add("Tag", ["name": .string("\($0)")]) }
    let relationship = try garage.relationship("Owner", "tags")
    try garage.pair(
      relationship,
      set: [
        ChangeSet.Pair(source: owners[0], destination: tags[0], sourceOrder: 4096),
        ChangeSet.Pair(source: owners[0], destination: tags[2], sourceOrder: 2048),
        ChangeSet.Pair(source: owners[1], destination: tags[2], sourceOrder: 2048),
      ])
    #expect(
      try members("Owner", "tags", [1, 2]) == [
        StoredMember(owner: 1, key: 3, entity: 2, order: 2048),
        StoredMember(owner: 1, key: 1, entity: 2, order: 4096),
        StoredMember(owner: 2, key: 3, entity: 2, order: 2048),
      ])
    #expect(
      try members("Tag", "owners", [1, 2, 3]) == [
        StoredMember(owner: 1, key: 1, entity: 1), StoredMember(owner: 3, key: 1, entity: 1),
        StoredMember(owner: 3, key: 2, entity: 1),
      ])
    try checkCounts("Owner", "tags", [1: 2, 2: 1])
    try checkCounts("Tag", "owners", [1: 1, 2: 0, 3: 2])
    let reader = try garage.store.makeReader()
    #expect(try reader.lastOrder(of: relationship, owner: 1) == 4096)
    #expect(try reader.lastOrder(of: relationship, owner: 9) == nil)
  }

  @Test func `a pair is there once, gets new places and goes`() throws {
    let (owner, tag) = (try garage.add("Owner"), try garage.add("Tag"))
    let relationship = try garage.relationship("Owner", "tags")
    guard case .pairs(let table, .source) = relationship.storage else {
      Issue.record("\(relationship.storage)")
      return
    }
    let reader = try garage.store.makeReader()
    func stored() throws -> StoredPair? { try reader.pair(in: table, source: 1, destination: 1) }
    #expect(try stored() == nil)
    for place in [2048, 1024] as [Int64] {
      let pair = ChangeSet.Pair(source: owner, destination: tag, sourceOrder: place)
      try garage.pair(relationship, set: [pair, pair])
      #expect(try stored() == StoredPair(source: 1, destination: 1, sourceOrder: place))
      #expect(try garage.fixture.raw().row("SELECT count(*) FROM Z_1TAGS") == [.integer(1)])
    }
    let pair = ChangeSet.Pair(source: owner, destination: tag)
    try garage.pair(relationship, removed: [pair, pair])
    #expect(try stored() == nil)
  }

  /// Its own inverse: each pair is there in both directions, and objects are looked up as sources.
  @Test func `a relationship that is its own inverse is symmetric`() throws {
    let (a, b) = (try garage.add("Owner"), try garage.add("Owner"))
    let friends = try garage.relationship("Owner", "friends")
    try garage.pair(
      friends,
      set: [
        ChangeSet.Pair(source: a, destination: b), ChangeSet.Pair(source: b, destination: a),
        ChangeSet.Pair(source: b, destination: b),
      ])
    #expect(try members("Owner", "friends", [1]).map(\.key) == [2])
    #expect(try members("Owner", "friends", [2]).map(\.key) == [1, 2])
    #expect(
      try garage.fixture.raw().rows("SELECT Z_1FRIENDS, Z_1FRIENDS1 FROM Z_1FRIENDS ORDER BY 1, 2") == [
        [.integer(1), .integer(2)], [.integer(2), .integer(1)], [.integer(2), .integer(2)],
      ])
  }

  @Test func `two relationships of one entity are told apart`() throws {
    let (a, b) = (try garage.add("Owner"), try garage.add("Owner"))
    try garage.pair(
      garage.relationship("Owner", "mentors"), set: [ChangeSet.Pair(source: a, destination: b)])
    #expect(try members("Owner", "mentors", [1, 2]).map { [$0.owner, $0.key] } == [[1, 2]])
    #expect(try members("Owner", "pupils", [1, 2]).map { [$0.owner, $0.key] } == [[2, 1]])
    #expect(
      try garage.fixture.raw().rows("SELECT Z_1PUPILS, Z_1MENTORS FROM Z_1MENTORS") == [
        [.integer(1), .integer(2)]
      ])
  }

  /// Core Data calls the table of such a pair after either relationship.
  @Test func `a table called after the other relationship of one entity is found`() throws {
    let (a, b) = (try garage.add("Owner"), try garage.add("Owner"))
    let mentors = try garage.relationship("Owner", "mentors")
    garage.store.close()
    try garage.fixture.raw().execute("ALTER TABLE Z_1MENTORS RENAME TO Z_1PUPILS")
    let store = try garage.open()
    guard case .pairs(let table, _) = mentors.storage else { return }
    var changes = ChangeSet.PairChanges(table: table)
    changes.set = [ChangeSet.Pair(source: a, destination: b)]
    _ = try store.commit(ChangeSet(pairs: [changes]), cancellation: Cancellation())
    #expect(try store.makeReader().members(of: mentors, owners: [1]).map(\.key) == [2])
    let readOnly = try SQLiteStore(
      path: garage.fixture.path(), model: garage.model, options: SQLiteStore.Options(isReadOnly: true))
    #expect(try readOnly.makeReader().members(of: mentors, owners: [1]).map(\.key) == [2])
  }

  @Test func `a list without an inverse has members of several entities`() throws {
    let owner = try garage.add("Owner")
    let (ship, car) = (try garage.add("Ship"), try garage.add("SportCar"))
    try garage.pair(
      garage.relationship("Owner", "notes"),
      set: [ship, car].map { ChangeSet.Pair(source: owner, destination: $0) })
    #expect(
      try members("Owner", "notes", [1]) == [
        StoredMember(owner: 1, key: 1, entity: 6), StoredMember(owner: 1, key: 2, entity: 5),
      ])
  }

  @Test func `what has no row is left out`() throws {
    let owner = try garage.add("Owner")
    let ship = try garage.add("Ship")
    try garage.pair(
      garage.relationship("Owner", "notes"), set: [ChangeSet.Pair(source: owner, destination: ship)])
    let raw = try garage.fixture.raw()
    try raw.execute("INSERT INTO Z_1NOTES (Z_1OWNER, Z_3NOTES) VALUES (1, 77), (1, NULL)")
    try raw.execute("INSERT INTO Z_1TAGS (Z_1OWNERS, Z_2TAGS, Z_FOK_2TAGS) VALUES (1, 5, 9000)")
    #expect(try members("Owner", "notes", [1]).map(\.key) == [1])
    try checkCounts("Owner", "notes", [1: 1])
    #expect(try members("Owner", "tags", [1]) == [])
    let reader = try garage.store.makeReader()
    #expect(try reader.lastOrder(of: garage.relationship("Owner", "tags"), owner: 1) == nil)
  }

  @Test func `members of thousands of owners are read at once`() throws {
    let raw = try garage.fixture.raw()
    try raw.execute(
      """
      WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n LIMIT 20000)
      INSERT INTO ZOWNER (Z_PK, Z_ENT, Z_OPT, ZBOSS) SELECT value, 1, 1, (value + 9) / 10 FROM n
      """)
    let found = try members("Owner", "staff", (1...3_000).reversed())
    let (owners, keys) = ((0..<20_000).map { Int64($0 / 10 + 1) }, (1...20_000).map { Int64($0) })
    #expect(found.map(\.owner) == owners)
    #expect(found.map(\.key) == keys)
  }

  /// Of each relationship: the plan of the list, of the count, and of the last place.
  @Test(arguments: [
    (
      "vehicles",
      [
        "SEARCH ZVEHICLE USING INDEX ZVEHICLE_ZOWNER_INDEX (ZOWNER=?)",
        "SEARCH ZVEHICLE USING COVERING INDEX ZVEHICLE_ZOWNER_INDEX (ZOWNER=?)",
        "SEARCH ZVEHICLE USING COVERING INDEX ZVEHICLE_ZOWNER_INDEX (ZOWNER=?)",
      ]
    ),
    (
      "staff",
      [
        "SEARCH ZOWNER USING COVERING INDEX ZOWNER_ZBOSS_INDEX (ZBOSS=?)",
        "SEARCH ZOWNER USING COVERING INDEX ZOWNER_ZBOSS_INDEX (ZBOSS=?)",
      ]
    ),
    (
      "tags",
      [
        "SEARCH p USING INDEX Z_1TAGS_Z_FOK_2TAGS_INDEX (Z_1OWNERS=?)",
        "SEARCH p USING COVERING INDEX sqlite_autoindex_Z_1TAGS_1 (Z_1OWNERS=?)",
        "SEARCH p USING INDEX Z_1TAGS_Z_FOK_2TAGS_INDEX (Z_1OWNERS=?)",
      ]
    ),
    (
      "pupils",
      [
        "SEARCH p USING COVERING INDEX Z_1MENTORS_Z_1MENTORS_INDEX (Z_1MENTORS=?)",
        "SEARCH p USING COVERING INDEX Z_1MENTORS_Z_1MENTORS_INDEX (Z_1MENTORS=?)",
      ]
    ),
  ])
  func `an index finds the members, and the last place without reading the list`(
    name: String, plans: [String]
  ) throws {
    let relationship = try garage.relationship("Owner", name)
    let explanations = try garage.store.explain(relationship, owners: [1])
    #expect(explanations.map { $0.plan.first } == plans)
    let others = explanations.flatMap { $0.plan.dropFirst() }
    #expect(
      others.allSatisfy { $0 == "SEARCH m USING INTEGER PRIMARY KEY (rowid=?)" || $0.contains("RIGHT PART") })
  }

  @Test func `the statements of members name what they read`() throws {
    let vehicles = try garage.store.explain(garage.relationship("Owner", "vehicles"), owners: [1])
    #expect(
      vehicles.map(\.sql) == [
        #"SELECT "ZOWNER", Z_PK, Z_ENT, "Z_FOK_OWNER" FROM "ZVEHICLE" WHERE "ZOWNER" = ? "#
          + #"ORDER BY "ZOWNER", "Z_FOK_OWNER", Z_PK"#,
        #"SELECT count(*) FROM "ZVEHICLE" WHERE "ZOWNER" = ?"#,
        #"SELECT "Z_FOK_OWNER" FROM "ZVEHICLE" WHERE "ZOWNER" = ? ORDER BY "Z_FOK_OWNER" DESC LIMIT 1"#,
      ])
    let owners = try garage.store.explain(garage.relationship("Tag", "owners"), owners: [1, 2])
    #expect(
      owners[0].sql == #"SELECT p."Z_2TAGS", m.Z_PK, 1, 0 FROM "Z_1TAGS" p CROSS JOIN "ZOWNER" m "#
        + #"ON m.Z_PK = p."Z_1OWNERS" WHERE p."Z_2TAGS" IN (SELECT value FROM json_each(?)) "#
        + #"ORDER BY p."Z_2TAGS", m.Z_PK"#)
    #expect(owners[0].bindings == [.text("[1,2]")])
  }
}
