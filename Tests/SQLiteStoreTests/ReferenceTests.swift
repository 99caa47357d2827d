import Foundation
import ObjectGraph
import PredicateLanguage
import SQLite
import SQLiteStore
import Synchronization
import Testing

/// To-one relationships and shared rows, written and read.
@Suite struct `References and shared rows` {
  private let garage: Garage

  init() throws { garage = try Garage() }

  private func only(_ entity: String) throws -> ObjectSnapshot {
    try #require(try garage.objects(garage.query(entity)).first)
  }

  @Test func `a reference lies as key and, where several entities are possible, its entity`() throws {
    let car = try garage.add("SportCar", ["club": .string("A")])
    let boss = try garage.add("Owner")
    try garage.add("Owner", ["boss": .objectID(boss), "favorite": .objectID(car), "name": .string("o")])
    let columns = "ZBOSS, ZFAVORITE, Z3_FAVORITE, ZNAME"
    #expect(
      try garage.fixture.raw().row("SELECT \(columns) FROM ZOWNER WHERE Z_PK = 2") == [
        .integer(1), .integer(1), .integer(5), .text("o"),
      ])
    let owner = try #require(try garage.objects(garage.query("Owner", "name == 'o'")).first)
    #expect(try garage.value("boss", of: owner) == .objectID(boss))
    #expect(try garage.value("favorite", of: owner) == .objectID(car))
  }

  @Test func `a changed reference changes both columns`() throws {
    let (car, ship) = (try garage.add("Car"), try garage.add("Ship"))
    try garage.add("Owner", ["favorite": .objectID(car)])
    let raw = try garage.fixture.raw()
    func stored() throws -> [SQLiteValue]? {
      try raw.row("SELECT Z_OPT, ZFAVORITE, Z3_FAVORITE FROM ZOWNER")
    }
    #expect(try stored() == [.integer(1), .integer(1), .integer(4)])
    try garage.update(try only("Owner"), "favorite", .objectID(ship))
    #expect(try stored() == [.integer(2), .integer(2), .integer(6)])
    #expect(try garage.value("favorite", of: only("Owner")) == .objectID(ship))
    try garage.update(try only("Owner"), "favorite", .null)
    #expect(try stored() == [.integer(3), .null, .null])
    #expect(try garage.value("favorite", of: only("Owner")) == .null)
  }

  /// Rows of a tree hold what only some of its entities have.
  @Test func `objects of several entities come out of one table with their own values`() throws {
    let owner = try garage.add("Owner")
    try garage.add("Ship", ["maker": .string("s"), "length": .double(3)])
    try garage.add("Car", ["maker": .string("c"), "doors": .integer(5), "owner": .objectID(owner)])
    try garage.add("SportCar", ["maker": .string("p"), "club": .string("x"), "name": .string("n")])
    let all = try garage.objects(garage.query("Vehicle"))
    #expect(all.map(\.objectID.entity) == ["Ship", "Car", "SportCar"])
    #expect(all.map(\.objectID.primaryKey) == [1, 2, 3])
    let makers: [AttributeValue] = [.string("s"), .string("c"), .string("p")]
    #expect(try all.map { try garage.value("maker", of: $0) } == makers)
    #expect(try garage.value("length", of: all[0]) == .double(3))
    #expect(try garage.value("doors", of: all[1]) == .integer(5))
    #expect(try garage.value("owner", of: all[1]) == .objectID(owner))
    #expect(try garage.value("club", of: all[2]) == .string("x"))
  }

  @Test func `an entity is read with its subentities, or without`() throws {
    for entity in ["Ship", "Car", "SportCar", "Car"] { try garage.add(entity) }
    let reader = try garage.store.makeReader()
    for (entity, deep, flat) in [
      ("Vehicle", [1, 2, 3, 4], []), ("Car", [2, 3, 4], [2, 4]), ("SportCar", [3], [3]), ("Ship", [1], [1]),
    ] as [(String, [Int64], [Int64])] {
      let query = try garage.query(entity)
      #expect(try reader.fetch(query, cancellation: Cancellation()).keys == deep)
      #expect(try reader.count(query, cancellation: Cancellation()) == deep.count)
      let alone = try garage.query(entity, includesSubentities: false)
      #expect(try reader.fetch(alone, cancellation: Cancellation()).keys == flat)
      #expect(try reader.count(alone, cancellation: Cancellation()) == flat.count)
      #expect(try reader.rows(of: garage.entity(entity), keys: [4, 3, 2, 1, 9]).keys == deep)
      let third = deep.contains(3) ? [Int64(3)] : []
      #expect(try reader.rows(of: garage.entity(entity), keys: [3]).keys == third)
    }
  }

  @Test func `a lookup by a value finds the entity's own objects`() throws {
    let owner = try garage.add("Owner")
    for entity in ["Ship", "Car", "SportCar"] {
      try garage.add(entity, ["owner": .objectID(owner)])
    }
    let reader = try garage.store.makeReader()
    for (name, expected) in [("Vehicle", [1, 2, 3]), ("Car", [2, 3]), ("Ship", [1])] as [(String, [Int64])] {
      let entity = try garage.entity(name)
      let column = try #require(entity.columnIndex(named: "owner"))
      #expect(
        try reader.rows(of: entity, whereColumn: column, equals: .objectID(owner)).keys == expected)
    }
  }

  @Test func `a constraint of inherited properties holds for its entity and those below it`() throws {
    try garage.add("Ship", ["name": .string("a")])
    try garage.add("Ship", ["name": .string("a")])
    let car = try garage.add("Car", ["name": .string("a")])
    try garage.add("Car")
    let error = refusal { try garage.add("SportCar", ["name": .string("a")]) }
    guard case .constraint(let conflict)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(conflict.existingObjectID == car)
    #expect(conflict.constraint == ["name"])
  }

  /// What others wrote: no entity, or one that cannot be there.
  @Test func `a key without a fitting entity leads to the destination itself, if that can have objects`()
    throws
  {
    let base = EntityDescription("Base", properties: [])
    let below = EntityDescription("Below", superentity: "Base", properties: [])
    for (isAbstract, expected) in [(false, "Base"), (true, nil)] as [(Bool, String?)] {
      let root = EntityDescription("Base", isAbstract: isAbstract, properties: [])
      let user = EntityDescription(
        "User", properties: [.relationship(RelationshipDescription("base", to: base.name))])
      let model = try ManagedObjectModel(entities: [root, below, user])
      let fixture = try StoreFixture()
      let store = try SQLiteStore(path: fixture.path(), model: model)
      try fixture.raw().execute(
        "INSERT INTO ZUSER (Z_PK, Z_ENT, Z_OPT, ZBASE, Z1_BASE) "
          + "VALUES (1, 3, 1, 7, NULL), (2, 3, 1, 7, 3), (3, 3, 1, 7, 2), (4, 3, 1, NULL, 2), (5, 3, 1, 'x', 2)"
      )
      let entity = try #require(model.entity(named: "User"))
      let rows = try store.makeReader().fetch(StoreQuery(entity: entity), cancellation: Cancellation())
      let entities = (0..<rows.count).map { row -> String? in
        let value = rows.value(row, 0, of: entity, in: store.identifier)
        guard case .objectID(let objectID) = value else { return nil }
        return objectID.entity
      }
      #expect(entities == [expected, expected, "Below", nil, nil])
    }
  }

  @Test func `a tree's rows are told to other processes as what they are`() throws {
    let other = try garage.open()
    let ship = try garage.add("Ship")
    // What is there when watching begins is not news, so something is added until it is.
    let first = Mutex<[ObjectID]?>(nil)
    Thread.detachNewThread {
      let notice = try? other.nextExternalCommit()
      first.withLock { $0 = notice?.inserted.map(\.objectID) ?? [] }
    }
    var added: Set<ObjectID> = []
    while first.withLock({ $0 == nil }) { added.insert(try garage.add("SportCar")) }
    let told = first.withLock { $0 ?? [] }
    #expect(!told.isEmpty && added.isSuperset(of: told))
    let base = try #require(try garage.objects(garage.query("Ship")).first)
    try garage.update(base, "name", .string("new"))
    var updated: [ObjectSnapshot] = []
    while updated.isEmpty { updated = try #require(try other.nextExternalCommit()).updated }
    #expect(updated.map(\.objectID) == [ship])
    #expect(try garage.value("name", of: updated[0]) == .string("new"))
  }
}
