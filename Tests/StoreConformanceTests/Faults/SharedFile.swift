import ObjectGraph
import PredicateLanguage
import SQLiteStore
import TestSupport

/// Two stores on one file, as two processes would have them.
final class SharedFile {
  private let folder: TemporaryDirectory
  private let stores: [SQLiteStore]
  let here: ManagedObjectContext
  let there: ManagedObjectContext

  init() throws {
    folder = try TemporaryDirectory()
    let path = folder.path("two.sqlite")
    let model = try ManagedObjectModel(entities: [.of("Book", [AttributeDescription("name", .string)])])
    let stores = try (0..<2).map { _ in try SQLiteStore(path: path, model: model) }
    self.stores = stores
    func context(_ store: SQLiteStore) throws -> ManagedObjectContext {
      let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
      try coordinator.addPersistentStore(store)
      return ManagedObjectContext(coordinator: coordinator)
    }
    (here, there) = (try context(stores[0]), try context(stores[1]))
    try Library.make("Book", "old", in: there)
    try there.save()
  }

  deinit { for store in stores { store.close() } }
}
