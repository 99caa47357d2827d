import FoundationEssentials
import PredicateLanguage

/// The part of a save that goes to one store.
struct StoreChanges {
  let store: any PersistentStore
  var changes: ChangeSet
}

extension PersistentStoreCoordinator {
  /// The changes by store, in the order in which stores were added; those without changes are left out.
  ///
  /// - Throws: `StoreError.open` for changes of objects whose store is not there any more; `.readOnly`.
  func parts(of changes: ChangeSet) throws(StoreError) -> [StoreChanges] {
    try checkStoresAreThere { changes }
    let stores = persistentStores
    if stores.count == 1 {
      // A store that is read-only says so itself.
      return [StoreChanges(store: stores[0], changes: changes)]
    }
    var parts = stores.map { StoreChanges(store: $0, changes: ChangeSet()) }
    for entityChanges in changes.entities {
      let holder = try store(holding: entityChanges.entity)
      if let index = stores.firstIndex(where: { $0 === holder }) {
        parts[index].changes.entities.append(entityChanges)
      }
    }
    for pairChanges in changes.pairs {
      guard let entity = managedObjectModel.entity(named: pairChanges.table.source.family.name) else {
        continue
      }
      let holder = try store(holding: entity)
      if let index = stores.firstIndex(where: { $0 === holder }) {
        parts[index].changes.pairs.append(pairChanges)
      }
    }
    parts.removeAll { $0.changes.entities.isEmpty && $0.changes.pairs.isEmpty }
    if parts.contains(where: { $0.store.isReadOnly }) { throw .readOnly }
    return parts
  }

  /// Whether the stores of all changed objects are there.
  ///
  /// - Throws: `StoreError.open` for the first entity with changes of objects whose store is not.
  /// - Complexity: O(changed objects), O(1) if no store was ever removed.
  func checkStoresAreThere(_ changes: () -> ChangeSet) throws(StoreError) {
    guard hasRemovedStores else { return }
    for entityChanges in changes().entities {
      guard let first = entityChanges.objectIDs.first else { continue }
      let holder = store(of: first)?.identifier
      guard let holder, entityChanges.objectIDs.allSatisfy({ $0.store == holder }) else {
        throw .open(
          reason: "changes of \(entityChanges.entity.name) are pending whose store was removed; "
            + "they can only be given up")
      }
    }
  }
}

extension ChangeSet.EntityChanges {
  /// Every changed object.
  var objectIDs: [ObjectID] {
    insertions.map(\.objectID) + updates.map(\.base.objectID) + deletions.map(\.snapshot.objectID)
  }
}
