import Foundation
import ObjectGraph
import PredicateLanguage
import SQLite
import SQLiteStore
import Testing

/// What lies in the file, seen past the store: Core Data's layout.
@Suite struct `A store's file` {
  private let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture()
  }

  private func schema(_ connection: Connection) throws -> [String] {
    try connection.rows("SELECT sql FROM sqlite_master ORDER BY rowid").map { row in
      if case .text(let sql) = row[0] { sql } else { "?" }
    }
  }

  @Test func `tables, columns and indexes have Core Data's names, types and order`() throws {
    try fixture.open().close()
    let numbers = #""ZDONE" INTEGER, "ZNUMBER" INTEGER, "ZDUE" TIMESTAMP, "ZPRICE" DECIMAL, "ZSIZE" FLOAT"#
    let others =
      #""ZCODE" VARCHAR, "ZLINK" VARCHAR, "ZNAME" VARCHAR, "ZBYTES" BLOB, "ZCOLOR" BLOB, "ZIDENT" BLOB"#
    #expect(
      try schema(fixture.raw()) == [
        "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
        "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
        "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
        #"CREATE TABLE "ZITEM" (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \#(numbers), \#(others))"#,
        #"CREATE UNIQUE INDEX "Z_Item_UNIQUE_code" ON "ZITEM" ("ZCODE" COLLATE BINARY ASC)"#,
        #"CREATE INDEX "Z_Item_byName" ON "ZITEM" ("ZNAME" COLLATE BINARY ASC)"#,
        #"CREATE INDEX "Z_Item_byDue" ON "ZITEM" ("ZDUE" COLLATE BINARY DESC, "ZNUMBER" COLLATE BINARY ASC)"#,
      ])
  }

  @Test func `properties whose names differ in case or a number alone get columns of their own`() throws {
    let names = ["AB", "Ab", "ab", "ab1", "aB2", "_PK", "_pk", "_PK1", "_opt"]
    let entity = EntityDescription(
      "Item", properties: names.map { .attribute(AttributeDescription($0, .string)) })
    let model = try StoreFixture.model([entity])
    let store = try SQLiteStore(path: fixture.path(), model: model)
    var changes = ChangeSet.EntityChanges(entity: model.entities[0])
    let values = model.entities[0].columns.map { AttributeValue.string($0.name) }
    let objectID = ObjectID(store: store.identifier, entity: "Item", key: .temporary(UUID()))
    changes.insertions = [ChangeSet.Insertion(objectID: objectID, values: values)]
    _ = try store.commit(ChangeSet(entities: [changes]), cancellation: Cancellation())
    let rows = try store.makeReader().rows(of: model.entities[0], keys: [1])
    #expect(rows.snapshot(0, of: model.entities[0], in: store.identifier).values == values)
  }

  @Test func `values lie as Core Data lays them`() throws {
    let store = try fixture.open()
    let ident = try #require(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
    try store.add([
      [
        "code": .string("a"), "name": .string("é\0"), "number": .integer(-5), "size": .double(2),
        "price": .decimal(try #require(Decimal(string: "10.11"))), "done": .boolean(true), "due": .date(-0.5),
        "ident": .uuid(ident), "link": .url("http://a"), "bytes": .data([1, 0]), "color": .data([]),
      ]
    ])
    let columns = "ZCODE, ZNAME, ZNUMBER, ZSIZE, ZPRICE, ZDONE, ZDUE, ZIDENT, ZLINK, ZBYTES, ZCOLOR"
    #expect(
      try fixture.raw().row("SELECT Z_PK, Z_ENT, Z_OPT, \(columns) FROM ZITEM") == [
        .integer(1), .integer(1), .integer(1), .text("a"), .text("é\0"), .integer(-5), .real(2), .real(10.11),
        .integer(1), .real(-0.5),
        .blob([
          0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xAA, 0xBB, 0xCC, 0xDD, 0xEE, 0xFF,
        ]),
        .text("http://a"), .blob([1, 0]), .blob([]),
      ])
  }

  @Test func `keys rise and are never used again, versions count the changes`() throws {
    let store = try fixture.open()
    try store.add([["code": .string("a")], ["code": .string("b")]])
    try store.update(try store.items("code == 'a'")[0], "number", .integer(1))
    try store.delete(try store.items("code == 'b'"))
    try store.add([["code": .string("c")]])
    let raw = try fixture.raw()
    #expect(
      try raw.rows("SELECT Z_PK, Z_OPT, ZCODE FROM ZITEM") == [
        [.integer(1), .integer(2), .text("a")], [.integer(3), .integer(1), .text("c")],
      ])
    #expect(
      try raw.rows("SELECT * FROM Z_PRIMARYKEY") == [[.integer(1), .text("Item"), .integer(0), .integer(3)]])
  }

  @Test func `entities are numbered by name`() throws {
    let entities = ["Zebra", "apple", "Ant"].map { EntityDescription($0, properties: []) }
    let model = try ManagedObjectModel(entities: entities)
    try SQLiteStore(path: fixture.path("many.sqlite"), model: model).close()
    let rows = try fixture.raw(name: "many.sqlite").rows(
      "SELECT Z_ENT, Z_NAME, Z_MAX FROM Z_PRIMARYKEY ORDER BY 1")
    #expect(
      rows == [
        [.integer(1), .text("Ant"), .integer(0)], [.integer(2), .text("Zebra"), .integer(0)],
        [.integer(3), .text("apple"), .integer(0)],
      ])
  }

  @Test func `the metadata names store, model and hashes as Core Data does`() throws {
    let store = try fixture.open()
    let row = try #require(try fixture.raw().row("SELECT Z_VERSION, Z_UUID, Z_PLIST FROM Z_METADATA"))
    #expect(row[0] == .integer(1))
    #expect(row[1] == .text(store.identifier.uuidString))
    guard case .blob(let bytes) = row[2] else { throw StoreError.corrupt(reason: "no blob") }
    let list = try #require(
      try PropertyListSerialization.propertyList(from: Data(bytes), format: nil) as? [String: Any])
    #expect(list["NSStoreType"] as? String == "SQLite")
    #expect(list["NSStoreModelVersionHashesVersion"] as? Int == 3)
    #expect(list["NSStoreModelVersionIdentifiers"] as? [String] == ["1"])
    #expect(list["_NSAutoVacuumLevel"] as? String == "2")
    let hashes = try #require(list["NSStoreModelVersionHashes"] as? [String: Data])
    #expect(hashes.mapValues { Array($0) } == (try StoreFixture.model().entityVersionHashesByName))
    #expect((list["NSStoreModelVersionHashesDigest"] as? String)?.count == 88)
    #expect((list["NSStoreModelVersionChecksumKey"] as? String)?.count == 44)
  }

  @Test func `the file is written ahead, vacuums on demand and belongs to its user alone`() throws {
    let store = try SQLiteStore(path: fixture.path("a/b/items.sqlite"), model: StoreFixture.model())
    try store.add([["code": .string("a")]])
    let raw = try fixture.raw(name: "a/b/items.sqlite")
    #expect(try raw.row("PRAGMA journal_mode") == [.text("wal")])
    #expect(try raw.row("PRAGMA auto_vacuum") == [.integer(2)])
    #expect(try raw.row("PRAGMA page_size") == [.integer(4096)])
    for (name, mode) in [
      ("a", 0o700), ("a/b", 0o700), ("a/b/items.sqlite", 0o600), ("a/b/items.sqlite-wal", 0o600),
    ] {
      let attributes = try FileManager.default.attributesOfItem(atPath: fixture.path(name))
      #expect(attributes[.posixPermissions] as? Int == mode, "\(name)")
    }
  }

  @Test func `a closed store is one file`() throws {
    let store = try fixture.open()
    try store.add([["code": .string("a")]])
    _ = try store.codes()
    store.close()
    #expect(fixture.files == ["items.sqlite"])
  }
}
