public import FoundationEssentials
import Synchronization

/// A model, its stores and its contexts, put together: everything a program needs to keep objects.
///
/// With ObjectGraph, PredicateLanguage (whose values objects hold) and SQLiteStore imported:
///
/// ```
/// let note = EntityDescription("Note", properties: [.attribute(AttributeDescription("text", .string))])
/// let model = try ManagedObjectModel(entities: [note])
/// let container = PersistentContainer(name: "Notes", managedObjectModel: model)
/// container.persistentStoreDescriptions[0].url = folder.appending(path: "notes.sqlite")
/// container.loadPersistentStores { description, error in
///   if let error { print("\(description.url?.path ?? "-") cannot be used: \(error)") }
/// }
/// try container.viewContext.performAndWait { context throws(StoreError) in
///   let note = try context.insertNewObject(forEntityName: "Note")
///   try note.setValue(.string("Buy milk"), forKey: "text")
///   try context.save()
/// }
/// ```
///
/// Contexts are used through their workers, so that the compiler sees to it that one queue alone touches
/// each. Any thread may use the container; make it once and keep it, for example in a `static let`.
public final class PersistentContainer: Sendable {
  /// A name for people; the default store's file is called after it.
  public let name: String
  /// Brings the contexts and the stores together.
  public let persistentStoreCoordinator: PersistentStoreCoordinator
  /// The context for what a user sees and does, on a queue of its own; always the same one.
  ///
  /// It shows what the background contexts have saved as soon as they have.
  public let viewContext: ContextWorker
  private let descriptions: Mutex<[PersistentStoreDescription]>

  /// A container whose stores are not opened yet.
  public init(
    name: String, managedObjectModel: ManagedObjectModel,
    persistentStoreDescriptions: [PersistentStoreDescription]
  ) {
    self.name = name
    persistentStoreCoordinator = PersistentStoreCoordinator(managedObjectModel: managedObjectModel)
    viewContext = ContextWorker(coordinator: persistentStoreCoordinator, name: "view")
    descriptions = Mutex(persistentStoreDescriptions)
  }

  /// What the stores hold.
  public var managedObjectModel: ManagedObjectModel { persistentStoreCoordinator.managedObjectModel }

  /// The stores that `loadPersistentStores` opens; changes after it have no effect on stores that are open.
  public var persistentStoreDescriptions: [PersistentStoreDescription] {
    get { descriptions.withLock { $0 } }
    set { descriptions.withLock { $0 = newValue } }
  }

  /// Opens the described stores, one after the other, before it returns.
  ///
  /// Several stores hold the configurations of the model that their descriptions name; what one of them holds
  /// no other can. A store that failed may be tried again, after its description was corrected.
  /// - Parameter block: called for each description in turn, on the calling thread, with the error of a store
  ///   that cannot be used (what `PersistentStoreCoordinator.addPersistentStore` throws), nil for one that
  ///   can.
  public func loadPersistentStores(
    completionHandler block: (PersistentStoreDescription, StoreError?) -> Void
  ) {
    for description in persistentStoreDescriptions {
      do throws(StoreError) {
        try persistentStoreCoordinator.addPersistentStore(with: description)
        block(description, nil)
      } catch {
        block(description, error)
      }
    }
  }
}

// MARK: - Background work

extension PersistentContainer {
  /// A further context, on a queue of its own, which runs in parallel with all others.
  public func newBackgroundContext() -> ContextWorker {
    ContextWorker(coordinator: persistentStoreCoordinator, name: "background")
  }

  /// Runs a job on a context of its own; returns at once.
  ///
  /// What the job does not save is lost.
  public func performBackgroundTask(_ block: @escaping @Sendable (ManagedObjectContext) -> Void) {
    newBackgroundContext().perform(block)
  }

  /// Runs a job on a context of its own and waits for what comes of it, without holding a thread.
  ///
  /// - Throws: what the job throws.
  @discardableResult
  public func performBackgroundTask<Value: Sendable, Failure: Error>(
    _ block: @Sendable (ManagedObjectContext) throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    try await newBackgroundContext().perform(block)
  }
}

// MARK: - Where stores are

extension PersistentContainer {
  /// The directory of stores whose place nobody names: one for each program, below the user's data.
  ///
  /// `$XDG_DATA_HOME/PROGRAM`, else `~/.local/share/PROGRAM`. It is made with the first store.
  public static func defaultDirectoryURL() -> URL {
    let process = ProcessInfo.processInfo
    return URL(filePath: DataDirectory.path(process.environment), directoryHint: .isDirectory)
      .appending(component: process.processName, directoryHint: .isDirectory)
  }
}
