import ObjectGraph
import PredicateLanguage
import SQLiteStore
import TestSupport

/// Authors with books and books with tags, in a store that counts what it is asked.
final class Library {
  private let folder: TemporaryDirectory
  let store: CountingStore
  let coordinator: PersistentStoreCoordinator
  let context: ManagedObjectContext

  init(_ kind: StoreKind) throws {
    folder = try TemporaryDirectory()
    let model = try Self.model()
    switch kind {
    case .inMemory: store = CountingStore(try InMemoryStore(model: model))
    case .sqlite:
      store = CountingStore(
        try SQLiteStore(
          path: folder.path("library.sqlite"), model: model,
          options: SQLiteStore.Options(synchronous: .normal)))
    }
    coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(store)
    context = ManagedObjectContext(coordinator: coordinator)
  }

  deinit { store.close() }

  func another() -> ManagedObjectContext { ManagedObjectContext(coordinator: coordinator, name: "other") }

  /// Authors and books, each book of the author whose turn it is and with the first tag.
  func fill(authors: Int, books: Int) throws {
    let writer = another()
    let people = try (0..<authors).map { try Self.make("Author", "author \($0)", in: writer) }
    let tag = try Self.make("Tag", "tag", in: writer)
    for number in 0..<books {
      let book = try Self.make("Book", "book \(number)", in: writer)
      try book.setObject(people[number % authors], forKey: "author")
      try book.add([tag], toRelationship: "tags")
    }
    try writer.save()
  }

  @discardableResult
  static func make(_ entity: String, _ name: String, in context: ManagedObjectContext) throws -> ManagedObject
  {
    let object = try context.insertNewObject(forEntityName: entity)
    try object.setValue(.string(name), forKey: "name")
    return object
  }

  /// What a piece of work asks the store.
  func counted(_ body: () throws -> Void) throws -> CountingStore.Counts {
    _ = store.takeCounts()
    try body()
    return store.takeCounts()
  }

  private static func model() throws -> ManagedObjectModel {
    let name = [AttributeDescription("name", .string)]
    func toMany(_ name: String, _ entity: String, _ inverse: String, isOrdered: Bool = false)
      -> RelationshipDescription
    {
      RelationshipDescription(name, to: entity, inverse: inverse, maxCount: 0, isOrdered: isOrdered)
    }
    return try ManagedObjectModel(entities: [
      .of(
        "Author", name, toMany("books", "Book", "author"),
        toMany("shelf", "Book", "shelfOwner", isOrdered: true)),
      .of(
        "Book", name, RelationshipDescription("author", to: "Author", inverse: "books"),
        RelationshipDescription("shelfOwner", to: "Author", inverse: "shelf"), toMany("tags", "Tag", "books")),
      .of("Tag", name, toMany("books", "Book", "tags", isOrdered: true)),
    ])
  }
}
