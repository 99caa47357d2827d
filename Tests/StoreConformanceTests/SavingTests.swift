import Foundation
import ObjectGraph
import PredicateLanguage
import SQLiteStore
import Testing

/// What a save promises, whatever the store.
@Suite struct SavingTests {
  @Test(arguments: StoreKind.allCases)
  func `every type of value survives a save`(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let values: [String: AttributeValue] = [
      "code": .string("e\u{301}\0ß"), "left": .integer(Int64(Int32.min)), "right": .integer(Int64(Int32.max)),
      "title": .string(""), "small": .integer(-32_768), "large": .integer(.min), "price": .decimal(10.1),
      "ratio": .double(0.1), "part": .double(0.5), "done": .boolean(true), "due": .date(-0.25),
      "body": .data([0, 255]), "ident": .uuid(.init()), "link": .url("http://x/é"), "extra": .data([1, 2]),
    ]
    let context = fixture.context()
    let objectID = try context.insert(fixture.item, values: fixture.row(values))
    try context.save()
    let snapshot = try fixture.context("other").snapshot(objectID)
    #expect(snapshot.version == 1)
    for (name, value) in values {
      #expect(snapshot.values[fixture.item.columnIndex(named: name)!] == value, "\(name)")
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a save is seen by every context from then on, pending changes by nobody else`(kind: StoreKind) throws
  {
    let fixture = try Fixture(kind)
    let (mine, other) = (fixture.context("mine"), fixture.context("other"))
    let objectID = try mine.insert(fixture.item, values: fixture.row(["title": .string("a")]))
    #expect(try fixture.titles(other) == "")
    #expect(storeError { () throws(StoreError) in try other.snapshot(objectID) } == .objectNotFound(objectID))
    let result = try mine.save()
    #expect(result.insertedCount == 1 && result.notice?.number == 1)
    #expect(try fixture.titles(other) == "a")
    // The temporary ID keeps resolving, in every context.
    #expect(try other.snapshot(objectID).objectID == result.permanentIDs[0].permanent)
  }

  @Test(arguments: StoreKind.allCases)
  func `the version rises by one with each saved change`(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let context = fixture.context()
    let objectID = try fixture.add("a")[0]
    for round in 2...4 {
      try context.update(objectID, fixture.changes(["small": .integer(Int64(round))]))
      try context.save()
      #expect(try context.snapshot(objectID).version == Int64(round))
    }
    // Setting the value it has is no change.
    try context.update(objectID, fixture.changes(["small": .integer(4)]))
    #expect(!context.hasChanges)
    try context.update(objectID, fixture.changes(["small": .integer(5)]))
    try context.update(objectID, fixture.changes(["small": .integer(4)]))
    #expect(!context.hasChanges)
  }

  @Test(arguments: StoreKind.allCases)
  func `an object inserted and deleted before a save was never there`(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let context = fixture.context()
    let objectID = try context.insert(fixture.item, values: fixture.item.defaultRow)
    try context.delete(objectID)
    #expect(!context.hasChanges)
    #expect(try context.save().notice == nil)
  }

  @Test(arguments: StoreKind.allCases)
  func `all validation failures come at once and nothing is lost`(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let context = fixture.context()
    let saved = try fixture.add("a")[0]
    let new = try context.insert(fixture.item, values: fixture.row(["title": .null]))
    try context.update(saved, fixture.changes(["title": .null]))
    guard case .invalid(let failures) = storeError({ () throws(StoreError) in try context.save() }) else {
      Issue.record("a missing title was saved")
      return
    }
    #expect(Set(failures.map(\.objectID)) == [new, saved])
    #expect(failures.allSatisfy { $0.reason.rawValue == 1570 && $0.property == "title" && !$0.wasWithdrawn })
    #expect(context.changeCounts.inserted == 1 && context.changeCounts.updated == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func `a value its attribute cannot hold is refused when it is set`(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let context = fixture.context()
    for (name, value) in [
      ("small", AttributeValue.integer(40_000)), ("done", .integer(1)), ("title", .integer(1)),
      ("ratio", .double(.infinity)),
    ] {
      let error = storeError { () throws(StoreError) in
        try context.insert(fixture.item, values: fixture.row([name: value]))
      }
      guard case .valueType(name, _) = error else {
        Issue.record("\(name) held \(value)")
        continue
      }
    }
    #expect(!context.hasChanges)
  }

  @Test(arguments: StoreKind.allCases)
  func `a unique value that is taken fails the save, which can be repaired`(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let context = fixture.context()
    let first = try context.insert(fixture.item, values: fixture.row(["code": .string("x")]))
    try context.save()
    let second = try context.insert(fixture.item, values: fixture.row(["code": .string("x")]))
    guard case .constraint(let conflict) = storeError({ () throws(StoreError) in try context.save() }) else {
      Issue.record("x was saved twice")
      return
    }
    #expect(conflict.objectID == second && conflict.existingObjectID == fixture.coordinator.resolve(first))
    #expect(conflict.constraint == ["code"] && conflict.values == [.string("x")])
    try context.update(second, fixture.changes(["code": .string("y")]))
    #expect(try context.save().insertedCount == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func `two new objects with one unique value name each other`(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let context = fixture.context()
    let values: [String: AttributeValue] = ["left": .integer(1), "right": .integer(2)]
    let first = try context.insert(fixture.item, values: fixture.row(values))
    let second = try context.insert(fixture.item, values: fixture.row(values))
    guard case .constraint(let conflict) = storeError({ () throws(StoreError) in try context.save() }) else {
      Issue.record("the pair was saved twice")
      return
    }
    #expect(conflict.objectID == second && conflict.existingObjectID == first)
    #expect(conflict.constraint == ["left", "right"])
  }

  @Test(arguments: StoreKind.allCases)
  func `missing values are exempt from uniqueness`(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let context = fixture.context()
    for _ in 0..<2 { _ = try context.insert(fixture.item, values: fixture.row(["left": .integer(1)])) }
    #expect(try context.save().insertedCount == 2)
  }

  @Test(arguments: StoreKind.allCases)
  func `objects may swap unique values, and take one over from a deleted object, in one save`(
    kind: StoreKind
  ) throws {
    let fixture = try Fixture(kind)
    let context = fixture.context()
    let ids = try ["a", "b", "c"].map {
      try context.insert(fixture.item, values: fixture.row(["code": .string($0)]))
    }
    try context.save()
    try context.update(ids[0], fixture.changes(["code": .string("b")]))
    try context.update(ids[1], fixture.changes(["code": .string("a")]))
    try context.delete(ids[2])
    _ = try context.insert(fixture.item, values: fixture.row(["code": .string("c")]))
    let result = try context.save()
    #expect((result.insertedCount, result.updatedCount, result.deletedCount) == (1, 2, 1))
    #expect(try fixture.value("code", of: ids[0], in: context) == .string("b"))
    #expect(try fixture.value("code", of: ids[1], in: context) == .string("a"))
    #expect(try context.snapshot(ids[0]).version == 2)
  }

  @Test(arguments: StoreKind.allCases)
  func `a block that fails withdraws its own changes alone and marks its objects`(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let context = fixture.context()
    let earlier = try context.insert(fixture.item, values: fixture.row(["title": .null]))
    let saved = try fixture.add("saved")[0]
    try context.update(saved, fixture.changes(["small": .integer(1)]))
    let error = storeError { () throws(StoreError) in
      try context.atomically { () throws(StoreError) in
        try context.update(saved, fixture.changes(["small": .integer(2), "large": .integer(3)]))
        _ = try context.insert(fixture.item, values: fixture.row(["title": .null]))
        try context.save()
      }
    }
    guard case .invalid(let failures) = error else {
      Issue.record("a missing title was saved")
      return
    }
    #expect(failures.map(\.wasWithdrawn).sorted { !$0 && $1 } == [false, true])
    #expect(failures.first { !$0.wasWithdrawn }?.objectID == earlier)
    #expect(context.changeCounts.inserted == 1 && context.changeCounts.updated == 1)
    #expect(try fixture.value("small", of: saved, in: context) == .integer(1))
    #expect(try fixture.value("large", of: saved, in: context) == .null)
  }

  @Test(arguments: StoreKind.allCases)
  func `rollback gives everything up`(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let context = fixture.context()
    let ids = try fixture.add("a", "b")
    _ = try context.insert(fixture.item, values: fixture.row(["title": .string("c")]))
    try context.update(ids[0], fixture.changes(["title": .string("A")]))
    try context.delete(ids[1])
    #expect(try fixture.titles(context) == "A c")
    let given = context.rollback()
    #expect((given.inserted.count, given.updated.count, given.deleted.count) == (1, 1, 1))
    #expect(try fixture.titles(context) == "a b")
  }

  @Test(arguments: StoreKind.allCases)
  func `a raised flag stops a save and a fetch, and nothing is lost`(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let context = fixture.context()
    _ = try context.insert(fixture.item, values: fixture.item.defaultRow)
    context.cancellation.cancel()
    #expect(storeError { () throws(StoreError) in try context.save() } == .cancelled)
    #expect(context.hasChanges)
    context.cancellation = Cancellation()
    #expect(try context.save().insertedCount == 1)
    context.cancellation.cancel()
    let query = StoreQuery(entity: fixture.item)
    #expect(storeError { () throws(StoreError) in try context.fetch(query) } == .cancelled)
  }

  @Test func `a read-only store refuses changes and an SQLite store survives its process`() throws {
    let fixture = try Fixture(.sqlite)
    try fixture.add("a", "b")
    fixture.store.close()
    let options = SQLiteStore.Options(isReadOnly: true)
    let store = try SQLiteStore(path: fixture.path, model: fixture.model, options: options)
    #expect(store.identifier == fixture.store.identifier)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: fixture.model)
    try coordinator.addPersistentStore(store)
    let context = ManagedObjectContext(coordinator: coordinator)
    #expect(try fixture.titles(context) == "a b")
    #expect(
      storeError { () throws(StoreError) in try context.insert(fixture.item, values: fixture.item.defaultRow)
      }
        == .readOnly)
    context.disconnect()
    store.close()
  }

  @Test(arguments: StoreKind.allCases)
  func `a request that was cancelled changes nothing, wherever it stands`(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let context = fixture.context()
    let ids = try fixture.add("a", "b")
    context.cancellation.cancel()
    #expect(
      storeError { () throws(StoreError) in try context.insert(fixture.item, rows: [fixture.row([:])]) }
        == .cancelled)
    #expect(
      storeError { () throws(StoreError) in
        try context.update(ids[0], fixture.changes(["title": .string("x")]))
      }
        == .cancelled)
    #expect(storeError { () throws(StoreError) in try context.delete(ids[1]) } == .cancelled)
    #expect(!context.hasChanges)
    context.cancellation = Cancellation()
    #expect(try fixture.titles(context) == "a b")
  }
}
