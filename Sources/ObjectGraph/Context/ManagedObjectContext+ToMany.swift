public import PredicateLanguage

/// Changing to-many relationships: adding, removing, replacing and moving members.
///
/// Both ends change together, before the save, whichever end is named.
extension ManagedObjectContext {
  /// Adds members to a to-many relationship; those that are members already stay where they are.
  ///
  /// - Parameters:
  ///   - index: for an ordered relationship, before which member the new ones come, 0 for the first; nil for the end.
  /// - Throws: `StoreError.unknownProperty`; `.destination` for an object of another entity, `.externalRelationship` for
  ///   one of another store; `.objectNotFound` for the owner or a member; `.limit` for an index beyond the end. Nothing has changed then.
  /// - Complexity: O(new members); with an index, O(all members).
  public func add(
    _ members: [ObjectID], toRelationship name: String, of objectID: ObjectID, at index: Int? = nil
  ) throws(StoreError) {
    try changeMembers(name, objectID, members) { relationship, owner, members throws(StoreError) in
      var new: [ObjectID] = []
      var seen: Set<ObjectID> = []
      for member in members {
        let isMember = try self.isMember(member, of: relationship, owner)
        if seen.insert(member).inserted, !isMember { new.append(member) }
      }
      guard let index, relationship.description.hasOrder else {
        for member in new { try link(member, to: owner, relationship) }
        return
      }
      try insert(new, into: relationship, of: owner, at: index)
    }
  }

  /// Removes members from a to-many relationship; those that are none are no error.
  ///
  /// - Throws: as for `add`.
  public func remove(
    _ members: [ObjectID], fromRelationship name: String, of objectID: ObjectID
  ) throws(StoreError) {
    try changeMembers(name, objectID, members) { relationship, owner, members throws(StoreError) in
      for member in members where try self.isMember(member, of: relationship, owner) {
        try unlink(member, from: owner, relationship)
      }
    }
  }

  /// Gives a to-many relationship exactly these members, for an ordered one in this order.
  ///
  /// - Throws: as for `add`.
  public func set(
    _ members: [ObjectID], ofRelationship name: String, of objectID: ObjectID
  ) throws(StoreError) {
    try changeMembers(name, objectID, members) { relationship, owner, members throws(StoreError) in
      var seen: Set<ObjectID> = []
      let wanted = members.filter { seen.insert($0).inserted }
      let present = try self.members(of: relationship, owner).map(\.objectID)
      for member in present where !seen.contains(member) {
        try unlink(member, from: owner, relationship)
      }
      let kept = Set(present)
      for member in wanted where !kept.contains(member) { try link(member, to: owner, relationship) }
      if relationship.description.hasOrder { try arrange(wanted, relationship, owner) }
    }
  }

  /// Moves a member of an ordered relationship.
  ///
  /// - Parameter index: its position afterwards, 0 for the first.
  /// - Throws: as for `add`; `.objectNotFound` also for an object that is no member; `.unknownProperty` for a
  ///   relationship without an order.
  public func move(
    _ member: ObjectID, inRelationship name: String, of objectID: ObjectID, to index: Int
  ) throws(StoreError) {
    try changeMembers(name, objectID, [member]) { relationship, owner, members throws(StoreError) in
      guard relationship.description.hasOrder else {
        throw .unknownProperty(entity: owner.entity, property: name)
      }
      var list = try self.members(of: relationship, owner)
      guard let position = list.firstIndex(where: { $0.objectID == members[0] }) else {
        throw .objectNotFound(members[0])
      }
      list.remove(at: position)
      guard (0...list.count).contains(index) else { throw .limit("positions in \(name)", list.count) }
      try place([members[0]], among: list, at: index, relationship, owner)
    }
  }

  private func changeMembers(
    _ name: String, _ objectID: ObjectID, _ members: [ObjectID],
    _ body: (ResolvedRelationship, ObjectID, [ObjectID]) throws(StoreError) -> Void
  ) throws(StoreError) {
    let owner = persistentStoreCoordinator.resolve(objectID)
    let relationship = try toMany(name, of: owner)
    _ = try writableStore(of: try entity(named: owner.entity))
    let members = members.map { persistentStoreCoordinator.resolve($0) }
    for member in members where !relationship.destination.contains(member.entity) {
      throw .destination(property: name, expected: relationship.destination.name, member)
    }
    for member in members { try checkIsInternal(member, to: owner.store, name) }
    try atomically { () throws(StoreError) in
      _ = try snapshot(owner)
      for member in members { _ = try snapshot(member) }
      try body(relationship, owner, members)
    }
  }
}

// MARK: - One member

extension ManagedObjectContext {
  func isMember(
    _ member: ObjectID, of relationship: ResolvedRelationship, _ owner: ObjectID
  ) throws(StoreError) -> Bool {
    switch relationship.storage {
    case .column: return false
    case .inverseColumn:
      guard let inverse = relationship.inverse?.name else { return false }
      let columns = try InverseColumns(inverse, of: entity(named: member.entity))
      return try snapshot(member).values[columns.reference] == .objectID(owner)
    case .pairs(let table, let side):
      return try order(of: PendingPairs.Key(owner, member, on: side), in: table, side) != nil
    }
  }

  /// Makes an object a member, as the last one or in a place.
  private func link(
    _ member: ObjectID, to owner: ObjectID, _ relationship: ResolvedRelationship, order: Int64? = nil
  ) throws(StoreError) {
    if let order {
      lastOrders[OrderedList(owner: owner, relationship: relationship.name), default: order]
        .raise(to: order)
    }
    switch relationship.storage {
    case .column: return
    case .inverseColumn: try lead(member, to: owner, relationship, order)
    case .pairs(let table, let side):
      let key = PendingPairs.Key(owner, member, on: side)
      try pair(key, in: table) { other throws(StoreError) in
        // The place in the list at this end, and in the one at the other.
        if other == side, let order { return order }
        return try self.orderOrNew(key, in: table, other)
      }
    }
  }

  private func unlink(
    _ member: ObjectID, from owner: ObjectID, _ relationship: ResolvedRelationship
  ) throws(StoreError) {
    switch relationship.storage {
    case .column: return
    case .inverseColumn: try lead(member, to: nil, relationship, nil)
    case .pairs(let table, let side):
      try change(PendingPairs.Key(owner, member, on: side), in: table, to: .removed)
    }
  }

  /// Lets the to-one relationship of a member lead to its owner.
  private func lead(
    _ member: ObjectID, to owner: ObjectID?, _ relationship: ResolvedRelationship, _ order: Int64?
  ) throws(StoreError) {
    guard let name = relationship.inverse?.name,
      let inverse = try entity(named: member.entity).relationship(named: name)
    else { return }
    try setReference(member, inverse, to: owner, order: order)
  }
}

// MARK: - Order

extension ManagedObjectContext {
  private func insert(
    _ new: [ObjectID], into relationship: ResolvedRelationship, of owner: ObjectID, at index: Int
  ) throws(StoreError) {
    let list = try members(of: relationship, owner)
    guard (0...list.count).contains(index) else {
      throw .limit("positions in \(relationship.name)", list.count)
    }
    if !new.isEmpty { try place(new, among: list, at: index, relationship, owner) }
  }

  /// Gives members places between those of others, moving all where there is no room.
  private func place(
    _ new: [ObjectID], among list: [ShownMember], at index: Int, _ relationship: ResolvedRelationship,
    _ owner: ObjectID
  ) throws(StoreError) {
    let before = index > 0 ? list[index - 1].order : nil
    let after = index < list.count ? list[index].order : nil
    guard let orders = OrderKey.between(before, after, count: new.count) else {
      let all = list[..<index].map(\.objectID) + new + list[index...].map(\.objectID)
      for (member, order) in zip(all, OrderKey.all(all.count)) {
        try link(member, to: owner, relationship, order: order)
      }
      return
    }
    for (member, order) in zip(new, orders) { try link(member, to: owner, relationship, order: order) }
  }

  /// Puts all members into an order; those that are in it already keep their places.
  private func arrange(
    _ wanted: [ObjectID], _ relationship: ResolvedRelationship, _ owner: ObjectID
  ) throws(StoreError) {
    let orders = Dictionary(try members(of: relationship, owner).map { ($0.objectID, $0.order) }) {
      first, _ in
      first
    }
    let present = wanted.compactMap { orders[$0] }
    if zip(present, present.dropFirst()).allSatisfy({ $0 < $1 }) { return }
    for (member, order) in zip(wanted, OrderKey.all(wanted.count)) where orders[member] != order {
      try link(member, to: owner, relationship, order: order)
    }
  }
}

// MARK: - Pairs

extension ManagedObjectContext {
  /// The place of the other half in the list of the one on a side; nil if they are no pair.
  func order(
    of key: PendingPairs.Key, in table: PairTable, _ side: PairTable.Side
  ) throws(StoreError) -> Int64? {
    if let pending = tracker.pairs[table.number]?.changes[key] { return pending.order(of: side) }
    return try storedChange(of: key, in: table)?.order(of: side)
  }

  /// The pair as the store has it.
  func storedChange(
    of key: PendingPairs.Key, in table: PairTable
  ) throws(StoreError) -> PendingPairs.Change? {
    guard let source = key.source.primaryKey, let destination = key.destination.primaryKey else { return nil }
    return try reader(of: try entity(named: key.source.entity))
      .pair(in: table, source: source, destination: destination).map {
        .set(sourceOrder: $0.sourceOrder, destinationOrder: $0.destinationOrder)
      }
  }

  /// The place that the other half has, or a new one behind all others.
  private func orderOrNew(
    _ key: PendingPairs.Key, in table: PairTable, _ side: PairTable.Side
  ) throws(StoreError) -> Int64 {
    if let known = try order(of: key, in: table, side) { return known }
    guard table.isOrdered(side), let name = table.relationshipName(side) else { return 0 }
    return try nextOrder(in: name, of: key.object(on: side))
  }

  /// Makes a pair, with the place of each half in the other's list.
  private func pair(
    _ key: PendingPairs.Key, in table: PairTable,
    _ order: (PairTable.Side) throws(StoreError) -> Int64
  ) throws(StoreError) {
    try change(
      key, in: table,
      to: .set(sourceOrder: try order(.source), destinationOrder: try order(.destination)))
  }

  /// Changes a pair; where both directions are one relationship, its mirror image too.
  private func change(
    _ key: PendingPairs.Key, in table: PairTable, to change: PendingPairs.Change
  ) throws(StoreError) {
    try changeOne(key, in: table, to: change)
    guard table.isSymmetric, key.source != key.destination else { return }
    let mirrored = PendingPairs.Key(source: key.destination, destination: key.source)
    var mirroredChange = change
    if case .set = change {
      mirroredChange = .set(
        sourceOrder: try orderOrNew(mirrored, in: table, .source), destinationOrder: 0)
    }
    try changeOne(mirrored, in: table, to: mirroredChange)
  }

  private func changeOne(
    _ key: PendingPairs.Key, in table: PairTable, to change: PendingPairs.Change
  ) throws(StoreError) {
    for side in [PairTable.Side.source, .destination] {
      if let name = table.relationshipName(side) { try touchIfShown(key.object(on: side), name) }
    }
    let stored = try storedChange(of: key, in: table)
    let isAsStored = stored.map { $0 == change } ?? (change == .removed)
    tracker.set(key, in: table.number, to: isAsStored ? nil : change)
    if blockDepth == 0 { tracker.forgetHistory() }
  }

  /// Gives up everything that is pending for the pairs of an object.
  func discardPairs(of objectID: ObjectID) {
    for (table, pending) in tracker.pairs {
      let keys = pending.keys(of: objectID, on: .source) + pending.keys(of: objectID, on: .destination)
      for key in keys { tracker.set(key, in: table, to: nil) }
    }
  }
}

extension Int64 {
  fileprivate mutating func raise(to other: Int64) { self = Swift.max(self, other) }
}

extension PendingPairs.Key {
  /// Two objects, the first of which is on a side.
  init(_ object: ObjectID, _ other: ObjectID, on side: PairTable.Side) {
    self =
      side == .source
      ? Self(source: object, destination: other) : Self(source: other, destination: object)
  }
}

extension PairTable {
  /// The relationship seen from a side; nil where there is none.
  fileprivate func relationshipName(_ side: Side) -> String? {
    switch side {
    case .source: source.relationship.name
    // One relationship is seen from the source alone.
    case .destination: isSymmetric ? nil : inverse?.relationship.name
    }
  }
}
