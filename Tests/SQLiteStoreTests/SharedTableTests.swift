import Foundation
import ObjectGraph
import PredicateLanguage
import SQLite
import SQLiteStore
import Testing

/// How entities that share a table, and relationships, lie in the file.
@Suite struct `Tables of relatives` {
  private func statements(_ model: ManagedObjectModel) throws -> [String] {
    let fixture = try StoreFixture()
    try SQLiteStore(path: fixture.path(), model: model).close()
    let names = "Z_METADATA, Z_PRIMARYKEY, Z_MODELCACHE".split(separator: ", ").map { "'\($0)'" }
    return try fixture.raw().rows(
      """
      SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT IN (\(names.joined(separator: ",")))
      ORDER BY rowid
      """
    ).map { row in if case .text(let sql) = row[0] { sql } else { "?" } }
  }

  private static let system = "Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER"

  @Test func `a tree is one table, references are keys, and lists of many are tables of pairs`() throws {
    let system = Self.system
    let vehicle =
      #""ZOWNER" INTEGER, "Z_FOK_OWNER" INTEGER, "ZDOORS" INTEGER, "ZLENGTH" FLOAT, "ZNAME" VARCHAR, "#
      + #""ZMAKER" VARCHAR, "ZCLUB" VARCHAR, "ZMAKER1" VARCHAR"#
    #expect(
      try statements(Garage.model()) == [
        #"CREATE TABLE "ZOWNER" (\#(system), "ZBOSS" INTEGER, "ZFAVORITE" INTEGER, "Z3_FAVORITE" INTEGER, "#
          + #""ZNAME" VARCHAR)"#,
        #"CREATE INDEX "Z_Owner_byFavorite" ON "ZOWNER" ("ZFAVORITE" COLLATE BINARY ASC)"#,
        #"CREATE INDEX "ZOWNER_ZBOSS_INDEX" ON "ZOWNER" ("ZBOSS")"#,
        #"CREATE INDEX "ZOWNER_ZFAVORITE_INDEX" ON "ZOWNER" ("ZFAVORITE")"#,
        #"CREATE TABLE "ZTAG" (\#(system), "ZNAME" VARCHAR)"#,
        #"CREATE UNIQUE INDEX "Z_Tag_UNIQUE_name" ON "ZTAG" ("ZNAME" COLLATE BINARY ASC)"#,
        #"CREATE TABLE "ZVEHICLE" (\#(system), \#(vehicle))"#,
        #"CREATE UNIQUE INDEX "Z_Car_UNIQUE_name" ON "ZVEHICLE" ("ZNAME" COLLATE BINARY ASC) "#
          + "WHERE Z_ENT BETWEEN 4 AND 5",
        #"CREATE UNIQUE INDEX "Z_Car_UNIQUE_maker_doors" ON "ZVEHICLE" ("ZMAKER" COLLATE BINARY ASC, "#
          + #""ZDOORS" COLLATE BINARY ASC)"#,
        #"CREATE INDEX "Z_SportCar_byClub" ON "ZVEHICLE" ("ZCLUB" COLLATE BINARY ASC)"#,
        #"CREATE INDEX "ZVEHICLE_ZOWNER_INDEX" ON "ZVEHICLE" ("ZOWNER", "Z_FOK_OWNER")"#,
        #"CREATE INDEX "ZVEHICLE_Z_ENT_INDEX" ON "ZVEHICLE" ("Z_ENT")"#,
        #"CREATE TABLE "Z_1FRIENDS" ("Z_1FRIENDS" INTEGER, "Z_1FRIENDS1" INTEGER, "#
          + #"PRIMARY KEY ("Z_1FRIENDS", "Z_1FRIENDS1"))"#,
        #"CREATE INDEX "Z_1FRIENDS_Z_1FRIENDS1_INDEX" ON "Z_1FRIENDS" ("Z_1FRIENDS1", "Z_1FRIENDS")"#,
        #"CREATE TABLE "Z_1MENTORS" ("Z_1PUPILS" INTEGER, "Z_1MENTORS" INTEGER, "#
          + #"PRIMARY KEY ("Z_1PUPILS", "Z_1MENTORS"))"#,
        #"CREATE INDEX "Z_1MENTORS_Z_1MENTORS_INDEX" ON "Z_1MENTORS" ("Z_1MENTORS", "Z_1PUPILS")"#,
        #"CREATE TABLE "Z_1NOTES" ("Z_1OWNER" INTEGER, "Z_3NOTES" INTEGER, "#
          + #"PRIMARY KEY ("Z_1OWNER", "Z_3NOTES"))"#,
        #"CREATE INDEX "Z_1NOTES_Z_3NOTES_INDEX" ON "Z_1NOTES" ("Z_3NOTES", "Z_1OWNER")"#,
        #"CREATE TABLE "Z_1TAGS" ("Z_1OWNERS" INTEGER, "Z_2TAGS" INTEGER, "Z_FOK_2TAGS" INTEGER, "#
          + #"PRIMARY KEY ("Z_1OWNERS", "Z_2TAGS"))"#,
        #"CREATE INDEX "Z_1TAGS_Z_2TAGS_INDEX" ON "Z_1TAGS" ("Z_2TAGS", "Z_1OWNERS")"#,
        #"CREATE INDEX "Z_1TAGS_Z_FOK_2TAGS_INDEX" ON "Z_1TAGS" ("Z_1OWNERS", "Z_FOK_2TAGS")"#,
      ])
  }

  /// `Z_ENT` counts in pre-order, siblings by name, and `Z_SUPER` names the parent.
  @Test func `every entity has a number, and the top of a tree keeps the last key`() throws {
    let garage = try Garage()
    try garage.add("Ship")
    try garage.add("SportCar")
    let rows = try garage.fixture.raw().rows(
      "SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY ORDER BY 1")
    let expected: [(Int64, String, Int64, Int64)] = [
      (1, "Owner", 0, 0), (2, "Tag", 0, 0), (3, "Vehicle", 0, 2), (4, "Car", 3, 0), (5, "SportCar", 4, 0),
      (6, "Ship", 3, 0),
    ]
    #expect(
      rows == expected.map { [.integer($0.0), .text($0.1), .integer($0.2), .integer($0.3)] })
    #expect(
      try garage.fixture.raw().rows("SELECT Z_PK, Z_ENT FROM ZVEHICLE ORDER BY 1") == [
        [.integer(1), .integer(6)], [.integer(2), .integer(5)],
      ])
  }

  /// As in Apple's Notes, whose table has `ZACCOUNT` to `ZACCOUNT4`.
  @Test func `a name that siblings share gets a number from the second on, by number of entity`() throws {
    func entity(_ name: String, _ parent: String?, _ properties: [PropertyDescription]) -> EntityDescription {
      EntityDescription(name, superentity: parent, properties: properties)
    }
    let text = PropertyDescription.attribute(AttributeDescription("mark", .string))
    let number = PropertyDescription.attribute(AttributeDescription("mark", .integer16))
    let root = PropertyDescription.relationship(RelationshipDescription("mark", to: "Root"))
    let other = PropertyDescription.relationship(RelationshipDescription("mark", to: "Other"))
    let model = try ManagedObjectModel(entities: [
      entity("Root", nil, []), entity("Other", nil, []), entity("D", "Root", [text]),
      entity("A", "Root", [text]), entity("B", "Root", [root]), entity("C", "Root", [other]),
      entity("BB", "Root", [number]), entity("E", "Root", [root]),
    ])
    let table = try #require(try statements(model).first { $0.contains(#"TABLE "ZROOT""#) })
    #expect(
      table == #"CREATE TABLE "ZROOT" (\#(Self.system), "ZMARK1" INTEGER, "Z2_MARK" INTEGER, "#
        + #""ZMARK2" INTEGER, "ZMARK3" INTEGER, "ZMARK5" INTEGER, "Z2_MARK1" INTEGER, "ZMARK" VARCHAR, "#
        + #""ZMARK4" VARCHAR)"#)
  }

  @Test func `the number of a reference's second column is that of the tree, not of the destination`() throws
  {
    let model = try ManagedObjectModel(entities: [
      EntityDescription("Root", properties: []),
      EntityDescription("Middle", superentity: "Root", properties: []),
      EntityDescription("Leaf", superentity: "Middle", properties: []),
      EntityDescription(
        "User",
        properties: [
          .relationship(RelationshipDescription("middle", to: "Middle")),
          .relationship(RelationshipDescription("leaf", to: "Leaf")),
        ]),
    ])
    let table = try #require(try statements(model).first { $0.contains(#"TABLE "ZUSER""#) })
    #expect(
      table == #"CREATE TABLE "ZUSER" (\#(Self.system), "ZLEAF" INTEGER, "ZMIDDLE" INTEGER, "#
        + #""Z1_MIDDLE" INTEGER)"#)
  }

  @Test func `both sides of a table of pairs may have an order`() throws {
    func list(_ name: String, _ entity: String, _ inverse: String) -> PropertyDescription {
      .relationship(
        RelationshipDescription(name, to: entity, inverse: inverse, maxCount: 0, isOrdered: true))
    }
    let model = try ManagedObjectModel(entities: [
      EntityDescription("Post", properties: [list("tags", "Tag", "posts")]),
      EntityDescription("Tag", properties: [list("posts", "Post", "tags")]),
    ])
    let table = try #require(try statements(model).first { $0.contains("Z_1TAGS") })
    #expect(
      table == #"CREATE TABLE "Z_1TAGS" ("Z_1POSTS" INTEGER, "Z_2TAGS" INTEGER, "Z_FOK_2TAGS" INTEGER, "#
        + #""Z_FOK_1POSTS" INTEGER, PRIMARY KEY ("Z_1POSTS", "Z_2TAGS"))"#)
  }

  @Test func `a tree with more properties than a table has columns is refused before a file is made`() throws
  {
    func tree(_ count: Int) throws -> ManagedObjectModel {
      let root = EntityDescription("Root", properties: [])
      let leaves = (0..<count).map { index in
        EntityDescription(
          "Leaf\(index)", superentity: "Root",
          properties: [.attribute(AttributeDescription("p\(index)", .integer16))])
      }
      return try ManagedObjectModel(entities: [root] + leaves)
    }
    let fixture = try StoreFixture()
    try SQLiteStore(path: fixture.path(), model: tree(1_997)).close()
    let wide = fixture.path() + ".wide"
    #expect(
      throws: StoreError.open(
        reason: "Root and its subentities need 2001 columns, more than the 2000 of a table")
    ) { try SQLiteStore(path: wide, model: tree(1_998)) }
    #expect(!FileManager.default.fileExists(atPath: wide))
  }

  @Test func `a reference may be unique, alone or with attributes`() throws {
    let seat = EntityDescription(
      "Seat",
      properties: [
        .relationship(RelationshipDescription("guest", to: "Guest")),
        .relationship(RelationshipDescription("table", to: "Table")),
        .attribute(AttributeDescription("number", .integer16)),
      ], uniquenessConstraints: [["guest"], ["table", "number"]])
    let model = try ManagedObjectModel(entities: [
      seat, EntityDescription("Guest", properties: []), EntityDescription("Table", properties: []),
      EntityDescription("LongTable", superentity: "Table", properties: []),
    ])
    #expect(
      try statements(model).filter { $0.contains("UNIQUE") } == [
        #"CREATE UNIQUE INDEX "Z_Seat_UNIQUE_guest" ON "ZSEAT" ("ZGUEST" COLLATE BINARY ASC)"#,
        #"CREATE UNIQUE INDEX "Z_Seat_UNIQUE_table_number" ON "ZSEAT" ("ZTABLE" COLLATE BINARY ASC, "#
          + #""ZNUMBER" COLLATE BINARY ASC)"#,
      ])
    let fixture = try StoreFixture()
    let store = try SQLiteStore(path: fixture.path(), model: model)
    func insert(_ names: [String], _ values: (Int) -> [String: AttributeValue]) throws -> [ObjectID] {
      var changes: [ChangeSet.EntityChanges] = []
      for (index, name) in names.enumerated() {
        var entity = ChangeSet.EntityChanges(entity: try #require(model.entity(named: name)))
        let objectID = ObjectID(store: store.identifier, entity: name, key: .temporary(UUID()))
        entity.insertions = [
          ChangeSet.Insertion(objectID: objectID, values: entity.entity.row(values(index)))
        ]
        changes.append(entity)
      }
      return try store.commit(ChangeSet(entities: changes), cancellation: Cancellation()).permanentIDs
        .map(\.permanent)
    }
    let others = try insert(["Guest", "LongTable"]) { _ in [:] }
    let table = AttributeValue.objectID(others[1])
    let first = try insert(["Seat"]) { _ in
      ["guest": .objectID(others[0]), "table": table, "number": .integer(1)]
    }
    for values in [["guest": .objectID(others[0])], ["table": table, "number": .integer(1)]] {
      let error = refusal { _ = try insert(["Seat"]) { _ in values } }
      guard case .constraint(let conflict)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(conflict.existingObjectID == first[0])
    }
    _ = try insert(["Seat"]) { _ in ["table": table, "number": .integer(2)] }
    #expect(try fixture.raw().row("SELECT count(*) FROM ZSEAT") == [.integer(2)])
  }

  @Test func `entities that would share a table or take one of the store's own are refused`() throws {
    for names in [["Task", "TASK"], ["_METADATA"], ["_primaryKey"]] {
      let model = try ManagedObjectModel(
        entities: names.map { EntityDescription($0, properties: []) })
      let error = refusal {
        _ = try SQLiteStore(path: try StoreFixture().path(), model: model)
      }
      guard case .open(let reason)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(reason.contains("would share the table"))
    }
  }

  @Test func `indexes whose names would be the same get numbers`() throws {
    func entity(_ name: String, _ index: String) -> EntityDescription {
      EntityDescription(
        name, properties: [.attribute(AttributeDescription("a", .string))],
        fetchIndexes: [FetchIndexDescription(index, [FetchIndexDescription.Element("a")])])
    }
    let model = try ManagedObjectModel(entities: [entity("A_B", "c"), entity("A", "B_c")])
    let indexes = try statements(model).filter { $0.contains("INDEX") }
    #expect(
      indexes == [
        #"CREATE INDEX "Z_A_B_c" ON "ZA" ("ZA" COLLATE BINARY ASC)"#,
        #"CREATE INDEX "Z_A_B_c1" ON "ZA_B" ("ZA" COLLATE BINARY ASC)"#,
      ])
  }
}
