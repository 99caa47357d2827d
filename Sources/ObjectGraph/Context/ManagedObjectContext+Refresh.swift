public import PredicateLanguage

extension ManagedObjectContext {
  /// Settles changed objects with what others have committed meanwhile.
  ///
  /// New objects stay as they are in both modes.
  /// - Parameters:
  ///   - objectIDs: the objects; one may be named more than once.
  ///   - keepChanges: true bases the pending changes on the newest commit, so that the next save wins; false
  ///     gives them up. Changes to an object that others have deleted have nothing to be based on and are
  ///     given up either way.
  /// - Returns: what the context shows of the objects now, in the order asked for; those that are gone are
  ///   left out.
  /// - Throws: `StoreError.objectNotFound` for an ID that names no object and that the context knows nothing
  ///   of: it has no pending change and was never the temporary ID of a saved object; nothing has changed
  ///   then.
  public func refresh(_ objectIDs: [ObjectID], keepChanges: Bool) throws(StoreError) -> [ObjectSnapshot] {
    try atomically { () throws(StoreError) in
      var result: [ObjectSnapshot] = []
      var settled: Set<ObjectID> = []
      for asked in objectIDs {
        let objectID = persistentStoreCoordinator.resolve(asked)
        let entity = try entity(named: objectID.entity)
        let committed = try committedSnapshot(objectID, of: entity)
        let pending = tracker[objectID]
        if pending == nil && committed == nil {
          guard objectID != asked || settled.contains(objectID) else { throw .objectNotFound(objectID) }
        }
        try settle(objectID, pending, with: committed, keepChanges: keepChanges)
        settled.insert(objectID)
        tracker.forgetTransients(of: objectID)
        identityMap.turnIntoFault(objectID)
        if isOfRemovedStore(objectID) { continue }
        if let visible = visible(objectID, tracker[objectID], committed) { result.append(visible) }
      }
      return result
    }
  }

  private func settle(
    _ objectID: ObjectID, _ pending: PendingChange?, with committed: ObjectSnapshot?, keepChanges: Bool
  ) throws(StoreError) {
    switch pending {
    case .inserted, nil: break
    case .updated(let update):
      guard keepChanges, let committed else { return try discardChanges(of: objectID, update) }
      let rebased = ChangeSet.Update(
        base: committed, changes: update.changes.filter { committed.values[$0.column] != $0.value },
        changedRelationships: update.changedRelationships)
      mutate(objectID, to: rebased.isEmpty ? nil : .updated(rebased))
    case .deleted:
      guard keepChanges, let committed else { return mutate(objectID, to: nil) }
      mutate(objectID, to: .deleted(ChangeSet.Deletion(snapshot: committed)))
      // Others may have made new dependants.
      try propagateDeletion(of: committed)
    }
  }
}
