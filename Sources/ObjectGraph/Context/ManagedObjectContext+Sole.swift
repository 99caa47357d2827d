public import PredicateLanguage

/// Entities of which there is one object, such as a program's settings.
extension ManagedObjectContext {
  /// The object of an entity that has one; nil if it has none yet.
  ///
  /// Of several, the first.
  public func soleObject(of entity: EntityDescription) throws(StoreError) -> ObjectSnapshot? {
    let store = try persistentStoreCoordinator.store(holding: entity).identifier
    let rows = try fetch(StoreQuery(entity: entity, limit: 1))
    return rows.isEmpty ? nil : rows.snapshot(0, of: entity, in: store)
  }

  /// The committed object of an entity that has one, made if there is none; a pending deletion of it is given
  /// up.
  ///
  /// - Returns: its ID, and what was committed if it was made.
  /// - Throws: what a save throws.
  public func ensureSoleObject(of entity: EntityDescription) throws(StoreError) -> (ObjectID, SaveResult?) {
    if let found = try committedSoleObject(of: entity) {
      if tracker[found]?.isDeletion == true { mutate(found, to: nil) }
      return (found, nil)
    }
    let made = try makeSoleObject(of: entity)
    guard let found = try committedSoleObject(of: entity) else {
      throw .failed(reason: "the object of \(entity.name) went as soon as it was made")
    }
    return (found, made)
  }

  private func committedSoleObject(of entity: EntityDescription) throws(StoreError) -> ObjectID? {
    let store = try persistentStoreCoordinator.store(holding: entity)
    let rows = try reader(of: store).fetch(StoreQuery(entity: entity, limit: 1), cancellation: cancellation)
    return rows.isEmpty ? nil : rows.objectID(0, of: entity, in: store.identifier)
  }

  /// Makes the object of an entity that has none, with its default values, and commits it at once, alone;
  /// whatever is pending here stays pending.
  ///
  /// Whoever comes second, in this or another process, makes none: so there is never more than one.
  /// - Returns: what was committed.
  /// - Throws: what a save throws.
  private func makeSoleObject(of entity: EntityDescription) throws(StoreError) -> SaveResult {
    let store = try writableStore(of: entity)
    let objectID = ObjectID(store: store.identifier, entity: entity.name, key: .temporary(tracker.makeName()))
    var changes = ChangeSet.EntityChanges(entity: entity)
    changes.insertions = [ChangeSet.Insertion(objectID: objectID, values: entity.defaultRow)]
    changes.insertsOnlyFirst = true
    return SaveResult(
      try persistentStoreCoordinator.commit(
        ChangeSet(entities: [changes]), to: store, cancellation: cancellation))
  }
}
