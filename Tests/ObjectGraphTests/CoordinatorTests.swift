import Foundation
import ObjectGraph
import PredicateLanguage
import Testing
import TestSupport

@Suite struct `A coordinator and its workers` {
  private func coordinator() throws -> PersistentStoreCoordinator {
    let model = try ItemModel.make()
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(InMemoryStore(model: model))
    return coordinator
  }

  @Test func `without a store, every use says so`() throws {
    let model = try ItemModel.make()
    let item = try #require(model.entity(named: "Item"))
    let context = ManagedObjectContext(coordinator: PersistentStoreCoordinator(managedObjectModel: model))
    let missing = StoreError.open(reason: "no store was added to this coordinator")
    #expect(throws: missing) { try context.fetch(StoreQuery(entity: item)) }
    #expect(throws: missing) { try context.insert(item, values: item.defaultRow) }
    #expect(try context.save().notice == nil)
  }

  @Test func `takes one store of a whole model`() throws {
    let coordinator = try coordinator()
    #expect(throws: StoreError.open(reason: "another store of this coordinator holds Item, Tag")) {
      try coordinator.addPersistentStore(InMemoryStore(model: coordinator.managedObjectModel))
    }
    #expect(coordinator.persistentStores.count == 1)
  }

  @Test func `an ID of nobody resolves to itself and names no object`() throws {
    let coordinator = try coordinator()
    let context = ManagedObjectContext(coordinator: coordinator)
    for key in [ObjectID.Key.temporary(UUID()), .permanent(5)] {
      for store in [UUID(), coordinator.persistentStores[0].identifier] {
        let objectID = ObjectID(store: store, entity: "Item", key: key)
        #expect(coordinator.resolve(objectID) == objectID)
        #expect(throws: StoreError.objectNotFound(objectID)) { try context.snapshot(objectID) }
        #expect(throws: StoreError.objectNotFound(objectID)) { try context.delete(objectID) }
        #expect(throws: StoreError.objectNotFound(objectID)) { try context.update(objectID, []) }
        #expect(throws: StoreError.objectNotFound(objectID)) {
          try context.refresh([objectID], keepChanges: true)
        }
      }
    }
  }

  @Test func `an entity that the model does not have is unknown`() throws {
    let context = ManagedObjectContext(coordinator: try coordinator())
    #expect(throws: StoreError.unknownEntity("item")) { try context.entity(named: "item") }
    #expect(throws: StoreError.unknownEntity("Nothing")) {
      try context.fetch(FetchRequest(entityName: "Nothing"))
    }
  }

  @Test func `a worker runs jobs in the order they were handed in`() throws {
    let worker = ContextWorker(coordinator: try coordinator(), name: "w")
    for number in 0..<200 {
      worker.perform { context in
        guard let item = try? context.entity(named: "Item") else { return }
        _ = try? context.insert(item, values: item.row(["large": .integer(Int64(number))]))
      }
    }
    let column = try #require(try ItemModel.make().entity(named: "Item")).column("large")
    let numbers = worker.performAndWait { context in context.changes.inserted.map { $0.values[column] } }
    #expect(numbers == (0..<200).map { .integer($0) })
  }

  @Test func `a context keeps the name it was made with`() throws {
    let worker = ContextWorker(coordinator: try coordinator(), name: "edit")
    #expect(worker.performAndWait { $0.name } == "edit")
  }
}
