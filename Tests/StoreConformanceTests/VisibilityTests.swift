import ObjectGraph
import PredicateLanguage
import Testing
import TestSupport

/// Who sees what, and under which ID, whatever the store.
@Suite struct VisibilityTests {
  @Test(arguments: StoreKind.allCases)
  func `an object is found by its pending values over what others committed`(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let (mine, other) = (fixture.context("mine"), fixture.context("other"))
    let ids = try fixture.add("a", "b", "c")
    try mine.update(ids[1], fixture.changes(["small": .integer(1)]))
    try other.update(ids[1], fixture.changes(["title": .string("0")]))
    try other.update(ids[2], fixture.changes(["small": .integer(1)]))
    try other.save()
    #expect(try fixture.titles(mine, "small == 1", sort: [SortDescriptor("title")]) == "0 c")
    #expect(try fixture.titles(mine, "title == 'b'") == "")
    #expect(try fixture.titles(mine, sort: [SortDescriptor("title")], limit: 1) == "0")
    #expect(try fixture.titles(mine, "small == nil") == "a")
  }

  @Test(arguments: StoreKind.allCases)
  func `a temporary ID keeps resolving, in every context and for every use`(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let (mine, other) = (fixture.context("mine"), fixture.context("other"))
    let temporary = try mine.insert(fixture.item, values: fixture.item.defaultRow)
    #expect(temporary.isTemporary && fixture.coordinator.resolve(temporary) == temporary)
    #expect(try mine.snapshot(temporary).version == 0)
    let missing = StoreError.objectNotFound(temporary)
    #expect(throws: missing) { try other.update(temporary, []) }
    #expect(throws: missing) { try other.delete(temporary) }
    #expect(throws: missing) { try other.refresh([temporary], keepChanges: true) }
    let permanent = try mine.save().permanentIDs[0].permanent
    #expect(try mine.snapshot(temporary) == other.snapshot(permanent))
    #expect(try other.update(temporary, fixture.changes(["small": .integer(1)])).objectID == permanent)
    #expect(try other.refresh([temporary], keepChanges: true)[0].objectID == permanent)
    try other.save()
    #expect(try mine.delete(temporary).objectID == permanent)
    try mine.save()
    #expect(
      storeError { () throws(StoreError) in try other.snapshot(temporary) } == .objectNotFound(permanent))
  }

  @Test(arguments: StoreKind.allCases)
  func `IDs are given out in order of insertion`(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let context = fixture.context()
    let temporary = try (0..<20).map { _ in try context.insert(fixture.item, values: fixture.item.defaultRow)
    }
    try context.delete(temporary[3])
    let result = try context.save()
    #expect(result.permanentIDs.map(\.temporary) == temporary.filter { $0 != temporary[3] })
    #expect(result.permanentIDs.map(\.permanent.primaryKey) == (1...19).map { $0 as Int64? })
  }

  @Test(arguments: StoreKind.allCases)
  func `strings are sorted by bytes, with options by what they fold to`(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let context = fixture.context()
    try fixture.add("é", "e\u{301}", "z", "Z", "e", "E", "ﬁ", "😀", "\u{FFFD}", "a\0b", "a", "")
    func sorted(_ options: StringOptions, ascending: Bool = true) throws -> [String] {
      let sort = [SortDescriptor("title", ascending: ascending, options: options)]
      return try fixture.titles(context, sort: sort).split(separator: " ", omittingEmptySubsequences: false)
        .map { String($0) }
    }
    let bytes = ["", "E", "Z", "a", "a\0b", "e", "e\u{301}", "z", "é", "ﬁ", "\u{FFFD}", "😀"]
    #expect(try sorted([]).map { Array($0.utf8) } == bytes.map { Array($0.utf8) })
    #expect(
      try sorted([], ascending: false).map { Array($0.utf8) } == bytes.reversed().map { Array($0.utf8) })
    // Equal after folding: by primary key, in both directions.
    let equal = ["é", "e\u{301}", "e", "E"].map { Array($0.utf8) }
    for ascending in [true, false] {
      let folded = try sorted([.caseInsensitive, .diacriticInsensitive], ascending: ascending)
      #expect(folded.map { Array($0.utf8) }.filter { equal.contains($0) } == equal)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a second key orders what the first leaves equal`(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let context = fixture.context()
    for (title, small) in [("a", 2), ("b", 1), ("c", 2), ("d", 1), ("e", nil)] as [(String, Int64?)] {
      let values: [String: AttributeValue] = [
        "title": .string(title), "small": small.map { .integer($0) } ?? .null,
      ]
      _ = try context.insert(fixture.item, values: fixture.row(values))
    }
    let sort = [SortDescriptor("small", ascending: false), SortDescriptor("title", ascending: false)]
    #expect(try fixture.titles(context, sort: sort) == "c a d b e")
    try context.save()
    #expect(try fixture.titles(context, sort: sort) == "c a d b e")
  }

  @Test(arguments: StoreKind.allCases)
  func `a reset gives up changes, and the context goes on`(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let context = fixture.context()
    let ids = try fixture.add("a")
    try context.update(ids[0], fixture.changes(["title": .string("A")]))
    let new = try context.insert(fixture.item, values: fixture.item.defaultRow)
    let given = context.reset()
    #expect(given.inserted.map(\.objectID) == [new] && given.updated.map(\.objectID) == ids)
    #expect(!context.hasChanges)
    #expect(try fixture.titles(context) == "a")
    #expect(storeError { () throws(StoreError) in try context.snapshot(new) } == .objectNotFound(new))
    try fixture.add("b", to: context)
    #expect(try fixture.titles(context) == "a b")
  }

  @Test(arguments: StoreKind.allCases)
  func `an update without changes, or with the values there are, is none`(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let context = fixture.context()
    let ids = try fixture.add("a")
    #expect(try context.update(ids[0], []).version == 1)
    let values: [String: AttributeValue] = ["title": .string("a"), "small": .null]
    #expect(try context.update(ids[0], fixture.changes(values)).version == 1)
    #expect(!context.hasChanges)
    // NFC and NFD are two values.
    try context.update(ids[0], fixture.changes(["title": .string("é")]))
    try context.save()
    try context.update(ids[0], fixture.changes(["title": .string("e\u{301}")]))
    #expect(context.hasChanges)
  }

  @Test(arguments: StoreKind.allCases)
  func `a negative zero is a zero, pending and saved`(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let context = fixture.context()
    let values: [String: AttributeValue] = [
      "ratio": .double(-0.0), "due": .date(-0.0), "part": .double(-0.0),
    ]
    _ = try context.insert(fixture.item, values: fixture.row(values))
    for _ in 0..<2 {
      let rows = try context.fetch(StoreQuery(entity: fixture.item))
      for name in values.keys { #expect(fixture.item.text(rows, name) == "0.0", "\(name)") }
      try context.save()
    }
  }

  @Test func `a store opened for reading alone refuses every change`() throws {
    let fixture = try Fixture(.sqlite)
    let ids = try fixture.add("a")
    try fixture.reopen(isReadOnly: true)
    let context = fixture.context()
    #expect(try fixture.titles(context) == "a")
    #expect(throws: StoreError.readOnly) { try context.insert(fixture.item, values: fixture.item.defaultRow) }
    #expect(throws: StoreError.readOnly) { try context.update(ids[0], []) }
    #expect(throws: StoreError.readOnly) { try context.delete(ids[0]) }
    #expect(try context.save().notice == nil)
    context.disconnect()
  }
}
