public import FoundationEssentials
public import PredicateLanguage
import Synchronization

/// Brings contexts and stores together: requests go down to the store of their entity, IDs of saved objects
/// are kept for all.
///
/// Several stores share a model by its configurations: each entity lies in one store at most. A relationship
/// cannot lead from one store to another. A save is atomic in each store, and not across them.
///
/// Shared by every context of a process; any thread may use it.
public final class PersistentStoreCoordinator: Sendable {
  /// What the stores hold, all or some of it.
  public let managedObjectModel: ManagedObjectModel
  private let state = Mutex(State())
  private let removal = Atomic<Bool>(false)

  private struct State {
    var stores = AddedStores()
    var hooks: [String: EntityHooks] = [:]
    /// Where the temporary IDs of this process's objects went; kept for the life of the process.
    var permanentKeys: [UUID: Int64] = [:]

    func resolve(_ objectID: ObjectID) -> ObjectID {
      guard case .temporary(let name) = objectID.key, let key = permanentKeys[name] else { return objectID }
      return ObjectID(store: objectID.store, entity: objectID.entity, key: .permanent(key))
    }
  }

  /// A coordinator without a store yet.
  public init(managedObjectModel: ManagedObjectModel) {
    self.managedObjectModel = managedObjectModel
  }

  /// Adds a store that objects of its configuration are read from and saved to.
  ///
  /// - Throws: `StoreError.open` if another store holds some of its entities, all of which are named; for a
  ///   configuration that the model does not have, or that splits an inheritance tree.
  public func addPersistentStore(_ store: any PersistentStore) throws(StoreError) {
    let configuration = try StoreConfiguration(store.configurationName, of: managedObjectModel)
    try state.withLock { state throws(StoreError) in try state.stores.add(store, configuration) }
  }

  /// Whether a store can be added.
  ///
  /// - Throws: `StoreError.open` if another store holds some of its entities.
  func checkHasRoom(for configuration: StoreConfiguration) throws(StoreError) {
    try state.withLock { state throws(StoreError) in try state.stores.checkHasRoom(for: configuration) }
  }

  /// Removes a store and closes it.
  ///
  /// Its objects are not there any more: whatever is done with them is `StoreError.objectNotFound`. A context that
  /// has changes of them pending cannot save (`.open`, saying so) until it has given them up by `rollback` or
  /// `reset`. Contexts let go of the store when they next begin to read another, or at `disconnect`.
  /// - Throws: `StoreError.open` for a store that is none of this coordinator's.
  public func remove(_ store: any PersistentStore) throws(StoreError) {
    try state.withLock { state throws(StoreError) in
      try state.stores.remove(store)
      removal.store(true, ordering: .sequentiallyConsistent)
    }
    store.close()
  }

  /// What the program does with objects of an entity and of its subentities; nil for nothing any more.
  ///
  /// - Throws: `StoreError.unknownEntity`.
  public func setHooks(_ hooks: EntityHooks?, forEntityName name: String) throws(StoreError) {
    guard managedObjectModel.entity(named: name) != nil else { throw .unknownEntity(name) }
    state.withLock { $0.hooks[name] = hooks }
  }

  /// The hooks by name of the entity.
  var hooks: [String: EntityHooks] { state.withLock { $0.hooks } }

  /// The stores added so far.
  ///
  /// In the order in which they were added, which is that of a save.
  public var persistentStores: [any PersistentStore] { state.withLock { $0.stores.all } }

  /// The store at a place; nil if none of the stores is there.
  public func persistentStore(for url: URL) -> (any PersistentStore)? {
    persistentStores.first { $0.url?.standardizedFileURL == url.standardizedFileURL }
  }

  /// The store that the objects of an entity of the model lie in.
  ///
  /// - Throws: `StoreError.open` if none does.
  /// - Complexity: O(1).
  public func store(holding entity: EntityDescription) throws(StoreError) -> any PersistentStore {
    let (store, isEmpty) = state.withLock { ($0.stores.store(holding: entity), $0.stores.all.isEmpty) }
    if let store { return store }
    if isEmpty { throw .open(reason: "no store was added to this coordinator") }
    throw .open(reason: "no store holds \(entity.name)")
  }

  /// The store that an object lies, or is to lie, in; nil if it is no store of this coordinator, or does not
  /// hold the object's entity.
  func store(of objectID: ObjectID) -> (any PersistentStore)? {
    managedObjectModel.entity(named: objectID.entity).flatMap { store(of: objectID, $0) }
  }

  /// The same where the object's entity is known.
  func store(of objectID: ObjectID, _ entity: EntityDescription) -> (any PersistentStore)? {
    let store = state.withLock { $0.stores.store(holding: entity) }
    return store?.identifier == objectID.store ? store : nil
  }

  /// Whether an object lies in one of the stores that is not the given one.
  func isExternal(_ objectID: ObjectID, to store: UUID) -> Bool {
    objectID.store != store && self.store(of: objectID) != nil
  }

  /// Whether a store was ever removed, so that contexts may know objects of it.
  var hasRemovedStores: Bool { removal.load(ordering: .sequentiallyConsistent) }

  /// The permanent ID of an object that was saved in this process; any other ID unchanged.
  public func resolve(_ objectID: ObjectID) -> ObjectID {
    guard objectID.isTemporary else { return objectID }
    return state.withLock { $0.resolve(objectID) }
  }

  /// The same objects, with permanent IDs where they, or those that they lead to, have some.
  func resolve(_ snapshots: [ObjectSnapshot]) -> [ObjectSnapshot] {
    state.withLock { state in
      snapshots.map { snapshot in
        var resolved = snapshot
        resolved.objectID = state.resolve(snapshot.objectID)
        for (column, value) in snapshot.values.enumerated() {
          guard case .objectID(let objectID) = value, objectID.isTemporary else { continue }
          resolved.values[column] = .objectID(state.resolve(objectID))
        }
        return resolved
      }
    }
  }

  /// Writes a change set to one store as one transaction and remembers the permanent IDs.
  ///
  /// - Throws: what `PersistentStore.commit` throws; nothing has changed then.
  func commit(
    _ changes: ChangeSet, to store: any PersistentStore, cancellation: Cancellation
  ) throws(StoreError) -> CommitReceipt {
    let receipt = try store.commit(changes, cancellation: cancellation)
    state.withLock { state in
      state.permanentKeys.reserveCapacity(state.permanentKeys.count + receipt.permanentIDs.count)
      for (temporary, permanent) in receipt.permanentIDs {
        if case .temporary(let name) = temporary.key { state.permanentKeys[name] = permanent.primaryKey }
      }
    }
    return receipt
  }
}
