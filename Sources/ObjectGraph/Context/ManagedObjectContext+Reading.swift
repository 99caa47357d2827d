public import PredicateLanguage

extension ManagedObjectContext {
  /// Runs reads that must all see the same moment of the store; pending changes are as they are.
  ///
  /// - Throws: what opening the store for reading throws; `body` has not run then.
  package func reading<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try reader().reading(body)
  }

  /// What the context shows of an object.
  ///
  /// - Throws: `StoreError.objectNotFound` if there is none, or if it is to be deleted.
  public func snapshot(_ objectID: ObjectID) throws(StoreError) -> ObjectSnapshot {
    let objectID = persistentStoreCoordinator.resolve(objectID)
    guard let entity = persistentStoreCoordinator.managedObjectModel.entity(named: objectID.entity) else {
      throw .objectNotFound(objectID)
    }
    let committed = try committedSnapshot(objectID, of: entity)
    guard let visible = visible(objectID, tracker[objectID], committed) else {
      throw .objectNotFound(objectID)
    }
    return visible
  }

  /// The objects whose column holds exactly this value (never `.null`): saved ones by primary key, then new
  /// ones.
  ///
  /// The short way for lookups by a unique attribute: only objects that hold the value, or did, are looked
  /// at.
  public func rows(
    of entity: EntityDescription, whereColumn column: Int, equals value: AttributeValue
  ) throws(StoreError) -> StoreRows {
    let reader = try reader()
    guard !tracker.isEmpty else { return try reader.rows(of: entity, whereColumn: column, equals: value) }
    let store = try persistentStoreCoordinator.store().identifier
    return try reader.reading { () throws(StoreError) in
      let stored = try reader.rows(of: entity, whereColumn: column, equals: value)
      var candidates = tracker.objectIDs(of: entity.name, whereColumn: column, equals: value)
      for row in 0..<stored.count { candidates.insert(stored.objectID(row, of: entity, in: store)) }
      var pending: [ObjectID: PendingChange] = [:]
      for objectID in candidates { pending[objectID] = tracker[objectID] }
      if pending.isEmpty { return stored }
      let changed = try overlay(of: entity, pending).filter { $0.values[column] == value }
      return try MergedRows(entity: entity, sort: [], limit: nil, offset: 0, cancellation)
        .merge(stored, without: pending, with: changed)
    }
  }

  func visible(
    _ objectID: ObjectID, _ pending: PendingChange?, _ committed: ObjectSnapshot?
  ) -> ObjectSnapshot? {
    pending.map { $0.visible(objectID, over: committed) } ?? committed
  }

  /// The newest committed values of an object of this store; nil if it has no row.
  func committedSnapshot(
    _ objectID: ObjectID, of entity: EntityDescription
  ) throws(StoreError) -> ObjectSnapshot? {
    let store = try persistentStoreCoordinator.store()
    guard objectID.store == store.identifier, let key = objectID.primaryKey else { return nil }
    let rows = try reader().rows(of: entity, keys: [key])
    return rows.isEmpty ? nil : rows.snapshot(0, of: entity, in: store.identifier)
  }

  /// What the context shows of an entity's changed and new objects: changed ones by primary key, then new
  /// ones in order of insertion; deleted ones are left out.
  func overlay(
    of entity: EntityDescription, _ pending: [ObjectID: PendingChange]
  ) throws(StoreError) -> [ObjectSnapshot] {
    let store = try persistentStoreCoordinator.store()
    var updated: [ObjectID: ChangeSet.Update] = [:]
    var inserted: [(order: Int, ObjectSnapshot)] = []
    for (objectID, change) in pending {
      switch change {
      case .updated(let update): updated[objectID] = update
      case .inserted(let order, let values):
        inserted.append((order, ObjectSnapshot(objectID: objectID, version: 0, values: values)))
      case .deleted: break
      }
    }
    var result: [ObjectSnapshot] = []
    if !updated.isEmpty {
      let rows = try reader().rows(of: entity, keys: updated.keys.compactMap(\.primaryKey))
      for row in 0..<rows.count {
        let committed = rows.snapshot(row, of: entity, in: store.identifier)
        if let update = updated.removeValue(forKey: committed.objectID) {
          result.append(update.applied(to: committed))
        }
      }
      // What is left was deleted by somebody else.
      result += updated.values.map { $0.applied(to: $0.base) }
      result.sort { $0.objectID.precedes($1.objectID) }
    }
    return result + inOrder(inserted)
  }
}
