import Foundation
import ObjectGraph
import PredicateLanguage
import Testing
import TestSupport

@Suite struct `A container and its coordinator` {
  private func container(_ descriptions: PersistentStoreDescription...) throws -> PersistentContainer {
    PersistentContainer(
      name: "Items", managedObjectModel: try ItemModel.make(), persistentStoreDescriptions: descriptions)
  }

  /// What `loadPersistentStores` says of each description.
  private func load(_ container: PersistentContainer) -> [String] {
    var endings: [String] = []
    container.loadPersistentStores { description, error in
      endings.append("\(description.type.name): \(error.map { "\($0)" } ?? "ok")")
    }
    return endings
  }

  private let inMemory = PersistentStoreDescription(type: .inMemory)

  @Test func `is put together of its parts`() throws {
    let container = try container(inMemory)
    #expect(container.name == "Items" && container.viewContext.name == "view")
    #expect(container.managedObjectModel.entities.map(\.name) == ["Item", "Tag"])
    #expect(container.persistentStoreDescriptions == [inMemory])
    #expect(container.viewContext === container.viewContext)
    #expect(container.newBackgroundContext() !== container.newBackgroundContext())
    #expect(container.persistentStoreCoordinator.persistentStores.isEmpty)
    #expect(load(container) == ["InMemory: ok"])
    #expect(container.persistentStoreCoordinator.persistentStores.count == 1)
  }

  @Test func `tells of each description how it ended`() throws {
    let failing = PersistentStoreType(name: "Failing") { (_, _) throws(StoreError) in throw .locked }
    let container = try container(
      PersistentStoreDescription(type: failing), inMemory, PersistentStoreDescription(type: failing))
    #expect(
      load(container) == [
        "Failing: locked", "InMemory: ok",
        #"Failing: open(reason: "another store of this coordinator holds Item, Tag")"#,
      ])
  }

  @Test func `may try again after its descriptions were corrected`() throws {
    let container = try container(PersistentStoreDescription(type: .inMemory, configuration: "Local"))
    #expect(
      load(container) == [#"InMemory: open(reason: "the model has no configuration named Local")"#])
    container.persistentStoreDescriptions[0].configuration = nil
    #expect(load(container) == ["InMemory: ok"])
  }

  @Test func `does without descriptions, until it is used`() throws {
    let container = try container()
    #expect(load(container) == [])
    #expect(throws: StoreError.open(reason: "no store was added to this coordinator")) {
      try container.viewContext.performAndWait { context throws(StoreError) in
        _ = try context.fetch(FetchRequest(entityName: "Item"))
      }
    }
  }

  @Test func `opens no second store, and closes one that came too late`() throws {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try ItemModel.make())
    let late = PersistentStoreType(name: "Late") { (model, description) throws(StoreError) in
      // Somebody else is faster while this one is being opened.
      try coordinator.addPersistentStore(type: .inMemory)
      return try InMemoryStore(model: model)
    }
    let full = StoreError.open(reason: "another store of this coordinator holds Item, Tag")
    #expect(throws: full) { try coordinator.addPersistentStore(type: late) }
    #expect(coordinator.persistentStores.count == 1)
    let never = PersistentStoreType(name: "Never") { (_, _) throws(StoreError) in
      Issue.record("a store was opened that cannot be used")
      throw .full
    }
    #expect(throws: full) { try coordinator.addPersistentStore(type: never) }
  }

  @Test func `gives a store its description`() throws {
    let options = PersistentStoreOptions(isReadOnly: true, timeout: 1.5, sqlitePragmas: ["a": "b"])
    let url = URL(filePath: "/somewhere/else")
    let expected = PersistentStoreDescription(
      type: PersistentStoreType(name: "Own") { (_, _) throws(StoreError) in throw .full }, url: url,
      options: options)
    let type = PersistentStoreType(name: "Own") { (model, description) throws(StoreError) in
      #expect(description == expected && description.isReadOnly && description.timeout == 1.5)
      #expect(description.sqlitePragmas == ["a": "b"])
      return try InMemoryStore(model: model, isReadOnly: description.isReadOnly)
    }
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try ItemModel.make())
    let store = try coordinator.addPersistentStore(type: type, configuration: nil, at: url, options: options)
    #expect(store === coordinator.persistentStores[0] && store.isReadOnly && store.url == nil)
  }

  @Test func `stores in memory refuse saves when they are read-only`() throws {
    var description = inMemory
    description.isReadOnly = true
    let container = try container(description)
    #expect(load(container) == ["InMemory: ok"])
    container.viewContext.performAndWait { context in
      #expect(throws: StoreError.readOnly) { try context.insertNewObject(forEntityName: "Item") }
    }
    let store = try InMemoryStore(model: try ItemModel.make(), isReadOnly: true)
    #expect(throws: StoreError.readOnly) { try store.commit(ChangeSet(), cancellation: Cancellation()) }
  }

  @Test func `types of one name are one type`() {
    let type = PersistentStoreType(name: "InMemory") { (_, _) throws(StoreError) in throw .full }
    #expect(type == .inMemory && Set([type, .inMemory]).count == 1)
    #expect(type != PersistentStoreType(name: "inmemory") { (_, _) throws(StoreError) in throw .full })
  }

  @Test(arguments: [
    (["XDG_DATA_HOME": "/data", "HOME": "/home/x"], "/data"),
    (["XDG_DATA_HOME": "data", "HOME": "/home/x"], "/home/x/.local/share"),
    (["XDG_DATA_HOME": "", "HOME": "/home/x"], "/home/x/.local/share"),
    (["HOME": "/home/x"], "/home/x/.local/share"),
  ])
  func `the user's data lie where the XDG specification says`(environment: [String: String], path: String) {
    #expect(DataDirectory.path(environment) == path)
  }

  @Test func `the default directory is the program's own`() {
    let url = PersistentContainer.defaultDirectoryURL()
    #expect(url.isFileURL && url.lastPathComponent == ProcessInfo.processInfo.processName)
    #expect(
      url.deletingLastPathComponent().path == DataDirectory.path(ProcessInfo.processInfo.environment))
  }
}
