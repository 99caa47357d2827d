import FoundationEssentials
public import PredicateLanguage

/// One member of a to-many relationship, as a context shows it.
struct ShownMember {
  let objectID: ObjectID
  /// Its place in an ordered relationship; 0 in others.
  let order: Int64
}

extension ManagedObjectContext {
  /// The objects that a to-many relationship leads to, pending changes counted in.
  ///
  /// - Parameter name: a to-many relationship of the object's entity.
  /// - Returns: in the order of an ordered relationship; otherwise saved ones by primary key, then new ones in order of
  ///   insertion.
  /// - Throws: `StoreError.unknownProperty` if there is no such relationship; `.objectNotFound`.
  public func objectIDs(
    forRelationshipNamed name: String, of objectID: ObjectID
  ) throws(StoreError) -> [ObjectID] {
    let owner = try snapshot(objectID).objectID
    return try members(of: try toMany(name, of: owner), owner).map(\.objectID)
  }

  /// The members of a to-many relationship for many objects at once, with one question to the store.
  ///
  /// - Returns: for each of `objectIDs` what `objectIDs(forRelationshipNamed:of:)` gives, in the order asked for.
  /// - Throws: `StoreError.unknownProperty`.
  public func objectIDs(
    forRelationshipNamed name: String, ofEach objectIDs: [ObjectID]
  ) throws(StoreError) -> [[ObjectID]] {
    guard let first = objectIDs.first else { return [] }
    let owners = objectIDs.map { persistentStoreCoordinator.resolve($0) }
    let relationship = try toMany(name, of: first)
    let stored = Dictionary(grouping: try storedMembers(of: relationship, owners), by: \.owner)
    return try owners.map { owner throws(StoreError) in
      let own = owner.store == owners[0].store ? owner.primaryKey.flatMap { stored[$0] } ?? [] : []
      return try members(of: relationship, owner, own.compactMap { shown($0, relationship, owner.store) })
        .map(\.objectID)
    }
  }

  /// The members of one object, in order.
  func members(
    of relationship: ResolvedRelationship, _ owner: ObjectID
  ) throws(StoreError) -> [ShownMember] {
    let stored = try storedMembers(of: relationship, [owner])
      .compactMap { shown($0, relationship, owner.store) }
    return try members(of: relationship, owner, stored)
  }

  /// The to-many relationship of that name.
  func toMany(_ name: String, of objectID: ObjectID) throws(StoreError) -> ResolvedRelationship {
    let entity = try entity(named: objectID.entity)
    guard let relationship = entity.relationship(named: name), relationship.isToMany else {
      throw .unknownProperty(entity: entity.name, property: name)
    }
    return relationship
  }

  /// - Parameter owners: objects of one relationship, and so of one store; others have no members.
  private func storedMembers(
    of relationship: ResolvedRelationship, _ owners: [ObjectID]
  ) throws(StoreError) -> [StoredMember] {
    guard let first = owners.first, let store = persistentStoreCoordinator.store(of: first) else { return [] }
    let reader = try reader(of: store)
    if owners.count == 1, let mark = reader.commitMark {
      return try storedMembers(of: relationship, first, mark, reader)
    }
    let keys = owners.compactMap { $0.store == first.store ? $0.primaryKey : nil }
    return keys.isEmpty ? [] : try reader.members(of: relationship, owners: keys)
  }

  /// The members of one object, which keeps them if somebody holds it.
  private func storedMembers(
    of relationship: ResolvedRelationship, _ owner: ObjectID, _ mark: CommitMark,
    _ reader: any StoreReader
  ) throws(StoreError) -> [StoredMember] {
    guard let key = owner.primaryKey else { return [] }
    let found = identityMap.found(owner)
    if let held = found?.object?.held.members(relationship.name, mark) { return held }
    let prefetched = found?.rows?.members(ofRelationship: relationship.name, owner: key, mark)
    let members =
      if let prefetched { prefetched } else {
        try reader.members(of: relationship, owners: [key])
      }
    found?.object?.held.keep(members, relationship.name, mark)
    return members
  }

  private func shown(
    _ member: StoredMember, _ relationship: ResolvedRelationship, _ store: UUID
  ) -> ShownMember? {
    relationship.destination.name(ofNumber: member.entity).map { name in
      ShownMember(
        objectID: ObjectID(store: store, entity: name, key: .permanent(member.key)), order: member.order)
    }
  }
}

// MARK: - Pending changes

extension ManagedObjectContext {
  /// Lays what is pending over the stored members.
  private func members(
    of relationship: ResolvedRelationship, _ owner: ObjectID, _ stored: [ShownMember]
  ) throws(StoreError) -> [ShownMember] {
    guard !tracker.isEmpty else { return stored }
    let members: [ShownMember]
    switch relationship.storage {
    case .column: return stored
    case .inverseColumn: members = try overlaid(stored, relationship, owner)
    case .pairs(let table, let side): members = overlaid(stored, table, side, owner)
    }
    return members.sorted { left, right in
      if relationship.description.hasOrder, left.order != right.order { return left.order < right.order }
      return isInserted(left.objectID, before: right.objectID)
    }
  }

  private func isInserted(_ left: ObjectID, before right: ObjectID) -> Bool {
    let (leftOrder, rightOrder) = (tracker.order(of: left), tracker.order(of: right))
    return leftOrder == nil && rightOrder == nil
      ? left.isBefore(right) : (leftOrder ?? -1) < (rightOrder ?? -1)
  }

  /// Members are the objects whose to-one relationship leads to the owner.
  private func overlaid(
    _ stored: [ShownMember], _ relationship: ResolvedRelationship, _ owner: ObjectID
  ) throws(StoreError) -> [ShownMember] {
    guard let inverse = relationship.inverse?.name else { return stored }
    var members = stored.filter { tracker[$0.objectID] == nil }
    for member in stored {
      guard case .updated(let update)? = tracker[member.objectID] else { continue }
      let columns = try InverseColumns(inverse, of: entity(named: member.objectID.entity))
      let pending = update.value(ofColumn: columns.reference)
      guard pending == nil || pending == .objectID(owner) else { continue }
      let order = columns.order.flatMap { update.value(ofColumn: $0) }
      members.append(ShownMember(objectID: member.objectID, order: order?.integer ?? member.order))
    }
    let known = Set(members.map(\.objectID))
    for name in relationship.destination.names {
      let columns = try InverseColumns(inverse, of: entity(named: name))
      let holders = tracker.objectIDs(of: name, whereColumn: columns.reference, equals: .objectID(owner))
      for objectID in holders where !known.contains(objectID) {
        if let order = columns.order(of: tracker[objectID], leadingTo: owner) {
          members.append(ShownMember(objectID: objectID, order: order))
        }
      }
    }
    return members
  }

  /// Members are the other halves of the owner's pairs.
  private func overlaid(
    _ stored: [ShownMember], _ table: PairTable, _ side: PairTable.Side, _ owner: ObjectID
  ) -> [ShownMember] {
    var members = stored.filter { !(tracker[$0.objectID]?.isDeletion ?? false) }
    guard let pending = tracker.pairs[table.number] else { return members }
    let keys = pending.keys(of: owner, on: side)
    let changed = Set(keys.map { $0.object(on: side.opposite) })
    members.removeAll { changed.contains($0.objectID) }
    for key in keys {
      let other = key.object(on: side.opposite)
      guard let order = pending.changes[key]?.order(of: side), !(tracker[other]?.isDeletion ?? false) else {
        continue
      }
      members.append(ShownMember(objectID: other, order: order))
    }
    return members
  }
}
