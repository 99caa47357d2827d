import FoundationEssentials
import ObjectGraph
import PredicateLanguage
import Testing
import TestSupport

/// Pages that begin behind a place: what stays is on exactly one of them, whatever happens in between.
@Suite struct PagingTests {
  private func query(
    _ fixture: Fixture, _ sort: [SortDescriptor] = [], after: FetchPosition? = nil, limit: Int? = 2
  ) throws -> StoreQuery {
    let binder = Binder(entity: fixture.item, model: fixture.model)
    return StoreQuery(
      entity: fixture.item, sort: try sort.map { try binder.bind($0) }, after: after, limit: limit)
  }

  /// Items with these values, saved, and their IDs.
  @discardableResult
  private func add(
    _ rows: [[String: AttributeValue]], to context: ManagedObjectContext, _ fixture: Fixture
  ) throws -> [ObjectID] {
    let ids = try rows.map { try context.insert(fixture.item, values: fixture.row($0)) }
    try context.save()
    return ids.map { fixture.coordinator.resolve($0) }
  }

  /// The titles of all pages, ` | ` between them; `between` happens after each but the last.
  private func pages(
    _ fixture: Fixture, _ context: ManagedObjectContext, _ sort: [SortDescriptor] = [], limit: Int = 2,
    between: (Int) throws -> Void = { _ in }
  ) throws -> String {
    var pages: [String] = []
    var after: FetchPosition?
    repeat {
      let page = try context.fetchPage(query(fixture, sort, after: after, limit: limit))
      pages.append(fixture.item.text(page.rows, "title"))
      after = page.next?.shortened
      if after != nil { try between(pages.count) }
    } while after != nil && pages.count < 100
    return pages.joined(separator: " | ")
  }

  @Test(arguments: StoreKind.allCases)
  func `the last page has no place to go on, a full one only if something follows`(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    try fixture.add("a", "b", "c", "d")
    let context = fixture.context()
    #expect(try pages(fixture, context) == "a b | c d")
    #expect(try pages(fixture, context, limit: 3) == "a b c | d")
    #expect(try pages(fixture, context, limit: Int.max) == "a b c d")
    #expect(try pages(fixture, context, [SortDescriptor("title", ascending: false)]) == "d c | b a")
    #expect(try context.fetchPage(query(fixture, limit: nil)).next == nil)
  }

  @Test(arguments: StoreKind.allCases)
  func `objects that come and go between pages move nothing`(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let ids = try fixture.add("b", "c", "d", "e", "f")
    let context = fixture.context()
    let other = fixture.context("other")
    let told = try pages(fixture, context, [SortDescriptor("title")]) { page in
      guard page == 1 else { return }
      // The object at the place itself, one before it, one behind it; two new ones, of which one is before it.
      for object in [ids[1], ids[0], ids[3]] { try other.delete(object) }
      for title in ["a", "dd"] {
        _ = try other.insert(fixture.item, values: fixture.row(["title": .string(title)]))
      }
      try other.save()
    }
    #expect(told == "b c | d dd | f")
  }

  @Test(arguments: StoreKind.allCases)
  func `new objects come last, and keep their places when they are saved between pages`(
    kind: StoreKind
  ) throws {
    for saves in [false, true] {
      let fixture = try Fixture(kind)
      try fixture.add("a")
      let context = fixture.context()
      let new = try ["x", "w", "v", "u"].map {
        try context.insert(fixture.item, values: fixture.row(["title": .string($0)]))
      }
      let told = try pages(fixture, context) { page in
        if page == 1, saves { try context.save() }
        if page == 1 { try context.delete(new[0]) }
      }
      #expect(told == "a x | w v | u")
      let tied = try pages(fixture, context, [SortDescriptor("small")])
      #expect(tied == "a w | v u")
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a place behind an unsaved object means nothing to another context`(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let context = fixture.context()
    for title in ["a", "b"] {
      _ = try context.insert(fixture.item, values: fixture.row(["title": .string(title)]))
    }
    let after = try context.fetchPage(query(fixture, limit: 1)).next
    #expect(after != nil)
    let next = try query(fixture, after: after)
    let other = fixture.context("other")
    #expect(storeError { () throws(StoreError) in try other.fetchPage(next) } == .positionLost)
    try context.save()
    #expect(fixture.item.text(try other.fetchPage(next).rows, "title") == "b")
  }

  @Test(arguments: StoreKind.allCases)
  func `values that changes have moved are sorted by what the context shows`(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let ids = try fixture.add("a", "b", "c", "d")
    let context = fixture.context()
    try context.update(ids[0], fixture.changes(["title": .string("cc")]))
    try context.delete(ids[1])
    _ = try context.insert(fixture.item, values: fixture.row(["title": .string("c")]))
    #expect(try pages(fixture, context, [SortDescriptor("title")], limit: 1) == "c | c | cc | d")
    // What is committed decides, and what is pending is shown.
    var titles: [String] = []
    var next = try query(fixture, [SortDescriptor("title")], limit: 1)
    repeat {
      let page = try context.fetchPage(next, includesPendingChanges: false)
      titles.append(fixture.item.text(page.rows, "title"))
      next.after = page.next
    } while next.after != nil
    #expect(titles == ["cc", "b", "c", "d"])
  }

  @Test(arguments: StoreKind.allCases)
  func `every kind of value is a place, in both directions and with missing ones at either end`(
    kind: StoreKind
  ) throws {
    let fixture = try Fixture(kind)
    let context = fixture.context()
    let rows: [[String: AttributeValue]] = [
      [:], ["ratio": .double(-0.0)], ["ratio": .double(0)], ["ratio": .double(-1e308)],
      ["ratio": .double(1e308)], ["ratio": .double(.leastNonzeroMagnitude)], ["large": .integer(.min)],
      ["large": .integer(.max)], ["due": .date(0.1)], ["due": .date(-1e15)], ["price": .decimal(1.1)],
      ["price": .decimal(-2)], ["body": .data([])], ["body": .data([0, 255])], ["done": .boolean(true)],
      ["link": .url("x")], ["link": .url("")],
    ]
    try add(
      rows.enumerated().map { $1.merging(["title": .string("t\($0)")]) { first, _ in first } }, to: context,
      fixture)
    for name in ["ratio", "large", "due", "price", "body", "done", "link", "ident"] {
      for ascending in [true, false] {
        for nulls in [SortDescriptor.NullOrder.first, .last] {
          let sort = [SortDescriptor(name, ascending: ascending, nulls: nulls)]
          let whole = fixture.item.text(try context.fetch(query(fixture, sort, limit: nil)), "title")
          let paged = try pages(fixture, context, sort, limit: 1).replacing(" |", with: "")
          #expect(paged == whole, "\(name) \(ascending) \(nulls)")
        }
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a long value stands in a place as a digest, so its object must be as it was`(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let context = fixture.context()
    let long = String(repeating: "é", count: 1 << 11)
    let rows: [[String: AttributeValue]] = ["a", "b", "c"].map {
      ["title": .string($0), "link": .url(long + $0)]
    }
    let ids = try add(rows, to: context, fixture)
    let sort = [SortDescriptor("link")]
    #expect(try pages(fixture, context, sort, limit: 1) == "a | b | c")
    let place = try context.fetchPage(query(fixture, sort, limit: 1)).next?.shortened
    let next = try query(fixture, sort, after: place)
    // Another value that is changed does no harm, nor does the same value written again.
    try context.update(ids[0], fixture.changes(["small": .integer(1)]))
    #expect(fixture.item.text(try context.fetchPage(next).rows, "title") == "b c")
    try context.update(ids[0], fixture.changes(["link": .url(long)]))
    // What is committed is still what the place was made of.
    #expect(fixture.item.text(try context.fetchPage(next).rows, "title") == "b c")
    try context.save()
    #expect(storeError { () throws(StoreError) in try context.fetchPage(next) } == .positionLost)
    try context.delete(ids[0])
    try context.save()
    #expect(storeError { () throws(StoreError) in try context.fetchPage(next) } == .positionLost)
  }

  @Test(arguments: StoreKind.allCases)
  func `the longest value that a place holds is one of 1 KiB`(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let context = fixture.context()
    let limit = FetchPosition.inlineLimit
    #expect(limit == 1_024)
    for (length, isDigest) in [(limit, false), (limit + 1, true)] {
      let text = String(repeating: "\u{1}", count: length)
      try add([["title": .string(text)], ["title": .string("z")]], to: context, fixture)
      let page = try context.fetchPage(query(fixture, [SortDescriptor("title")], limit: 1))
      let key = try #require(page.next?.shortened.keys.first)
      if case .digest = key { #expect(isDigest) } else { #expect(!isDigest) }
      let all = try context.fetch(query(fixture, limit: nil))
      for row in 0..<all.count {
        try context.delete(all.objectID(row, of: fixture.item, in: fixture.store.identifier))
      }
      try context.save()
    }
  }

  @Test func `a place means the same to the next process`() throws {
    let fixture = try Fixture(.sqlite)
    try fixture.add("a", "b", "c")
    let place = try fixture.context().fetchPage(query(fixture, [SortDescriptor("title")])).next
    try fixture.reopen()
    let next = try query(fixture, [SortDescriptor("title")], after: place)
    #expect(fixture.item.text(try fixture.context().fetchPage(next).rows, "title") == "c")
  }
}
