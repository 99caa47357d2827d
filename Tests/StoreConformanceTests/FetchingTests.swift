import ObjectGraph
import PredicateLanguage
import Testing

/// Order and window over saved and pending objects, whatever the store.
@Suite struct FetchingTests {
  /// Saved a…e, then: b renamed to x, d deleted, c's number set, f and aa new.
  private func dirty(_ kind: StoreKind) throws -> (Fixture, ManagedObjectContext) {
    let fixture = try Fixture(kind)
    let context = fixture.context()
    let ids = try fixture.add("a", "b", "c", "d", "e")
    try context.update(ids[1], fixture.changes(["title": .string("x")]))
    try context.update(ids[2], fixture.changes(["small": .integer(1)]))
    try context.delete(ids[3])
    for title in ["f", "aa"] {
      _ = try context.insert(fixture.item, values: fixture.row(["title": .string(title)]))
    }
    return (fixture, context)
  }

  @Test(arguments: StoreKind.allCases)
  func `without a sort, saved objects come by primary key and new ones by insertion`(kind: StoreKind) throws {
    let (fixture, context) = try dirty(kind)
    #expect(try fixture.titles(context) == "a x c e f aa")
  }

  @Test(arguments: StoreKind.allCases)
  func `sort, offset and limit apply to the merged list`(kind: StoreKind) throws {
    let (fixture, context) = try dirty(kind)
    let sort = [SortDescriptor("title")]
    #expect(try fixture.titles(context, sort: sort) == "a aa c e f x")
    #expect(try fixture.titles(context, sort: sort, limit: 2) == "a aa")
    #expect(try fixture.titles(context, sort: sort, limit: 2, offset: 1) == "aa c")
    #expect(try fixture.titles(context, sort: sort, limit: 9, offset: 4) == "f x")
    #expect(try fixture.titles(context, sort: sort, offset: 9) == "")
    #expect(try fixture.titles(context, sort: sort, limit: Int.max, offset: 5) == "x")
    #expect(try fixture.titles(context, sort: sort, limit: Int.max, offset: Int.max) == "")
    context.rollback()
    #expect(try fixture.titles(context, sort: sort, limit: Int.max, offset: 3) == "d e")
    #expect(try fixture.titles(context, sort: sort, limit: Int.max, offset: Int.max) == "")
    _ = try context.insert(fixture.item, values: fixture.row(["title": .string("f")]))
    #expect(
      try fixture.titles(context, sort: [SortDescriptor("title", ascending: false)], limit: 3) == "f e d")
  }

  @Test(arguments: StoreKind.allCases)
  func `missing values come first ascending unless asked otherwise, ties by primary key`(kind: StoreKind)
    throws
  {
    let (fixture, context) = try dirty(kind)
    #expect(try fixture.titles(context, sort: [SortDescriptor("small")]) == "a x e f aa c")
    #expect(try fixture.titles(context, sort: [SortDescriptor("small", ascending: false)]) == "c a x e f aa")
    #expect(try fixture.titles(context, sort: [SortDescriptor("small", nulls: .last)]) == "c a x e f aa")
  }

  @Test(arguments: StoreKind.allCases)
  func `a predicate is tested against what the context shows`(kind: StoreKind) throws {
    let (fixture, context) = try dirty(kind)
    #expect(try fixture.titles(context, "title == 'b'") == "")
    #expect(try fixture.titles(context, "title == 'x' OR title BEGINSWITH 'a'") == "a x aa")
    #expect(try fixture.titles(context, "small == 1") == "c")
  }

  @Test(arguments: StoreKind.allCases)
  func `a fetch without pending changes finds what is committed and shows what is pending`(
    kind: StoreKind
  ) throws {
    let (fixture, context) = try dirty(kind)
    #expect(try fixture.titles(context, includesPendingChanges: false) == "a x c d e")
    #expect(try fixture.titles(context, "title == 'b'", includesPendingChanges: false) == "x")
  }

  @Test(arguments: StoreKind.allCases)
  func `one object is found by a unique value, pending changes counted in`(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let context = fixture.context()
    let column = fixture.item.columnIndex(named: "code")!
    let ids = try ["p", "q"].map {
      try context.insert(fixture.item, values: fixture.row(["code": .string($0)]))
    }
    try context.save()
    try context.update(ids[0], fixture.changes(["code": .string("r")]))
    func keys(_ code: String) throws -> Int {
      try context.rows(of: fixture.item, whereColumn: column, equals: .string(code)).count
    }
    #expect(try (keys("p"), keys("q"), keys("r"), keys("s")) == (0, 1, 1, 0))
  }

  @Test(arguments: StoreKind.allCases)
  func `managed objects are unique in their context and show what it shows`(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let context = fixture.context()
    let object = try context.insertNewObject(forEntityName: "Item")
    try object.setValue(.string("a"), forKey: "title")
    #expect(object.isInserted && object.objectID.isTemporary)
    try context.save()
    #expect(!object.isInserted && !object.objectID.isTemporary)
    #expect(try context.fetch(FetchRequest(entityName: "Item")).first === object)
    try fixture.context("other").update(object.objectID, fixture.changes(["title": .string("b")]))
    #expect(try object.value(forKey: "title") == .string("a"))
    try object.setValue(.integer(3), forKey: "small")
    #expect(object.isUpdated && object.changedValues() == ["small": .integer(3)])
    try context.delete(object)
    #expect(object.isDeleted)
    #expect(try context.count(for: FetchRequest(entityName: "Item")) == 0)
    #expect(storeError { () throws(StoreError) in try object.value(forKey: "nothing") } != nil)
  }
}
