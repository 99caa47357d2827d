import ObjectGraph
import PredicateLanguage
import Testing
import TestSupport

/// `atomically`, against a plain record of what the context showed before.
@Suite struct `Withdrawing changes` {
  /// A context with some saved items, and the means to change them at random.
  private struct Workshop {
    let context: ManagedObjectContext
    let item: EntityDescription
    var objectIDs: [ObjectID] = []

    init() throws {
      let model = try ItemModel.make()
      let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
      try coordinator.addPersistentStore(InMemoryStore(model: model))
      context = ManagedObjectContext(coordinator: coordinator)
      item = try #require(model.entity(named: "Item"))
      for number in 0..<(6 as Int64) {
        objectIDs.append(try context.insert(item, values: item.row(["small": .integer(number)])))
      }
      try context.save()
    }

    /// One change; changes of objects that are gone are refused, which is no change.
    mutating func change(_ random: inout SeededGenerator) throws(StoreError) {
      let objectID = random.pick(objectIDs)
      do throws(StoreError) {
        switch random.next() % 6 {
        case 0: objectIDs.append(try context.insert(item, values: item.defaultRow))
        case 1: try context.delete(objectID)
        case 2: _ = try context.refresh([objectID], keepChanges: false)
        default:
          let value = PropertyChange(column: item.column("small"), value: .integer(Int64(random.next() % 3)))
          try context.update(objectID, [value])
        }
      } catch {
        guard case .objectNotFound = error else { throw error }
      }
    }

    /// Everything the context shows and would save.
    func shown() throws -> [[ObjectSnapshot]] {
      let rows = try context.fetch(StoreQuery(entity: item))
      let store = context.persistentStoreCoordinator.persistentStores[0].identifier
      let changes = context.changes
      let counts = context.changeCounts
      #expect(counts.inserted == changes.inserted.count && counts.updated == changes.updated.count)
      #expect(counts.deleted == changes.deleted.count && counts.hasChanges == context.hasChanges)
      #expect(try context.count(StoreQuery(entity: item)) == rows.count)
      return [
        (0..<rows.count).map { rows.snapshot($0, of: item, in: store) }, changes.inserted, changes.updated,
        changes.deleted,
      ]
    }
  }

  private func fail(
    _ workshop: inout Workshop, _ random: inout SeededGenerator, depth: Int
  ) throws(StoreError) {
    try workshop.context.atomically { () throws(StoreError) in
      for _ in 0..<random.next() % 6 { try workshop.change(&random) }
      if depth > 0, random.chance(2) {
        do throws(StoreError) { try fail(&workshop, &random, depth: depth - 1) } catch {}
      }
      for _ in 0..<random.next() % 3 { try workshop.change(&random) }
      throw .cancelled
    }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `a block that fails leaves the context as it found it, nested blocks too`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var workshop = try Workshop()
    for _ in 0..<12 {
      let before = try workshop.shown()
      #expect(throws: StoreError.cancelled) { try fail(&workshop, &random, depth: 2) }
      #expect(try workshop.shown() == before, "seed \(seed)")
      for _ in 0..<random.next() % 3 { try workshop.change(&random) }
      if random.chance(4) { try workshop.context.save() }
    }
  }

  @Test func `a block that succeeds keeps its changes, also inside one that is over`() throws {
    var random = SeededGenerator(seed: 1)
    var workshop = try Workshop()
    try workshop.context.atomically { () throws(StoreError) in
      for _ in 0..<20 { try workshop.change(&random) }
    }
    let kept = try workshop.shown()
    #expect(throws: StoreError.cancelled) { try fail(&workshop, &random, depth: 0) }
    #expect(try workshop.shown() == kept)
  }

  @Test func `what a save inside the block has written stays written`() throws {
    let workshop = try Workshop()
    let (context, item) = (workshop.context, workshop.item)
    #expect(throws: StoreError.cancelled) {
      try context.atomically { () throws(StoreError) in
        try context.update(workshop.objectIDs[0], item.changes(["title": .string("saved")]))
        try context.save()
        try context.update(workshop.objectIDs[1], item.changes(["title": .string("withdrawn")]))
        throw .cancelled
      }
    }
    #expect(!context.hasChanges)
    #expect(item.text(try context.fetch(StoreQuery(entity: item)), "title") == "saved new new new new new")
  }
}
