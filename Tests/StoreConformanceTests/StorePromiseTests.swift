import ObjectGraph
import PredicateLanguage
import Testing
import TestSupport

/// The five promises of `PersistentStore`; that answers are equal is what every suite here is about.
@Suite struct StorePromiseTests {
  /// Deletes a, renames b, adds x, and fails because of y, whose code c has.
  private func failingSave(_ fixture: Fixture) throws -> ManagedObjectContext {
    let context = fixture.context()
    let ids = try fixture.add("a", "b", "c")
    try context.update(ids[2], fixture.changes(["code": .string("taken")]))
    try context.save()
    try context.delete(ids[0])
    try context.update(ids[1], fixture.changes(["title": .string("B")]))
    _ = try context.insert(fixture.item, values: fixture.row(["title": .string("x")]))
    _ = try context.insert(
      fixture.item, values: fixture.row(["title": .string("y"), "code": .string("taken")]))
    _ = try context.insert(fixture.tag, values: fixture.tag.row(["name": .string("tag")]))
    return context
  }

  @Test(arguments: StoreKind.allCases)
  func `atomic: a save that fails late has written nothing and lost nothing`(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let context = try failingSave(fixture)
    let other = fixture.context("other")
    let before = context.changes
    for _ in 0..<2 {
      guard case .constraint = storeError({ () throws(StoreError) in try context.save() }) else {
        Issue.record("a code was saved twice")
        return
      }
      #expect(try fixture.titles(other) == "a b c")
      #expect(try other.count(StoreQuery(entity: fixture.tag)) == 0)
      #expect(context.changes.inserted == before.inserted && context.changes.updated == before.updated)
      #expect(context.changes.deleted == before.deleted)
      #expect(try fixture.titles(context) == "B c x y")
    }
    // Keys that the failed saves would have given out are given out now, versions have not moved.
    let y = try #require(context.changes.inserted.first { $0.values.contains(.string("y")) })
    try context.delete(y.objectID)
    let saved = try context.save()
    #expect((saved.insertedCount, saved.updatedCount, saved.deletedCount) == (2, 1, 1))
    #expect(try fixture.titles(other) == "B c x")
    #expect(saved.notice?.inserted.map(\.objectID.primaryKey) == [4, 1])
    #expect(saved.notice?.updated.map(\.version) == [2])
  }

  @Test func `durable: the next process finds every row, version and key as they were`() throws {
    let fixture = try Fixture(.sqlite)
    let context = fixture.context()
    let ids = try fixture.add("a", "b", "c", to: context)
    try context.update(ids[0], fixture.changes(["title": .string("A"), "large": .integer(.max)]))
    try context.delete(ids[2])
    try context.save()
    let rows = try context.fetch(StoreQuery(entity: fixture.item))
    let identifier = fixture.store.identifier
    context.disconnect()
    try fixture.reopen()
    #expect(fixture.store.identifier == identifier)
    let next = fixture.context()
    let found = try next.fetch(StoreQuery(entity: fixture.item))
    #expect(found.keys == rows.keys && found.versions == [2, 1] && found.versions == rows.versions)
    #expect(
      try next.snapshot(ids[0]).values == fixture.row(["title": .string("A"), "large": .integer(.max)]))
    // The key of the deleted row, the last one, is not given out again.
    #expect(try fixture.add("d")[0].primaryKey == 4)
    next.disconnect()
  }

  @Test(arguments: StoreKind.allCases)
  func `a key is never used again`(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let context = fixture.context()
    for round in 1...3 as ClosedRange<Int64> {
      let objectID = try fixture.add("a", to: context)[0]
      #expect(objectID.primaryKey == round)
      try context.delete(objectID)
      try context.save()
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `fresh: a read that begins after a commit sees it, however long its context has been open`(
    kind: StoreKind
  ) throws {
    let fixture = try Fixture(kind)
    let reader = fixture.context("reader")
    #expect(try fixture.titles(reader) == "")
    let ids = try fixture.add("a", "b")
    #expect(try fixture.titles(reader) == "a b")
    let writer = fixture.context("writer")
    try writer.update(ids[0], fixture.changes(["title": .string("A")]))
    try writer.delete(ids[1])
    #expect(try reader.count(StoreQuery(entity: fixture.item)) == 2)
    try writer.save()
    #expect(try reader.count(StoreQuery(entity: fixture.item)) == 1)
    #expect(try reader.snapshot(ids[0]).values == fixture.row(["title": .string("A")]))
    #expect(storeError { () throws(StoreError) in try reader.snapshot(ids[1]) } == .objectNotFound(ids[1]))
  }

  @Test(arguments: StoreKind.allCases)
  func `consistent: reads of one block see one moment, those after it the newest`(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let ids = try fixture.add("a")
    let reader = try fixture.store.makeReader()
    let query = StoreQuery(entity: fixture.item)
    func text() throws(StoreError) -> String {
      fixture.item.text(try reader.fetch(query, cancellation: Cancellation()), "title")
    }
    let before = try text()
    let inside = try reader.reading { () throws(StoreError) -> [String] in
      let first = try text()
      do {
        let writer = fixture.context("writer")
        try writer.update(ids[0], fixture.changes(["title": .string("b")]))
        try writer.save()
        try fixture.add("c")
      } catch {
        Issue.record("\(error)")
      }
      let second = try reader.reading { () throws(StoreError) in try text() }
      let byKey = fixture.item.text(try reader.rows(of: fixture.item, keys: [1, 2, 9]), "title")
      #expect(try reader.count(query, cancellation: Cancellation()) == 1)
      return [first, second, byKey]
    }
    #expect(before == "a" && inside == ["a", "a", "a"])
    #expect(try text() == "b c")
  }

  @Test(arguments: StoreKind.allCases)
  func `rows by key come once each, in order, those that exist`(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    try fixture.add("a", "b", "c")
    let reader = try fixture.store.makeReader()
    #expect(try reader.rows(of: fixture.item, keys: [3, 1, 99, 1, -4, 0, .max]).keys == [1, 3])
    #expect(try reader.rows(of: fixture.item, keys: []).isEmpty)
    #expect(try reader.rows(of: fixture.item, keys: Array(1...5_000)).keys == [1, 2, 3])
    #expect(try reader.rows(of: fixture.tag, keys: [1]).isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func `many keys can be left out of a query`(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let context = fixture.context()
    for number in 0..<3_000 as Range<Int64> {
      _ = try context.insert(fixture.tag, values: fixture.tag.row(["name": .string("\(number)")]))
    }
    let result = try context.save()
    #expect(result.permanentIDs.map(\.permanent.primaryKey) == (1...3_000).map { $0 as Int64? })
    for (_, objectID) in result.permanentIDs.dropFirst(5) { try context.delete(objectID) }
    #expect(fixture.tag.text(try context.fetch(StoreQuery(entity: fixture.tag)), "name") == "0 1 2 3 4")
    #expect(try context.save().deletedCount == 2_995)
  }

  @Test(arguments: StoreKind.allCases)
  func `commits are numbered and their notices name what they touched`(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let context = fixture.context()
    let ids = try fixture.add("a", "b")
    try context.update(ids[0], fixture.changes(["title": .string("A")]))
    try context.delete(ids[1])
    let new = try context.insert(fixture.item, values: fixture.item.defaultRow)
    let result = try context.save()
    let notice = try #require(result.notice)
    #expect(notice.number == 2)
    #expect(notice.inserted.map(\.objectID) == [fixture.coordinator.resolve(new)])
    #expect(notice.inserted.map(\.version) == [1])
    #expect(notice.updated.map(\.objectID) == [ids[0]] && notice.updated[0].version == 2)
    #expect(notice.updated[0].values == fixture.row(["title": .string("A")]))
    #expect(notice.deleted.map(\.objectID) == [ids[1]])
    #expect(notice.deleted[0].values == fixture.row(["title": .string("b")]))
    // A save with nothing to do is no commit; one that failed is none either.
    #expect(try context.save().notice == nil)
    _ = try context.insert(fixture.item, values: fixture.row(["title": .null]))
    #expect(storeError { () throws(StoreError) in try context.save() } != nil)
    context.rollback()
    try context.update(ids[0], fixture.changes(["small": .integer(1)]))
    #expect(try context.save().notice?.number == 3)
  }
}
