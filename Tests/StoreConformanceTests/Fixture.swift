import ObjectGraph
import SQLiteStore
import TestSupport

/// A store of one kind with its coordinator; an SQLite file lies in a directory of its own and goes with it.
final class Fixture {
  let kind: StoreKind
  let model: ManagedObjectModel
  private(set) var coordinator: PersistentStoreCoordinator
  private(set) var store: any PersistentStore
  private let directory: TemporaryDirectory

  init(_ kind: StoreKind) throws {
    self.kind = kind
    model = try ItemModel.make()
    directory = try TemporaryDirectory()
    store = try Self.open(kind, model, directory.path("store.sqlite"))
    coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(store)
  }

  deinit { store.close() }

  var path: String { directory.path("store.sqlite") }

  var item: EntityDescription { model.entity(named: "Item")! }
  var tag: EntityDescription { model.entity(named: "Tag")! }

  func context(_ name: String = "view") -> ManagedObjectContext {
    ManagedObjectContext(coordinator: coordinator, name: name)
  }

  /// Closes an SQLite store and opens its file again, as the next process would; contexts of before are of no use.
  func reopen(isReadOnly: Bool = false) throws {
    guard kind == .sqlite else { return }
    store.close()
    store = try Self.open(kind, model, path, isReadOnly: isReadOnly)
    coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(store)
  }

  private static func open(
    _ kind: StoreKind, _ model: ManagedObjectModel, _ path: String, isReadOnly: Bool = false
  ) throws -> any PersistentStore {
    switch kind {
    case .inMemory: try InMemoryStore(model: model)
    case .sqlite:
      // These tests are about answers, not about the loss of power.
      try SQLiteStore(
        path: path, model: model,
        options: SQLiteStore.Options(isReadOnly: isReadOnly, synchronous: .normal))
    }
  }
}
