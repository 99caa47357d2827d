public import PredicateLanguage

/// What can be said of a to-many relationship without reading its members.
extension ManagedObjectContext {
  /// How many objects a to-many relationship leads to, pending changes counted in.
  ///
  /// - Throws: `StoreError.unknownProperty`, `.objectNotFound`.
  /// - Complexity: the store's, and O(pending changes that can concern the list).
  public func objectCount(
    forRelationshipNamed name: String, of objectID: ObjectID
  ) throws(StoreError) -> Int {
    let owner = try snapshot(objectID).objectID
    return try memberCount(of: try toMany(name, of: owner), owner)
  }

  /// Whether a to-many relationship leads to an object; false for one that is gone.
  ///
  /// - Throws: `StoreError.unknownProperty`, `.objectNotFound` for the owner.
  /// - Complexity: O(1), however many members there are.
  public func contains(
    _ member: ObjectID, inRelationship name: String, of objectID: ObjectID
  ) throws(StoreError) -> Bool {
    let owner = try snapshot(objectID).objectID
    let relationship = try toMany(name, of: owner)
    guard let member = try shownSnapshot(member)?.objectID, relationship.destination.contains(member.entity)
    else { return false }
    return try isMember(member, of: relationship, owner)
  }

  /// See `objectCount(forRelationshipNamed:of:)`.
  func memberCount(of relationship: ResolvedRelationship, _ owner: ObjectID) throws(StoreError) -> Int {
    let stored = try owner.primaryKey.map { key throws(StoreError) in
      try reader(of: try entity(named: owner.entity)).memberCount(of: relationship, owner: key)
    }
    if tracker.isEmpty { return stored ?? 0 }
    switch relationship.storage {
    case .column: return 0
    case .inverseColumn:
      let changed = try changedReferences(of: relationship)
      // Whatever is less to look at.
      if let stored, stored < changed.count { return try members(of: relationship, owner).count }
      return try (stored ?? 0) - storedCount(changed, relationship, owner) + newCount(relationship, owner)
    case .pairs(let table, let side):
      return try (stored ?? 0) + difference(relationship, table, side, owner)
    }
  }
}

// MARK: - Columns of the members

extension ManagedObjectContext {
  /// The saved objects that may lead elsewhere than the store says: deleted, or changed in the column that leads back.
  private func changedReferences(of relationship: ResolvedRelationship) throws(StoreError) -> [ObjectID] {
    guard let inverse = relationship.inverse?.name else { return [] }
    var changed: [ObjectID] = []
    for name in relationship.destination.names {
      let column = try InverseColumns(inverse, of: entity(named: name)).reference
      for (objectID, change) in tracker.pending(of: name) {
        switch change {
        case .deleted: changed.append(objectID)
        case .updated(let update) where update.value(ofColumn: column) != nil: changed.append(objectID)
        case .updated, .inserted: continue
        }
      }
    }
    return changed
  }

  /// How many of these objects the store has as members.
  private func storedCount(
    _ changed: [ObjectID], _ relationship: ResolvedRelationship, _ owner: ObjectID
  ) throws(StoreError) -> Int {
    guard !changed.isEmpty, owner.primaryKey != nil, let inverse = relationship.inverse?.name else {
      return 0
    }
    let destination = try entity(named: relationship.destination.name)
    let store = try persistentStoreCoordinator.store(holding: destination)
    let rows = try reader(of: store).rows(of: destination, keys: changed.compactMap(\.primaryKey))
    return try (0..<rows.count).count { row throws(StoreError) in
      let snapshot = rows.snapshot(row, of: destination, in: store.identifier)
      let columns = try InverseColumns(inverse, of: entity(named: snapshot.objectID.entity))
      return snapshot.values[columns.reference] == .objectID(owner)
    }
  }

  /// How many pending changes make an object a member, or keep it one.
  private func newCount(
    _ relationship: ResolvedRelationship, _ owner: ObjectID
  ) throws(StoreError) -> Int {
    guard let inverse = relationship.inverse?.name else { return 0 }
    var count = 0
    for name in relationship.destination.names {
      let columns = try InverseColumns(inverse, of: entity(named: name))
      let holders = tracker.objectIDs(of: name, whereColumn: columns.reference, equals: .objectID(owner))
      count += holders.count { columns.order(of: tracker[$0], leadingTo: owner) != nil }
    }
    return count
  }
}

// MARK: - Pairs

extension ManagedObjectContext {
  /// By how many the pending changes of pairs, and deletions of objects in them, change the number of members.
  private func difference(
    _ relationship: ResolvedRelationship, _ table: PairTable, _ side: PairTable.Side, _ owner: ObjectID
  ) throws(StoreError) -> Int {
    let pending = tracker.pairs[table.number]
    let keys = pending?.keys(of: owner, on: side) ?? []
    var difference = 0
    for key in keys where try storedChange(of: key, in: table) != nil { difference -= 1 }
    for key in keys where !isDeleted(key.object(on: side.opposite)) {
      if pending?.changes[key]?.order(of: side) != nil { difference += 1 }
    }
    let known = Set(keys.map { $0.object(on: side.opposite) })
    for name in relationship.destination.names {
      for (objectID, change) in tracker.pending(of: name) where change.isDeletion && !known.contains(objectID)
      {
        let key = PendingPairs.Key(owner, objectID, on: side)
        if try storedChange(of: key, in: table) != nil { difference -= 1 }
      }
    }
    return difference
  }

  private func isDeleted(_ objectID: ObjectID) -> Bool { tracker[objectID]?.isDeletion ?? false }
}
