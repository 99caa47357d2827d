import PredicateLanguage

/// A workspace: objects are read through it, changed in it, and saved from it, in one transaction of each store.
///
/// Not Sendable: one context belongs to one queue (`ContextWorker`).
///
/// What a read sees: objects without pending changes show the newest commit of any context or process;
/// objects with pending changes show those over the newest values of all other properties.
public final class ManagedObjectContext {
  /// A name for people and protocols.
  public let name: String
  /// Where requests and saves go.
  public let persistentStoreCoordinator: PersistentStoreCoordinator
  /// The flag of the request at work; a new one for each.
  public var cancellation = Cancellation()

  var tracker = ChangeTracker()
  var identityMap = IdentityMap()
  /// The last place that was given in each ordered relationship since the last save.
  var lastOrders: [OrderedList: Int64] = [:]
  /// The state of the store that `lastOrders` knows the last place of.
  var knownOrders: [OrderedList: CommitMark] = [:]
  /// How many `atomically` blocks are open.
  var blockDepth = 0
  /// One for each store that was read from.
  private var openedReaders: [(store: any PersistentStore, reader: any StoreReader)] = []

  /// A context with nothing pending; a store is opened for reading when it is first needed.
  public init(coordinator: PersistentStoreCoordinator, name: String = "view") {
    persistentStoreCoordinator = coordinator
    self.name = name
  }

  /// Whether a save would have anything to do.
  public var hasChanges: Bool { !tracker.isEmpty }

  /// The objects that a save would write.
  public var changes: ChangeReferences { tracker.references }

  /// How many objects a save would write.
  public var changeCounts: ChangeCounts { tracker.counts }

  /// The reader of the store that holds an entity.
  ///
  /// - Throws: `StoreError.open` if no store does.
  func reader(of entity: EntityDescription) throws(StoreError) -> any StoreReader {
    try reader(of: try persistentStoreCoordinator.store(holding: entity))
  }

  /// The reader of a store of the coordinator.
  func reader(of store: any PersistentStore) throws(StoreError) -> any StoreReader {
    for opened in openedReaders where opened.store === store { return opened.reader }
    // Stores that were removed meanwhile are let go of.
    let known = persistentStoreCoordinator.persistentStores
    openedReaders.removeAll { opened in !known.contains { $0 === opened.store } }
    let reader = try store.makeReader()
    openedReaders.append((store, reader))
    return reader
  }

  /// Gives the connections to the stores back; the next read opens others.
  public func disconnect() { openedReaders = [] }

  /// The entity of that name.
  ///
  /// - Throws: `StoreError.unknownEntity`.
  public func entity(named name: String) throws(StoreError) -> EntityDescription {
    guard let entity = persistentStoreCoordinator.managedObjectModel.entity(named: name) else {
      throw .unknownEntity(name)
    }
    return entity
  }
}

// MARK: - All or nothing

extension ManagedObjectContext {
  /// Runs changes that belong together: if the block throws, those it made are withdrawn and earlier ones
  /// stay.
  ///
  /// Blocks may be nested. What a `save` inside the block has written stays written.
  /// - Throws: what the block throws, with every object that the block had changed marked `wasWithdrawn`.
  public func atomically<Result>(
    _ block: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let mark = tracker.mark
    blockDepth += 1
    defer {
      blockDepth -= 1
      if blockDepth == 0 { tracker.forgetHistory() }
    }
    do throws(StoreError) {
      return try block()
    } catch {
      let touched = tracker.objectIDs(changedSince: mark)
      tracker.withdraw(to: mark)
      throw error.marking(touched)
    }
  }

  /// Gives up every pending change.
  ///
  /// - Returns: the objects that had changes.
  @discardableResult
  public func rollback() -> ChangeReferences {
    defer {
      tracker.removeAll()
      tracker.forgetTransients()
      forgetLastOrders()
    }
    return tracker.references
  }

  /// Gives up every pending change and forgets every object.
  ///
  /// Managed objects handed out before still read through the context, but are no longer the ones it hands
  /// out.
  ///
  /// - Returns: the objects that had changes.
  @discardableResult
  public func reset() -> ChangeReferences {
    identityMap = IdentityMap()
    return rollback()
  }
}
