import Foundation
import ObjectGraph
import PredicateLanguage
import SQLiteStore
import Testing
import TestSupport

/// One stack for two generations: set up by hand, or by a container.
@MainActor @Suite(.serialized) struct StackTests {
  private let documents: Documents

  init() throws { documents = try Documents() }

  @Test(arguments: Arrangement.all)
  func `the same calls make, save and find an object, however the stack was set up`(
    arrangement: Arrangement
  ) throws {
    let stack = try documents.stack(arrangement)
    let made = try stack.managedObjectContext.performAndWait { context throws(StoreError) in
      let task = try context.insertNewObject(forEntityName: "Task")
      try task.setValue(.string("Buy milk"), forKey: "taskDescription")
      #expect(task.objectID.isTemporary && context.hasChanges)
      return task.objectID
    }
    #expect(try stack.save().insertedCount == 1)
    #expect(try stack.save().notice == nil)
    let found = try stack.managedObjectContext.performAndWait { context throws(StoreError) in
      try context.fetch(FetchRequest(entityName: "Task")).map(\.objectID)
    }
    #expect(found == [stack.persistentStoreCoordinator.resolve(made)])
    #expect(found.allSatisfy { !$0.isTemporary })
  }

  @Test(arguments: Arrangement.all)
  func `a caller can tell the set-up by the container, and the store's place by the coordinator`(
    arrangement: Arrangement
  ) throws {
    let stack = try documents.stack(arrangement)
    #expect((stack.currentPersistentContainer != nil) == (arrangement.setUp == .container))
    let store = try #require(stack.persistentStoreCoordinator.persistentStores.first)
    #expect(store.url == (arrangement.type == .sqlite ? documents.url : nil))
    let container = stack.currentPersistentContainer
    #expect(container == nil || container?.viewContext === stack.managedObjectContext)
    #expect(container == nil || container?.persistentStoreCoordinator === stack.persistentStoreCoordinator)
    #expect(stack.managedObjectContext === stack.managedObjectContext)
  }

  @Test(arguments: SharedStack.SetUp.allCases)
  func `nothing is made before it is used`(setUp: SharedStack.SetUp) throws {
    let stack = try documents.stack(setUp, at: documents.url)
    #expect(!FileManager.default.fileExists(atPath: documents.url.path))
    _ = stack.managedObjectContext
    #expect(FileManager.default.fileExists(atPath: documents.url.path))
  }

  @Test func `the model is the models of all parts, merged`() throws {
    let model = try TutorialModel.make()
    #expect(model.entities.map(\.name) == ["Category", "Settings", "Task"])
    #expect(model.versionIdentifiers == ["tasks 1", "categories 1"])
  }

  @Test func `a context without a worker serves the actor that made it`() throws {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try TutorialModel.make())
    try coordinator.addPersistentStore(type: .sqlite, configuration: nil, at: documents.url, options: nil)
    let context = ManagedObjectContext(coordinator: coordinator)
    try context.insertNewObject(forEntityName: "Task").setValue(.string("a"), forKey: "uuid")
    #expect(try context.save().insertedCount == 1)
    #expect(try context.count(for: FetchRequest(entityName: "Task")) == 1)
  }
}

// MARK: - What fails

extension StackTests {
  /// The reason why a store cannot be used, said by every later save.
  private func reason(_ setUp: SharedStack.SetUp, _ url: URL) throws -> StoreError {
    let stack = try documents.stack(setUp, at: url)
    let first = #expect(throws: StoreError.self) { try stack.save() }
    let second = #expect(throws: StoreError.self) { try stack.save() }
    #expect(first == second)
    return try #require(first)
  }

  @Test(arguments: SharedStack.SetUp.allCases)
  func `a store that cannot be opened is an error with the reason`(setUp: SharedStack.SetUp) throws {
    try Data("This is a letter and no database, however long it may get.".utf8).write(to: documents.url)
    guard case .corrupt = try reason(setUp, documents.url) else {
      Issue.record("a letter was taken for a store")
      return
    }
    let below = documents.url.appending(path: "below/person.db")
    for url in [below, documents.folder.url, URL(filePath: "/proc/none/person.db")] {
      guard case .open(let reason) = try reason(setUp, url) else {
        Issue.record("\(url.path) was opened")
        continue
      }
      #expect(reason.contains(url.deletingLastPathComponent().path), "\(reason)")
    }
  }

  @Test(arguments: SharedStack.SetUp.allCases)
  func `a missing folder is made`(setUp: SharedStack.SetUp) throws {
    let url = URL(filePath: documents.folder.path("a/b c/é/person.db"))
    let stack = try documents.stack(setUp, at: url)
    try stack.save()
    #expect(FileManager.default.fileExists(atPath: url.path))
  }

  @Test(arguments: SharedStack.SetUp.allCases)
  func `a store of another model is refused, and stays as it was`(setUp: SharedStack.SetUp) throws {
    let task = EntityDescription(
      "Task", properties: [.attribute(AttributeDescription("uuid", .integer64))])
    let other = PersistentStoreCoordinator(managedObjectModel: try ManagedObjectModel(entities: [task]))
    try other.addPersistentStore(type: .sqlite, at: documents.url).close()
    let before = try Data(contentsOf: documents.url)
    guard case .migration(let failure) = try reason(setUp, documents.url),
      case .notInferable(let obstacles) = failure.reason
    else {
      Issue.record("it is not refused for what its model says")
      return
    }
    #expect(failure.entities == ["Category", "Settings", "Task"])
    #expect(obstacles.map(\.description) == ["Task.uuid: was Integer 64 and is String"])
    #expect(try Data(contentsOf: documents.url) == before)
  }

  @Test(arguments: Arrangement.all)
  func `a save of a read-only store fails and ends nothing`(arrangement: Arrangement) throws {
    if arrangement.type == .sqlite {
      try documents.stack(arrangement).save()
    }
    var description = PersistentStoreDescription(type: arrangement.type, url: documents.url)
    description.isReadOnly = true
    let stack = try documents.stack(arrangement.setUp, description)
    let manager = TaskManager(context: stack.managedObjectContext)
    #expect(throws: StoreError.readOnly) { try manager.addTask("a", date: nil, uuid: "a") }
    #expect(try manager.taskData() == [])
    try stack.save()
  }
}
