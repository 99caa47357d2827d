import Foundation
import ObjectGraph
import PredicateLanguage
import SQLite
import SQLiteStore
import Testing

/// What "behind this place" becomes in SQL, and whether an index leads there.
@Suite struct `Compiled places` {
  private let fixture: StoreFixture
  private let store: SQLiteStore

  init() throws {
    fixture = try StoreFixture()
    store = try fixture.open()
  }

  private func parts(
    _ sort: [SortDescriptor], _ keys: [FetchPosition.Key], predicate: String? = nil, limit: Int? = 10,
    offset: Int = 0
  ) throws -> [FetchExplanation] {
    var query = try StoreQuery(predicate, sort: sort, limit: limit, offset: offset)
    query.after = FetchPosition(keys: keys, primaryKey: 7)
    return try store.explainParts(query)
  }

  /// The WHERE parts.
  private func conditions(_ parts: [FetchExplanation]) throws -> [String] {
    try parts.map { part in
      let start = try #require(part.sql.range(of: " WHERE "))
      let end = try #require(part.sql.range(of: " ORDER BY "))
      return String(part.sql[start.upperBound..<end.lowerBound])
    }
  }

  @Test func `without a sort it is the primary key alone`() throws {
    let parts = try parts([], [])
    #expect(try conditions(parts) == ["Z_PK > ?"])
    #expect(parts[0].plan == ["SEARCH ZITEM USING INTEGER PRIMARY KEY (rowid>?)"])
    #expect(parts[0].bindings == [.integer(7), .integer(10), .integer(0)])
  }

  @Test func `with an index each part begins at the place`() throws {
    let parts = try parts([SortDescriptor("name")], [.text(Array("a".utf8))])
    #expect(try conditions(parts) == [#"("ZNAME" IS ? AND Z_PK > ?)"#, #""ZNAME" > ?"#])
    #expect(
      parts.map(\.plan) == [
        ["SEARCH ZITEM USING INDEX Z_Item_byName (ZNAME=? AND rowid>?)"],
        ["SEARCH ZITEM USING INDEX Z_Item_byName (ZNAME>?)"],
      ])
  }

  @Test func `descending, missing values follow in a part of their own`() throws {
    let parts = try parts([SortDescriptor("due", ascending: false)], [.real(1)])
    #expect(
      try conditions(parts) == [#"("ZDUE" IS ? AND Z_PK > ?)"#, #""ZDUE" < ?"#, #""ZDUE" IS NULL"#])
    #expect(parts.allSatisfy { $0.plan[0].contains("SEARCH ZITEM USING INDEX Z_Item_byDue") })
    #expect(
      try conditions(self.parts([SortDescriptor("due", ascending: false)], [.null]))
        == [#"("ZDUE" IS ? AND Z_PK > ?)"#])
  }

  @Test func `a missing value is before all others where it comes first`() throws {
    let parts = try parts([SortDescriptor("name")], [.null])
    #expect(try conditions(parts) == [#"("ZNAME" IS ? AND Z_PK > ?)"#, #""ZNAME" IS NOT NULL"#])
    #expect(
      try conditions(self.parts([SortDescriptor("name", nulls: .last)], [.text([])]))
        == [#"("ZNAME" IS ? AND Z_PK > ?)"#, #""ZNAME" > ?"#, #""ZNAME" IS NULL"#])
  }

  @Test func `later keys count among equals of the earlier ones`() throws {
    let sort = [SortDescriptor("due", ascending: false, nulls: .first), SortDescriptor("number")]
    let parts = try parts(sort, [.real(1), .integer(2)])
    #expect(
      try conditions(parts) == [
        #"("ZDUE" IS ? AND ("ZNUMBER" IS ? AND Z_PK > ?))"#, #"("ZDUE" IS ? AND "ZNUMBER" > ?)"#,
        #""ZDUE" < ?"#,
      ])
    #expect(parts[0].bindings == [.real(1), .integer(2), .integer(7), .integer(10), .integer(0)])
    #expect(parts[0].plan[0].hasSuffix("Z_Item_byDue (ZDUE=? AND ZNUMBER=? AND rowid>?)"))
    #expect(parts[1].plan[0].hasSuffix("Z_Item_byDue (ZDUE=? AND ZNUMBER>?)"))
  }

  @Test func `without an index all parts are one, so that the rows are looked at once`() throws {
    #expect(
      try conditions(parts([SortDescriptor("size")], [.real(0)]))
        == [#"(("ZSIZE" IS ? AND Z_PK > ?) OR "ZSIZE" > ?)"#])
    #expect(
      try conditions(parts([SortDescriptor("name", options: .caseInsensitive)], [.text([65])]))
        == [
          #"((OBJWIRE_FOLD("ZNAME", ?) IS OBJWIRE_FOLD(?, ?) AND Z_PK > ?) OR "#
            + #"OBJWIRE_FOLD("ZNAME", ?) > OBJWIRE_FOLD(?, ?))"#
        ])
    // Rows that are skipped may lie in several parts.
    #expect(try parts([SortDescriptor("name")], [.null], offset: 1).count == 1)
  }

  @Test func `a predicate and keys to leave out hold in every part`() throws {
    var query = try StoreQuery("number == 1", sort: [SortDescriptor("name")], limit: 3)
    query.after = FetchPosition(keys: [.null], primaryKey: 7)
    query.excludedKeys = [2]
    for part in try conditions(store.explainParts(query)) {
      #expect(part.contains(#""ZNUMBER" IS ?"#) && part.contains("Z_PK NOT IN"))
    }
  }

  @Test func `text that is no UTF-8 stays the bytes it is`() throws {
    let parts = try parts([SortDescriptor("name")], [.text([0x61, 0xFF])])
    #expect(try conditions(parts)[1] == #""ZNAME" > CAST(? AS TEXT)"#)
    #expect(parts[1].bindings.first == .blob([0x61, 0xFF]))
  }

  @Test func `values of classes that no attribute has are passed through`() throws {
    let context = ManagedObjectContext(coordinator: try coordinator())
    for key in [FetchPosition.Key.blob([1]), .text([0]), .real(.infinity), .integer(.min), .digest([1])] {
      var query = try StoreQuery(nil, sort: [SortDescriptor("number")], limit: 3)
      query.after = FetchPosition(keys: [key], primaryKey: .min)
      do throws(StoreError) { _ = try context.fetchPage(query) } catch { #expect(error == .positionLost) }
    }
  }

  private func coordinator() throws -> PersistentStoreCoordinator {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try StoreFixture.model())
    try coordinator.addPersistentStore(store)
    return coordinator
  }
}
