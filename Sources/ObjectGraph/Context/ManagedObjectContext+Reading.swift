public import PredicateLanguage

extension ManagedObjectContext {
  /// Runs reads that must all see the same moment, one of each store; pending changes are as they are.
  ///
  /// - Throws: what opening a store for reading throws; `body` has not run then.
  package func reading<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let readers = try persistentStoreCoordinator.persistentStores.map { store throws(StoreError) in
      try reader(of: store)
    }
    return try reading(readers[...], body)
  }

  private func reading<Result>(
    _ readers: ArraySlice<any StoreReader>, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    guard let first = readers.first else { return try body() }
    return try first.reading { () throws(StoreError) in try reading(readers.dropFirst(), body) }
  }

  /// What the context shows of an object.
  ///
  /// - Throws: `StoreError.objectNotFound` if there is none, or if it is to be deleted.
  public func snapshot(_ objectID: ObjectID) throws(StoreError) -> ObjectSnapshot {
    guard let shown = try shownSnapshot(objectID) else {
      throw .objectNotFound(persistentStoreCoordinator.resolve(objectID))
    }
    return shown
  }

  /// What the context shows of an object; nil if there is none, or if it is to be deleted.
  func shownSnapshot(_ objectID: ObjectID) throws(StoreError) -> ObjectSnapshot? {
    let objectID = persistentStoreCoordinator.resolve(objectID)
    guard let entity = persistentStoreCoordinator.managedObjectModel.entity(named: objectID.entity) else {
      return nil
    }
    let pending = tracker[objectID]
    if pending != nil, isOfRemovedStore(objectID) { return nil }
    if case .inserted = pending { return visible(objectID, pending, nil) }
    return visible(objectID, pending, try committedSnapshot(objectID, of: entity))
  }

  /// The objects whose column holds exactly this value (never `.null`): saved ones by primary key, then new
  /// ones.
  ///
  /// The short way for lookups by a unique attribute: only objects that hold the value, or did, are looked
  /// at.
  public func rows(
    of entity: EntityDescription, whereColumn column: Int, equals value: AttributeValue
  ) throws(StoreError) -> StoreRows {
    let store = try persistentStoreCoordinator.store(holding: entity)
    let reader = try reader(of: store)
    guard !tracker.isEmpty else { return try reader.rows(of: entity, whereColumn: column, equals: value) }
    let identifier = store.identifier
    return try reader.reading { () throws(StoreError) in
      let stored = try reader.rows(of: entity, whereColumn: column, equals: value)
      var candidates = tracker.objectIDs(of: entity.name, whereColumn: column, equals: value)
      for row in 0..<stored.count { candidates.insert(stored.objectID(row, of: entity, in: identifier)) }
      if entity.family.isPolymorphic {
        for subentity in entity.subentities {
          guard let own = subentity.columnIndex(named: entity.columns[column].name) else { continue }
          candidates.formUnion(
            tracker.objectIDs(of: subentity.name, whereColumn: own, equals: value))
        }
      }
      var pending: [ObjectID: PendingChange] = [:]
      for objectID in candidates where objectID.store == identifier {
        pending[objectID] = tracker[objectID]
      }
      if pending.isEmpty { return stored }
      return try withPaths { paths throws(StoreError) in
        let name = entity.columns[column].name
        let changed = try overlay(of: StoreQuery(entity: entity), pending)
          .filter { paths.value(of: name, in: $0) == value }
        return try MergedRows(
          entity: entity, in: identifier, order: RowOrder(sort: [], paths), cancellation
        ).merge(stored, without: pending, with: changed)
      }
    }
  }

  func visible(
    _ objectID: ObjectID, _ pending: PendingChange?, _ committed: ObjectSnapshot?
  ) -> ObjectSnapshot? {
    pending.map { $0.visible(objectID, over: committed) } ?? committed
  }

  /// Whether an object's store was there once and is not any more.
  func isOfRemovedStore(_ objectID: ObjectID) -> Bool {
    persistentStoreCoordinator.hasRemovedStores && persistentStoreCoordinator.store(of: objectID) == nil
  }

  /// The newest committed values of an object; nil if it has no row in one of the stores.
  func committedSnapshot(
    _ objectID: ObjectID, of entity: EntityDescription
  ) throws(StoreError) -> ObjectSnapshot? {
    guard let key = objectID.primaryKey, let store = persistentStoreCoordinator.store(of: objectID, entity)
    else { return nil }
    let reader = try reader(of: store)
    guard let found = identityMap.found(objectID), let mark = reader.commitMark else {
      return try committedSnapshot(objectID, of: entity, key, reader)
    }
    if let held = found.object?.held.snapshot(mark) { return held }
    var snapshot = try found.rows?.snapshot(at: found.position, mark, reader, in: objectID.store)
    if snapshot == nil { snapshot = try committedSnapshot(objectID, of: entity, key, reader) }
    found.object?.held.keep(snapshot, mark)
    return snapshot
  }

  private func committedSnapshot(
    _ objectID: ObjectID, of entity: EntityDescription, _ key: Int64, _ reader: any StoreReader
  ) throws(StoreError) -> ObjectSnapshot? {
    let rows = try reader.rows(of: entity, keys: [key])
    guard !rows.isEmpty else { return nil }
    let snapshot = rows.snapshot(0, of: entity, in: objectID.store)
    // An ID names the object's own entity; that of a superentity names nothing.
    return snapshot.objectID == objectID ? snapshot : nil
  }

  /// What the context shows of an entity's changed and new objects: changed ones by primary key, then new
  /// ones in order of insertion; deleted ones are left out.
  func overlay(
    of query: StoreQuery, _ pending: [ObjectID: PendingChange]
  ) throws(StoreError) -> [ObjectSnapshot] {
    let entity = query.entity
    let store = try persistentStoreCoordinator.store(holding: entity)
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
      let rows = try reader(of: store).rows(of: entity, keys: updated.keys.compactMap(\.primaryKey))
      for row in 0..<rows.count {
        let committed = rows.snapshot(row, of: entity, in: store.identifier)
        if let update = updated.removeValue(forKey: committed.objectID) {
          result.append(update.applied(to: committed))
        }
      }
      // What is left was deleted by somebody else.
      result += updated.values.map { $0.applied(to: $0.base) }
      result.sort { $0.objectID.isBefore($1.objectID) }
    }
    return result + inOrder(inserted)
  }

  /// Hands out a way to follow key paths through what this context shows.
  ///
  /// - Throws: also what reading an object on the way fails with.
  func withPaths<Result>(
    _ body: (PathReader) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    var failure: StoreError?
    func read<Value>(_ read: () throws(StoreError) -> Value) -> Value? {
      do throws(StoreError) {
        return try read()
      } catch {
        failure = failure ?? error
        return nil
      }
    }
    let result = try withoutActuallyEscaping({ (objectID: ObjectID) -> ObjectSnapshot? in
      read { () throws(StoreError) in try self.shownSnapshot(objectID) } ?? nil
    }) { find throws(StoreError) in
      try withoutActuallyEscaping({ (relationship: ResolvedRelationship, owner: ObjectID) -> [ObjectID] in
        read { () throws(StoreError) in try self.members(of: relationship, owner).map(\.objectID) } ?? []
      }) { members throws(StoreError) in
        try body(
          PathReader(model: persistentStoreCoordinator.managedObjectModel, find: find, members: members))
      }
    }
    if let failure { throw failure }
    return result
  }
}
