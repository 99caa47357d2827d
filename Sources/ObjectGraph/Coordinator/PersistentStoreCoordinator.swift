import FoundationEssentials
public import PredicateLanguage
import Synchronization

/// Brings contexts and a store together: requests go down to the store, IDs of saved objects are kept for
/// all.
///
/// Shared by every context of a process; any thread may use it.
public final class PersistentStoreCoordinator: Sendable {
  /// What the store holds.
  public let managedObjectModel: ManagedObjectModel
  private let state = Mutex(State())

  private struct State {
    var store: (any PersistentStore)?
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

  /// Adds the store that objects are read from and saved to.
  ///
  /// - Throws: `StoreError.open` if there is one already.
  public func addPersistentStore(_ store: any PersistentStore) throws(StoreError) {
    let isFirst = state.withLock { state in
      guard state.store == nil else { return false }
      state.store = store
      return true
    }
    guard isFirst else { throw Self.noRoom }
  }

  private static var noRoom: StoreError { .open(reason: "this coordinator has a store already") }

  /// Whether a store can be added.
  ///
  /// - Throws: `StoreError.open` if there is one already.
  func checkHasRoom() throws(StoreError) {
    if state.withLock({ $0.store != nil }) { throw Self.noRoom }
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
  public var persistentStores: [any PersistentStore] {
    state.withLock { $0.store.map { [$0] } ?? [] }
  }

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

  /// Writes a change set as one transaction and remembers the permanent IDs.
  ///
  /// - Throws: what `PersistentStore.commit` throws; nothing has changed then.
  func commit(_ changes: ChangeSet, cancellation: Cancellation) throws(StoreError) -> CommitReceipt {
    let receipt = try store().commit(changes, cancellation: cancellation)
    state.withLock { state in
      state.permanentKeys.reserveCapacity(state.permanentKeys.count + receipt.permanentIDs.count)
      for (temporary, permanent) in receipt.permanentIDs {
        if case .temporary(let name) = temporary.key { state.permanentKeys[name] = permanent.primaryKey }
      }
    }
    return receipt
  }

  /// The store.
  ///
  /// - Throws: `StoreError.open` if none was added.
  func store() throws(StoreError) -> any PersistentStore {
    guard let store = state.withLock({ $0.store }) else {
      throw .open(reason: "no store was added to this coordinator")
    }
    return store
  }
}
