public import PredicateLanguage

extension ManagedObjectContext {
  /// Settles changed objects with what others have committed meanwhile.
  ///
  /// New objects stay as they are in both modes.
  /// - Parameter keepChanges: true bases the pending changes on the newest commit, so that the next save wins; false
  ///   gives them up.
  /// - Returns: what the context shows of the objects now, in the order asked for; those that others deleted and whose
  ///   changes were given up are left out.
  /// - Throws: `StoreError.objectNotFound` for an object that does not exist, or that is gone while its changes are
  ///   to be kept; nothing has changed then.
  public func refresh(_ objectIDs: [ObjectID], keepChanges: Bool) throws(StoreError) -> [ObjectSnapshot] {
    try atomically { () throws(StoreError) in
      var result: [ObjectSnapshot] = []
      for objectID in objectIDs.map({ persistentStoreCoordinator.resolve($0) }) {
        let entity = try entity(named: objectID.entity)
        let committed = try committedSnapshot(objectID, of: entity)
        let pending = tracker[objectID]
        if pending == nil && committed == nil { throw .objectNotFound(objectID) }
        try settle(objectID, pending, with: committed, keepChanges: keepChanges)
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
      guard keepChanges else { return mutate(objectID, to: nil) }
      guard let committed else { throw .objectNotFound(objectID) }
      let left = update.changes.filter { committed.values[$0.column] != $0.value }
      let rebased = ChangeSet.Update(base: committed, changes: left)
      mutate(objectID, to: left.isEmpty ? nil : .updated(rebased))
    case .deleted:
      guard keepChanges, let committed else { return mutate(objectID, to: nil) }
      mutate(objectID, to: .deleted(ChangeSet.Deletion(snapshot: committed)))
    }
  }
}
