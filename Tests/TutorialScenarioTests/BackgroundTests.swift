import Foundation
import ObjectGraph
import PredicateLanguage
import SQLiteStore
import Synchronization
import Testing
import TestSupport

/// Contexts beside the one for the view.
@Suite struct BackgroundTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func container(_ type: PersistentStoreType) throws -> PersistentContainer {
    let url = URL(filePath: folder.path("person.db"))
    let container = PersistentContainer(
      name: "Person", managedObjectModel: try TutorialModel.make(),
      persistentStoreDescriptions: [PersistentStoreDescription(type: type, url: url)])
    container.loadPersistentStores { _, error in #expect(error == nil) }
    return container
  }

  private static func add(_ uuid: String, in context: ManagedObjectContext) throws(StoreError) -> ObjectID {
    let task = try context.insertNewObject(forEntityName: "Task")
    try task.setValue(.string(uuid), forKey: "uuid")
    return task.objectID
  }

  private func count(_ worker: ContextWorker) async throws -> Int {
    try await worker.perform { context throws(StoreError) in
      try context.count(for: FetchRequest(entityName: "Task"))
    }
  }

  @Test(arguments: [PersistentStoreType.inMemory, .sqlite])
  func `the view shows what a background task has saved, and nothing of what it has not`(
    type: PersistentStoreType
  ) async throws {
    let container = try container(type)
    let saved = try await container.performBackgroundTask { context throws(StoreError) in
      let objectID = try Self.add("a", in: context)
      try context.save()
      _ = try Self.add("b", in: context)
      return objectID
    }
    #expect(try await count(container.viewContext) == 1)
    let uuid = try await container.viewContext.perform { context throws(StoreError) in
      try context.existingObject(with: saved).value(forKey: "uuid")
    }
    #expect(uuid == .string("a"))
  }

  @Test(arguments: [PersistentStoreType.inMemory, .sqlite])
  func `a background task that nobody waits for is run`(type: PersistentStoreType) async throws {
    let container = try container(type)
    let result = await withCheckedContinuation { continuation in
      container.performBackgroundTask { context in
        continuation.resume(
          returning: Result { () throws(StoreError) in
            _ = try Self.add("a", in: context)
            return try context.save().insertedCount
          })
      }
    }
    #expect(result == .success(1))
    #expect(try await count(container.viewContext) == 1)
  }

  @Test(arguments: [PersistentStoreType.inMemory, .sqlite])
  func `an error of a background task arrives as it was thrown`(type: PersistentStoreType) async throws {
    let container = try container(type)
    await #expect(throws: StoreError.unknownEntity("Person")) {
      try await container.performBackgroundTask { context throws(StoreError) in
        _ = try context.insertNewObject(forEntityName: "Person")
      }
    }
  }

  @Test(arguments: [PersistentStoreType.inMemory, .sqlite])
  func `background contexts run at the same time, each with its own pending changes`(
    type: PersistentStoreType
  ) async throws {
    let container = try container(type)
    let workers = (0..<2).map { _ in container.newBackgroundContext() }
    // Each waits within its job until the other is within its own: two queues, or this would never end.
    let (first, second) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Self.meet(workers[0], "a", signalling: second, waitingFor: first)
    Self.meet(workers[1], "b", signalling: first, waitingFor: second)
    for worker in workers { #expect(try await count(worker) == 1) }
    #expect(try await count(container.viewContext) == 0)
    for worker in workers {
      try await worker.perform { context throws(StoreError) in _ = try context.save() }
    }
    #expect(try await count(container.viewContext) == 2)
  }

  private static func meet(
    _ worker: ContextWorker, _ uuid: String, signalling other: DispatchSemaphore,
    waitingFor mine: DispatchSemaphore
  ) {
    worker.perform { context in
      other.signal()
      mine.wait()
      #expect(throws: Never.self) { try add(uuid, in: context) }
    }
  }
}
