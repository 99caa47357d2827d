import ObjectGraph
import PredicateLanguage
import Testing
import TestSupport

/// Several conflicts at once, versions, and the ways on, whatever the store.
@Suite struct ConflictTests {
  /// Saved items a, b, c, d and two contexts.
  private struct Scene {
    let fixture: Fixture
    let mine: ManagedObjectContext
    let other: ManagedObjectContext
    let ids: [ObjectID]

    init(_ kind: StoreKind) throws {
      fixture = try Fixture(kind)
      mine = fixture.context("mine")
      other = fixture.context("other")
      ids = try fixture.add("a", "b", "c", "d")
    }

    func set(_ index: Int, _ values: [String: AttributeValue], in context: ManagedObjectContext) throws {
      try context.update(ids[index], fixture.changes(values))
    }

    func conflicts() throws -> [MergeConflict] {
      let error = storeError { () throws(StoreError) in try mine.save() }
      guard case .conflict(let conflicts) = error else { throw error ?? .failed(reason: "was saved") }
      return conflicts
    }
  }

  /// Mine: a and b changed, c deleted, d changed; theirs: the same property of a, b deleted, c changed, another of d.
  private func tangled(_ kind: StoreKind) throws -> Scene {
    let scene = try Scene(kind)
    try scene.set(0, ["title": .string("A"), "small": .integer(1)], in: scene.mine)
    try scene.set(1, ["small": .integer(2)], in: scene.mine)
    try scene.mine.delete(scene.ids[2])
    try scene.set(3, ["small": .integer(4)], in: scene.mine)
    try scene.set(0, ["title": .string("α"), "large": .integer(9)], in: scene.other)
    try scene.other.delete(scene.ids[1])
    try scene.set(2, ["title": .string("γ")], in: scene.other)
    try scene.set(3, ["title": .string("δ")], in: scene.other)
    try scene.other.save()
    return scene
  }

  @Test(arguments: StoreKind.allCases)
  func `all conflicts of a save come at once, each with its properties and three sides`(kind: StoreKind)
    throws
  {
    let scene = try tangled(kind)
    let item = scene.fixture.item
    let conflicts = try scene.conflicts()
    #expect(conflicts.map(\.objectID) == Array(scene.ids[..<3]))
    #expect(conflicts.map(\.columns) == [[item.column("title")], [], []])
    #expect(conflicts.map { $0.yours == nil } == [false, false, true])
    #expect(conflicts.map { $0.theirs == nil } == [false, true, false])
    #expect(conflicts.map { $0.theirs?.version } == [2, nil, 2])
    #expect(conflicts[0].yours?.values == item.row(["title": .string("A"), "small": .integer(1)]))
    #expect(conflicts[0].theirs?.values == item.row(["title": .string("α"), "large": .integer(9)]))
    #expect(conflicts[0].base.values == item.row(["title": .string("a")]))
    #expect(conflicts[1].yours?.values == item.row(["title": .string("b"), "small": .integer(2)]))
    #expect(conflicts.allSatisfy { !$0.wasWithdrawn })
  }

  @Test(arguments: StoreKind.allCases)
  func `until it is settled everything stays pending and shown`(kind: StoreKind) throws {
    let scene = try tangled(kind)
    for _ in 0..<2 {
      #expect(try scene.fixture.titles(scene.mine) == "A b δ")
      #expect(scene.mine.changeCounts.updated == 3 && scene.mine.changeCounts.deleted == 1)
      #expect(try scene.conflicts().count == 3)
    }
    #expect(try scene.fixture.titles(scene.other) == "α γ δ")
  }

  @Test(arguments: StoreKind.allCases)
  func `refreshing one object after the other settles them`(kind: StoreKind) throws {
    let scene = try tangled(kind)
    let item = scene.fixture.item
    let kept = try scene.mine.refresh([scene.ids[0]], keepChanges: true)
    #expect(kept[0].version == 2)
    let expected: [String: AttributeValue] = [
      "title": .string("A"), "small": .integer(1), "large": .integer(9),
    ]
    #expect(kept[0].values == item.row(expected))
    #expect(try scene.conflicts().map(\.objectID) == [scene.ids[1], scene.ids[2]])
    #expect(try scene.mine.refresh([scene.ids[1]], keepChanges: false).isEmpty)
    #expect(try scene.conflicts().map(\.objectID) == [scene.ids[2]])
    // A deletion that is kept shows nothing and wins.
    #expect(try scene.mine.refresh([scene.ids[2]], keepChanges: true).isEmpty)
    let saved = try scene.mine.save()
    #expect((saved.updatedCount, saved.deletedCount) == (2, 1))
    #expect(try scene.fixture.titles(scene.other) == "A δ")
    #expect(try scene.other.snapshot(scene.ids[0]).version == 3)
  }

  @Test(arguments: StoreKind.allCases)
  func `a deletion that is given up shows the object again`(kind: StoreKind) throws {
    let scene = try tangled(kind)
    #expect(try scene.mine.refresh([scene.ids[2]], keepChanges: false).map(\.version) == [2])
    #expect(try scene.fixture.titles(scene.mine) == "A b γ δ")
  }

  @Test(arguments: StoreKind.allCases)
  func `a refresh of several is all or nothing`(kind: StoreKind) throws {
    let scene = try tangled(kind)
    let nobody = ObjectID(store: scene.ids[0].store, entity: scene.ids[0].entity, key: .permanent(1_000))
    #expect(
      storeError { () throws(StoreError) in
        try scene.mine.refresh([scene.ids[0], scene.ids[1], nobody, scene.ids[3]], keepChanges: true)
      } == .objectNotFound(nobody))
    #expect(try scene.conflicts().count == 3)
  }

  @Test(arguments: StoreKind.allCases)
  func `rollback is a way on too`(kind: StoreKind) throws {
    let scene = try tangled(kind)
    scene.mine.rollback()
    #expect(try scene.fixture.titles(scene.mine) == "α γ δ")
    try scene.set(0, ["title": .string("A")], in: scene.mine)
    #expect(try scene.mine.save().updatedCount == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func `the same value on both sides is a conflict as well, until it is refreshed`(kind: StoreKind) throws {
    let scene = try Scene(kind)
    for context in [scene.mine, scene.other] { try scene.set(0, ["small": .integer(5)], in: context) }
    try scene.other.save()
    #expect(try scene.conflicts().count == 1)
    _ = try scene.mine.refresh([scene.ids[0]], keepChanges: true)
    #expect(!scene.mine.hasChanges)
  }

  @Test(arguments: StoreKind.allCases)
  func `a block whose save fails withdraws its own share and says of each object whether it was that`(
    kind: StoreKind
  ) throws {
    let scene = try Scene(kind)
    try scene.set(0, ["small": .integer(1)], in: scene.mine)
    try scene.set(0, ["small": .integer(9)], in: scene.other)
    try scene.set(1, ["small": .integer(9)], in: scene.other)
    let error = storeError { () throws(StoreError) in
      try scene.mine.atomically { () throws(StoreError) in
        try scene.mine.update(scene.ids[1], scene.fixture.changes(["small": .integer(2)]))
        do { try scene.other.save() } catch { Issue.record("\(error)") }
        try scene.mine.save()
      }
    }
    guard case .conflict(let conflicts) = error else {
      Issue.record("no conflict")
      return
    }
    #expect(conflicts.map(\.objectID) == Array(scene.ids[..<2]))
    #expect(conflicts.map(\.wasWithdrawn) == [false, true])
    #expect(scene.mine.changeCounts.updated == 1)
    #expect(try scene.fixture.value("small", of: scene.ids[1], in: scene.mine) == .integer(9))
  }

  @Test(arguments: StoreKind.allCases)
  func `deleting settles no conflict of the changes before, and makes none of what was seen`(
    kind: StoreKind
  ) throws {
    let scene = try Scene(kind)
    for index in 0...1 { try scene.set(index, ["small": .integer(1)], in: scene.mine) }
    try scene.set(0, ["small": .integer(2)], in: scene.other)
    try scene.set(1, ["title": .string("β")], in: scene.other)
    try scene.other.save()
    for index in 0...1 { try scene.mine.delete(scene.ids[index]) }
    let conflicts = try scene.conflicts()
    #expect(conflicts.map(\.objectID) == [scene.ids[0]] && conflicts[0].yours == nil)
    _ = try scene.mine.refresh([scene.ids[0]], keepChanges: true)
    #expect(try scene.mine.save().deletedCount == 2)
  }

  @Test(arguments: StoreKind.allCases)
  func `what others changed and changed back is no conflict`(kind: StoreKind) throws {
    let scene = try Scene(kind)
    try scene.set(0, ["small": .integer(1)], in: scene.mine)
    for value in [AttributeValue.integer(5), .null] {
      try scene.set(0, ["small": value], in: scene.other)
      try scene.other.save()
    }
    #expect(try scene.mine.save().updatedCount == 1)
    #expect(try scene.other.snapshot(scene.ids[0]).version == 4)
  }

  // MARK: - Versions

  @Test(arguments: StoreKind.allCases)
  func `a deletion can ask for a version, now and inside the save`(kind: StoreKind) throws {
    let scene = try Scene(kind)
    let early = storeError { () throws(StoreError) in
      try scene.mine.delete(scene.ids[0], expectedVersion: 2)
    }
    guard case .version(let conflict) = early else {
      Issue.record("version 2 was there")
      return
    }
    #expect(conflict.actual?.version == 1 && !scene.mine.hasChanges)
    try scene.mine.delete(scene.ids[0], expectedVersion: 1)
    try scene.set(0, ["small": .integer(1)], in: scene.other)
    try scene.other.save()
    guard case .version(let late) = storeError({ () throws(StoreError) in try scene.mine.save() }) else {
      Issue.record("version 2 was deleted")
      return
    }
    #expect(late.objectID == scene.ids[0] && late.expected == 1 && late.actual?.version == 2)
    #expect(scene.mine.changeCounts.deleted == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func `an expected version of an object that is gone has no actual one`(kind: StoreKind) throws {
    let scene = try Scene(kind)
    try scene.mine.update(scene.ids[0], scene.fixture.changes(["small": .integer(1)]), expectedVersion: 1)
    try scene.other.delete(scene.ids[0])
    try scene.other.save()
    guard case .version(let conflict) = storeError({ () throws(StoreError) in try scene.mine.save() }) else {
      Issue.record("a deleted row was changed")
      return
    }
    #expect(conflict.expected == 1 && conflict.actual == nil)
  }

  @Test(arguments: StoreKind.allCases)
  func `a property others left alone still breaks the version that was asked for`(kind: StoreKind) throws {
    let scene = try Scene(kind)
    try scene.mine.update(scene.ids[0], scene.fixture.changes(["small": .integer(1)]), expectedVersion: 1)
    // A later change that asks for nothing does not take the question back.
    try scene.set(0, ["large": .integer(1)], in: scene.mine)
    try scene.set(0, ["title": .string("α")], in: scene.other)
    try scene.other.save()
    guard case .version = storeError({ () throws(StoreError) in try scene.mine.save() }) else {
      Issue.record("version 2 was overwritten")
      return
    }
    _ = try scene.mine.refresh([scene.ids[0]], keepChanges: true)
    #expect(try scene.mine.save().updatedCount == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func `a new object has version 0`(kind: StoreKind) throws {
    let scene = try Scene(kind)
    let new = try scene.mine.insert(scene.fixture.item, values: scene.fixture.item.defaultRow)
    let changes = scene.fixture.changes(["small": .integer(1)])
    #expect(try scene.mine.update(new, changes, expectedVersion: 0).version == 0)
    guard
      case .version = storeError({ () throws(StoreError) in
        try scene.mine.update(new, changes, expectedVersion: 1)
      })
    else {
      Issue.record("version 1 was there")
      return
    }
    try scene.mine.save()
    #expect(try scene.mine.update(new, changes, expectedVersion: 1).version == 1)
  }
}
