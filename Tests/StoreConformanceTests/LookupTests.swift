import ObjectGraph
import PredicateLanguage
import Testing
import TestSupport

/// Finding objects by one value, whatever is pending here and saved elsewhere.
@Suite struct LookupTests {
  /// Asked before and after every step, so that what is kept for the next question is used.
  @Test(arguments: StoreKind.allCases)
  func `a lookup finds what a fetch finds`(kind: StoreKind) throws {
    var random = SeededGenerator(seed: 7)
    let fixture = try Fixture(kind)
    let (mine, theirs) = (fixture.context("mine"), fixture.context("theirs"))
    var ids = try fixture.add("a", "b", "c", "d", "a", "b")
    let titles = ["a", "b", "c", "x"]
    for _ in 0..<400 {
      let context = Bool.random(using: &random) ? mine : theirs
      let title = AttributeValue.string(titles.randomElement(using: &random) ?? "a")
      let objectID = ids.randomElement(using: &random) ?? ids[0]
      // Conflicts and objects that are gone are part of the game; what counts is what is found afterwards.
      switch Int.random(in: 0..<10, using: &random) {
      case 0: ids.append(try context.insert(fixture.item, values: fixture.row(["title": title])))
      case 1...4:
        _ = storeError { () throws(StoreError) in
          try context.update(objectID, fixture.item.changes(["title": title]))
        }
      case 5:
        _ = storeError { () throws(StoreError) in
          try context.update(objectID, fixture.item.changes(["small": .integer(3)]))
        }
      case 6: _ = storeError { () throws(StoreError) in try context.delete(objectID) }
      case 7: _ = storeError { () throws(StoreError) in try context.save() }
      case 8: _ = storeError { () throws(StoreError) in try context.refresh([objectID], keepChanges: true) }
      default: context.rollback()
      }
      for context in [mine, theirs] {
        for title in titles {
          let rows = try context.rows(
            of: fixture.item, whereColumn: fixture.item.column("title"), equals: .string(title))
          #expect(Self.objectIDs(rows, fixture) == (try objectIDs(fixture, context, "title == '\(title)'")))
        }
      }
    }
  }

  /// Hopeless if a lookup looked at everything pending.
  @Test func `looking up one of many pending objects is quick`() throws {
    let fixture = try Fixture(.inMemory)
    let context = fixture.context()
    let count = 20_000
    let rows = (0..<count).map { fixture.row(["title": .string("t\($0)")]) }
    let added = try context.insert(fixture.item, rows: rows)
    for index in 0..<count {
      let found = try context.rows(
        of: fixture.item, whereColumn: fixture.item.column("title"), equals: .string("t\(index)"))
      #expect(found.count == 1)
      try context.update(added[index].objectID, fixture.changes(["small": .integer(1)]))
    }
    for snapshot in added {
      try context.update(snapshot.objectID, fixture.changes(["title": .string("same")]))
    }
    for snapshot in added { try context.delete(snapshot.objectID) }
    #expect(!context.hasChanges)
  }

  private func objectIDs(
    _ fixture: Fixture, _ context: ManagedObjectContext, _ predicate: String
  ) throws -> [ObjectID] {
    let binder = Binder(entity: fixture.item, model: fixture.model)
    let query = StoreQuery(
      entity: fixture.item, predicate: try binder.bind(ParsedPredicate(parsing: predicate)))
    return Self.objectIDs(try context.fetch(query), fixture)
  }

  private static func objectIDs(_ rows: StoreRows, _ fixture: Fixture) -> [ObjectID] {
    (0..<rows.count).map { rows.objectID($0, of: fixture.item, in: fixture.store.identifier) }
  }
}
