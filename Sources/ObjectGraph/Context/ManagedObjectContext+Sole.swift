import PredicateLanguage

/// Entities of which there is one object, such as a program's settings.
extension ManagedObjectContext {
  /// The object of an entity that has one; nil if it has none yet.
  ///
  /// Of several, the first.
  public func soleObject(of entity: EntityDescription) throws(StoreError) -> ObjectSnapshot? {
    let store = try persistentStoreCoordinator.store().identifier
    let rows = try fetch(StoreQuery(entity: entity, limit: 1))
    return rows.isEmpty ? nil : rows.snapshot(0, of: entity, in: store)
  }

  /// Makes the object of an entity that has none, with its default values, and commits it at once, alone; whatever is
  /// pending here stays pending.
  ///
  /// Whoever comes second, in this or another process, makes none: so there is never more than one.
  /// - Returns: what was committed.
  /// - Throws: what a save throws.
  public func makeSoleObject(of entity: EntityDescription) throws(StoreError) -> SaveResult {
    let store = try persistentStoreCoordinator.store()
    if store.isReadOnly { throw .readOnly }
    let objectID = ObjectID(store: store.identifier, entity: entity.name, key: .temporary(tracker.makeName()))
    var changes = ChangeSet.EntityChanges(entity: entity)
    changes.insertions = [ChangeSet.Insertion(objectID: objectID, values: entity.defaultRow)]
    changes.insertsOnlyFirst = true
    return SaveResult(
      try persistentStoreCoordinator.commit(ChangeSet(entities: [changes]), cancellation: cancellation))
  }
}
