import ObjectGraph
import PredicateLanguage
import Testing

/// Two contexts that change the same objects, whatever the store.
@Suite struct MergingTests {
  /// Two contexts and one saved object that the first has changed.
  private struct Pair {
    let fixture: Fixture
    let mine: ManagedObjectContext
    let other: ManagedObjectContext
    let objectID: ObjectID

    init(_ kind: StoreKind) throws {
      fixture = try Fixture(kind)
      mine = fixture.context("mine")
      other = fixture.context("other")
      objectID = try fixture.add("a")[0]
      try mine.update(objectID, fixture.changes(["small": .integer(1)]))
    }

    func saveOther(_ values: [String: AttributeValue]) throws {
      try other.update(objectID, fixture.changes(values))
      try other.save()
    }

    func mine(_ name: String) throws -> AttributeValue { try fixture.value(name, of: objectID, in: mine) }
  }

  @Test(arguments: StoreKind.allCases)
  func `properties I have not touched follow, mine stay and win without a conflict`(kind: StoreKind) throws {
    let pair = try Pair(kind)
    try pair.saveOther(["title": .string("b"), "large": .integer(9)])
    #expect(try pair.mine("title") == .string("b"))
    #expect(try pair.mine("small") == .integer(1))
    #expect(try pair.fixture.titles(pair.mine, "large == 9 AND small == 1") == "b")
    #expect(try pair.mine.save().updatedCount == 1)
    let saved = try pair.other.snapshot(pair.objectID)
    #expect(saved.version == 3)
    #expect(try pair.fixture.value("small", of: pair.objectID, in: pair.other) == .integer(1))
    #expect(try pair.fixture.value("large", of: pair.objectID, in: pair.other) == .integer(9))
  }

  @Test(arguments: StoreKind.allCases)
  func `a property changed on both sides stays mine and is a conflict at my save`(kind: StoreKind) throws {
    let pair = try Pair(kind)
    try pair.saveOther(["small": .integer(2), "title": .string("b")])
    #expect(try pair.mine("small") == .integer(1))
    guard case .conflict(let conflicts) = storeError({ () throws(StoreError) in try pair.mine.save() }) else {
      Issue.record("no conflict")
      return
    }
    let column = pair.fixture.item.columnIndex(named: "small")!
    #expect(conflicts.count == 1 && conflicts[0].columns == [column])
    #expect(conflicts[0].yours?.values[column] == .integer(1))
    #expect(conflicts[0].theirs?.values[column] == .integer(2))
    #expect(conflicts[0].base.values[column] == .null)
    #expect(pair.mine.hasChanges)
  }

  @Test(arguments: StoreKind.allCases)
  func `a conflict is settled by keeping my changes or by giving them up`(kind: StoreKind) throws {
    for keepChanges in [true, false] {
      let pair = try Pair(kind)
      try pair.saveOther(["small": .integer(2)])
      let shown = try pair.mine.refresh([pair.objectID], keepChanges: keepChanges)
      #expect(shown.count == 1)
      #expect(try pair.mine("small") == .integer(keepChanges ? 1 : 2))
      #expect(pair.mine.hasChanges == keepChanges)
      try pair.mine.save()
      #expect(
        try pair.fixture.value("small", of: pair.objectID, in: pair.other) == .integer(keepChanges ? 1 : 2))
    }
  }

  @Test(arguments: StoreKind.allCases, [false, true])
  func `a refresh leaves out what is gone, in every way it can be named`(
    kind: StoreKind, keepChanges: Bool
  ) throws {
    let pair = try Pair(kind)
    let item = pair.fixture.item
    let temporary = try pair.other.insert(item, values: item.defaultRow)
    try pair.other.save()
    try pair.other.delete(temporary)
    try pair.other.delete(pair.objectID)
    try pair.other.save()
    let asked = [pair.objectID, temporary, pair.objectID, temporary]
    #expect(try pair.mine.refresh(asked, keepChanges: keepChanges).isEmpty)
    #expect(!pair.mine.hasChanges)
  }

  @Test(arguments: StoreKind.allCases)
  func `an object I changed and someone deleted stays pending and is a conflict`(kind: StoreKind) throws {
    let pair = try Pair(kind)
    try pair.other.delete(pair.objectID)
    try pair.other.save()
    #expect(try pair.mine("small") == .integer(1))
    #expect(try pair.fixture.titles(pair.mine) == "a")
    guard case .conflict(let conflicts) = storeError({ () throws(StoreError) in try pair.mine.save() }) else {
      Issue.record("no conflict")
      return
    }
    #expect(conflicts[0].theirs == nil && conflicts[0].yours != nil)
    #expect(pair.mine.hasChanges)
    #expect(try pair.mine.refresh([pair.objectID], keepChanges: true).isEmpty)
    #expect(!pair.mine.hasChanges)
    #expect(try pair.fixture.titles(pair.mine) == "")
  }

  @Test(arguments: StoreKind.allCases)
  func `an object I deleted and someone changed is a conflict, one that both deleted is none`(
    kind: StoreKind
  ) throws {
    let changed = try Pair(kind)
    try changed.mine.delete(changed.objectID)
    try changed.saveOther(["large": .integer(1)])
    guard case .conflict(let conflicts) = storeError({ () throws(StoreError) in try changed.mine.save() })
    else {
      Issue.record("no conflict")
      return
    }
    #expect(conflicts[0].yours == nil && conflicts[0].theirs != nil)

    let gone = try Pair(kind)
    try gone.mine.delete(gone.objectID)
    try gone.other.delete(gone.objectID)
    try gone.other.save()
    #expect(try gone.mine.save().deletedCount == 0)
  }

  @Test(arguments: StoreKind.allCases)
  func `an expected version is checked at once and again inside the save`(kind: StoreKind) throws {
    let pair = try Pair(kind)
    let early = storeError { () throws(StoreError) in
      try pair.mine.update(pair.objectID, pair.fixture.changes(["large": .integer(1)]), expectedVersion: 7)
    }
    guard case .version(let conflict) = early else {
      Issue.record("version 7 was accepted")
      return
    }
    #expect(conflict.expected == 7 && conflict.actual?.version == 1)
    #expect(try pair.mine("large") == .null)

    try pair.mine.update(pair.objectID, pair.fixture.changes(["large": .integer(1)]), expectedVersion: 1)
    try pair.saveOther(["title": .string("b")])
    guard case .version(let late) = storeError({ () throws(StoreError) in try pair.mine.save() }) else {
      Issue.record("version 2 was overwritten")
      return
    }
    #expect(late.expected == 1 && late.actual?.version == 2)
    #expect(pair.mine.hasChanges)
  }

  @Test(arguments: StoreKind.allCases)
  func `a property is based on what was shown when it was first changed`(kind: StoreKind) throws {
    let pair = try Pair(kind)
    try pair.saveOther(["title": .string("b")])
    // I see b and change it: no conflict, although the object was changed before.
    try pair.mine.update(pair.objectID, pair.fixture.changes(["title": .string("c")]))
    #expect(try pair.mine.save().updatedCount == 1)
    #expect(try pair.fixture.titles(pair.other) == "c")
  }
}
