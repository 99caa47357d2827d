import ObjectGraph
import PredicateLanguage
import Testing
import TestSupport

/// Unique values among saved, changed, new and deleted objects, whatever the store.
@Suite struct UniquenessTests {
  /// Saved items with the codes a, b, c and the pair (n, n).
  private struct Three {
    let fixture: Fixture
    let context: ManagedObjectContext
    var ids: [ObjectID] = []

    init(_ kind: StoreKind) throws {
      fixture = try Fixture(kind)
      context = fixture.context()
      for (number, code) in zip(1... as PartialRangeFrom<Int64>, ["a", "b", "c"]) {
        let values: [String: AttributeValue] = [
          "title": .string(code), "code": .string(code), "left": .integer(number), "right": .integer(number),
        ]
        ids.append(try context.insert(fixture.item, values: fixture.row(values)))
      }
      try context.save()
      ids = ids.map(fixture.coordinator.resolve)
    }

    func set(_ index: Int, _ values: [String: AttributeValue]) throws {
      try context.update(ids[index], fixture.changes(values))
    }

    func codes(_ context: ManagedObjectContext? = nil) throws -> String {
      let rows = try (context ?? self.context).fetch(StoreQuery(entity: fixture.item))
      return fixture.item.text(rows, "code")
    }

    func conflict() throws -> ConstraintConflict {
      let error = storeError { () throws(StoreError) in try context.save() }
      guard case .constraint(let conflict) = error else { throw error ?? .failed(reason: "was saved") }
      return conflict
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a changed object may not take what another holds`(kind: StoreKind) throws {
    let three = try Three(kind)
    try three.set(0, ["code": .string("b")])
    let conflict = try three.conflict()
    #expect(conflict.objectID == three.ids[0] && conflict.existingObjectID == three.ids[1])
    #expect(conflict.constraint == ["code"] && conflict.values == [.string("b")])
    #expect(try three.codes() == "b b c")
    three.context.rollback()
    #expect(try three.codes() == "a b c")
  }

  @Test(arguments: StoreKind.allCases)
  func `a constraint over two attributes counts both together`(kind: StoreKind) throws {
    let three = try Three(kind)
    try three.set(0, ["left": .integer(2)])
    #expect(try three.context.save().updatedCount == 1)
    try three.set(0, ["right": .integer(2)])
    let conflict = try three.conflict()
    #expect(conflict.constraint == ["left", "right"] && conflict.values == [.integer(2), .integer(2)])
    #expect(conflict.objectID == three.ids[0] && conflict.existingObjectID == three.ids[1])
  }

  @Test(arguments: StoreKind.allCases)
  func `values may go round in one save`(kind: StoreKind) throws {
    let three = try Three(kind)
    for (index, code) in ["b", "c", "a"].enumerated() { try three.set(index, ["code": .string(code)]) }
    #expect(try three.context.save().updatedCount == 3)
    #expect(try three.codes(three.fixture.context("other")) == "b c a")
  }

  @Test(arguments: StoreKind.allCases)
  func `halves of pairs may be swapped in one save`(kind: StoreKind) throws {
    let three = try Three(kind)
    try three.set(0, ["left": .integer(2), "right": .integer(2)])
    try three.set(1, ["left": .integer(1), "right": .integer(1)])
    try three.set(2, ["left": .integer(1)])
    #expect(try three.context.save().updatedCount == 3)
  }

  @Test(arguments: StoreKind.allCases)
  func `what a changed or deleted object gives up is free for another in the same save`(
    kind: StoreKind
  ) throws {
    let three = try Three(kind)
    let (context, fixture) = (three.context, three.fixture)
    try three.set(0, ["code": .string("x")])
    _ = try context.insert(fixture.item, values: fixture.row(["code": .string("a")]))
    try context.delete(three.ids[1])
    try three.set(2, ["code": .string("b")])
    #expect(try context.save().insertedCount == 1)
    #expect(try three.codes() == "x b a")
  }

  @Test(arguments: StoreKind.allCases)
  func `what others take or give up meanwhile counts at the save`(kind: StoreKind) throws {
    let three = try Three(kind)
    let other = three.fixture.context("other")
    try three.set(0, ["code": .string("x")])
    try other.update(three.ids[1], three.fixture.changes(["code": .string("x")]))
    try other.save()
    #expect(try three.conflict().existingObjectID == three.ids[1])
    try other.update(three.ids[1], three.fixture.changes(["code": .string("y")]))
    try other.save()
    #expect(try three.context.save().updatedCount == 1)
    #expect(try three.codes(other) == "x y c")
  }

  @Test(arguments: StoreKind.allCases)
  func `texts that only look alike are different values`(kind: StoreKind) throws {
    let three = try Three(kind)
    let (context, fixture) = (three.context, three.fixture)
    let texts = ["é", "e\u{301}", "ß", "ss", "SS", "A", "", " ", "\0", "\0\0", "ａ"]
    for text in texts { _ = try context.insert(fixture.item, values: fixture.row(["code": .string(text)])) }
    #expect(try context.save().insertedCount == texts.count)
    let column = fixture.item.column("code")
    for text in texts {
      let rows = try context.rows(of: fixture.item, whereColumn: column, equals: .string(text))
      #expect(rows.count == 1, "\(Array(text.utf8))")
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `one among thousands of new objects is found, whether its rival is new or saved`(
    kind: StoreKind
  ) throws {
    let three = try Three(kind)
    let (context, fixture) = (three.context, three.fixture)
    var new: [ObjectID] = []
    for number in 0..<2_500 {
      let code = number == 2_400 ? "1100" : "\(number)"
      new.append(try context.insert(fixture.item, values: fixture.row(["code": .string(code)])))
    }
    let first = try three.conflict()
    #expect(first.objectID == new[2_400] && first.existingObjectID == new[1_100])
    try context.update(new[2_400], fixture.changes(["code": .string("c")]))
    let second = try three.conflict()
    #expect(second.objectID == new[2_400] && second.existingObjectID == three.ids[2])
    try context.delete(new[2_400])
    #expect(try context.save().insertedCount == 2_499)
  }

  @Test(arguments: StoreKind.allCases)
  func `a value that was changed and changed back by others survives a save that moves two`(
    kind: StoreKind
  ) throws {
    let three = try Three(kind)
    let other = three.fixture.context("other")
    func others(_ code: String) throws {
      try other.update(three.ids[0], three.fixture.changes(["code": .string(code)]))
      try other.save()
    }
    try three.set(0, ["code": .string("z")])
    try others("y")
    // What it is based on, though not what is committed now: still a change.
    try three.set(0, ["code": .string("a")])
    try others("a")
    try three.set(1, ["code": .string("w")])
    #expect(try three.context.save().updatedCount == 1)
    #expect(try three.codes(other) == "a w c")
  }
}
