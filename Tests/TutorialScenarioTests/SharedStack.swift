import ObjectGraph
import SQLiteStore

/// The one stack of a program, set up by hand or by a container; nobody who uses it can tell, unless they ask.
///
/// Each part is made on first use.
@MainActor final class SharedStack {
  /// How the stack is put together: decided here and nowhere else.
  enum SetUp: CaseIterable {
    case byHand
    case container
  }

  /// Nil where the stack was put together by hand.
  private(set) lazy var currentPersistentContainer = setUp == .container ? makeContainer() : nil
  /// Where objects are made, changed and looked for.
  private(set) lazy var managedObjectContext: ContextWorker =
    currentPersistentContainer?.viewContext ?? ContextWorker(coordinator: persistentStoreCoordinator)
  /// Brings the context and the store together.
  private(set) lazy var persistentStoreCoordinator: PersistentStoreCoordinator =
    currentPersistentContainer?.persistentStoreCoordinator ?? makeCoordinator()

  private let setUp: SetUp
  private let model: ManagedObjectModel
  private let description: PersistentStoreDescription
  private var openingError: StoreError?

  init(_ setUp: SetUp, model: ManagedObjectModel, store description: PersistentStoreDescription) {
    self.setUp = setUp
    self.model = model
    self.description = description
  }

  /// Saves what is pending.
  ///
  /// - Throws: why the store could not be opened; what `ManagedObjectContext.save` throws.
  @discardableResult
  func save() throws(StoreError) -> SaveResult {
    let context = managedObjectContext
    if let openingError { throw openingError }
    return try context.performAndWait { context throws(StoreError) in try context.save() }
  }

  private func makeContainer() -> PersistentContainer {
    let container = PersistentContainer(name: "Person", managedObjectModel: model)
    container.persistentStoreDescriptions = [description]
    container.loadPersistentStores { _, error in openingError = error }
    return container
  }

  private func makeCoordinator() -> PersistentStoreCoordinator {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    do throws(StoreError) {
      try coordinator.addPersistentStore(
        type: description.type, configuration: nil, at: description.url, options: description.options)
    } catch {
      openingError = error
    }
    return coordinator
  }
}
