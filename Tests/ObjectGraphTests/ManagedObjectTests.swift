import ObjectGraph
import PredicateLanguage
import Testing
import TestSupport

@Suite struct `Managed objects` {
  private let coordinator: PersistentStoreCoordinator
  private let context: ManagedObjectContext

  init() throws {
    let model = try ItemModel.make()
    coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(InMemoryStore(model: model))
    context = ManagedObjectContext(coordinator: coordinator)
  }

  private func new(_ title: String) throws -> ManagedObject {
    let object = try context.insertNewObject(forEntityName: "Item")
    try object.setValue(.string(title), forKey: "title")
    return object
  }

  @Test func `a new one has the defaults of its entity`() throws {
    let object = try context.insertNewObject(forEntityName: "Item")
    #expect(try object.value(forKey: "title") == .string("new") && object.value(forKey: "code") == .null)
    #expect(object.isInserted && !object.isUpdated && !object.isDeleted && object.changedValues().isEmpty)
  }

  @Test func `there is one for each object of a context, whichever ID names it`() throws {
    let object = try new("a")
    let temporary = object.objectID
    #expect(try context.object(with: temporary) === object)
    try context.save()
    #expect(try context.object(with: temporary) === object)
    #expect(try context.existingObject(with: object.objectID) === object)
    #expect(try context.fetch(FetchRequest(entityName: "Item"))[0] === object)
    let other = ManagedObjectContext(coordinator: coordinator)
    #expect(try other.existingObject(with: temporary) !== object)
    #expect(try other.existingObject(with: temporary).objectID == object.objectID)
  }

  @Test func `many that nobody holds are forgotten, those in use stay the same`() throws {
    let kept = try new("kept")
    for _ in 0..<500 { _ = try context.insertNewObject(forEntityName: "Item") }
    try context.save()
    #expect(try context.fetch(FetchRequest(entityName: "Item")).count { $0 === kept } == 1)
  }

  @Test func `one that is gone cannot be read`() throws {
    let object = try new("a")
    try context.save()
    try context.delete(object)
    #expect(object.isDeleted)
    #expect(throws: StoreError.objectNotFound(object.objectID)) { try object.value(forKey: "title") }
    #expect(throws: StoreError.objectNotFound(object.objectID)) { try object.setValue(.null, forKey: "code") }
    try context.save()
    #expect(throws: StoreError.objectNotFound(object.objectID)) {
      try context.existingObject(with: object.objectID)
    }
  }

  @Test func `unknown keys and wrong values are refused`() throws {
    let object = try new("a")
    #expect(throws: StoreError.unknownProperty(entity: "Item", property: "Title")) {
      try object.value(forKey: "Title")
    }
    #expect(throws: StoreError.valueType(property: "small", expected: .integer16)) {
      try object.setValue(.string("1"), forKey: "small")
    }
  }

  @Test func `one outlives its context without a trap`() throws {
    var context: ManagedObjectContext? = ManagedObjectContext(coordinator: coordinator)
    let object = try #require(try context?.insertNewObject(forEntityName: "Item"))
    context = nil
    #expect(object.managedObjectContext == nil && !object.isInserted)
    #expect(throws: StoreError.objectNotFound(object.objectID)) { try object.value(forKey: "title") }
  }

  @Test func `a request finds, sorts and cuts as its author wrote it`() throws {
    for title in ["c", "a", "d", "b"] { _ = try new(title) }
    try context.save()
    var request = FetchRequest(entityName: "Item", predicate: try ParsedPredicate(parsing: "title != 'd'"))
    request.sortDescriptors = [SortDescriptor("title", ascending: false)]
    func titles() throws -> [AttributeValue] {
      try context.fetch(request).map { try $0.value(forKey: "title") }
    }
    #expect(try titles() == [.string("c"), .string("b"), .string("a")])
    request.fetchOffset = 1
    request.fetchLimit = 1
    #expect(try titles() == [.string("b")])
    #expect(try context.count(for: request) == 3)
    request.fetchLimit = 0
    request.fetchOffset = -5
    #expect(try titles().count == 3)
    request.predicate = try ParsedPredicate(parsing: "nothing == 1")
    #expect(throws: StoreError.self) { try context.fetch(request) }
  }
}
