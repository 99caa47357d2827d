import FoundationEssentials
import PredicateLanguage

/// To-one relationships, and the other ends that change with them.
///
/// A to-many relationship whose inverse is to-one has no members of its own: they are the objects whose to-one leads to
/// it. So the two cannot get out of step; what is done here is keeping two to-one ends in step, giving members their
/// places, and noting that the object at the other end has changed too.
extension ManagedObjectContext {
  /// Makes new objects some of which may lead to others.
  func insertRelated(
    _ entity: EntityDescription, _ rows: [[AttributeValue]], in store: UUID
  ) throws(StoreError) -> [ObjectSnapshot] {
    try atomically { () throws(StoreError) in
      var known: Set<ObjectID> = []
      return try rows.map { row throws(StoreError) in
        try insertOne(row, of: entity, in: store, &known)
      }
    }
  }

  /// - Parameter known: objects at the end of one-way relationships that were found to be there.
  private func insertOne(
    _ row: [AttributeValue], of entity: EntityDescription, in store: UUID, _ known: inout Set<ObjectID>
  ) throws(StoreError) -> ObjectSnapshot {
    var values = row
    var partners: [(ResolvedRelationship, ObjectID)] = []
    for reference in entity.referenceColumns {
      guard case .objectID(let asked) = row[reference.column] else { continue }
      let target = persistentStoreCoordinator.resolve(asked)
      if asked.isTemporary { values[reference.column] = .objectID(target) }
      switch reference.inverse {
      case .none:
        if known.insert(target).inserted { _ = try snapshot(target) }
      case .toMany(let inverse):
        try touch(target, inverse)
        if let order = reference.orderColumn {
          values[order] = .integer(try nextOrder(in: inverse, of: target))
        }
      case .toOne:
        values[reference.column] = .null
        partners.append((entity.relationships[reference.relationship], target))
      }
    }
    let made = insert(values, of: entity, in: store)
    for (relationship, target) in partners { try setReference(made.objectID, relationship, to: target) }
    return partners.isEmpty ? made : try snapshot(made.objectID)
  }

  /// Changes columns some of which lead to other objects.
  func updateRelated(
    _ objectID: ObjectID, of entity: EntityDescription, _ changes: [PropertyChange],
    _ expectedVersion: Int64?
  ) throws(StoreError) -> ObjectSnapshot {
    let references = entity.relationships.filter { relationship in
      if case .column = relationship.storage { true } else { false }
    }
    let isReference = { (column: Int) in entity.reference(ofColumn: column) != nil }
    return try atomically { () throws(StoreError) in
      try change(objectID, changes.filter { !isReference($0.column) }, expectedVersion: expectedVersion)
      for change in changes where isReference(change.column) {
        guard let relationship = references.first(where: { $0.storage == .column(change.column) }) else {
          continue
        }
        try setReference(objectID, relationship, to: try target(change.value, of: relationship))
      }
      return try snapshot(objectID)
    }
  }

  private func target(
    _ value: AttributeValue, of relationship: ResolvedRelationship
  ) throws(StoreError) -> ObjectID? {
    switch value {
    case .null: return nil
    case .objectID(let objectID): return persistentStoreCoordinator.resolve(objectID)
    default:
      throw .destination(property: relationship.name, expected: relationship.destination.name, nil)
    }
  }

  /// Lets a to-one relationship lead to an object, or nowhere.
  ///
  /// - Parameter order: the place in the list at the other end; nil for the last.
  /// - Throws: `StoreError.destination`, `.objectNotFound`.
  func setReference(
    _ objectID: ObjectID, _ relationship: ResolvedRelationship, to target: ObjectID?, order: Int64? = nil
  ) throws(StoreError) {
    guard case .column(let column) = relationship.storage else { return }
    if let target, !relationship.destination.contains(target.entity) {
      throw .destination(property: relationship.name, expected: relationship.destination.name, target)
    }
    if let target { try checkIsInternal(target, to: objectID.store, relationship.name) }
    let old = try snapshot(objectID).values[column].objectID
    if old == target, order == nil { return }
    var changes = [PropertyChange(column: column, value: target.map { .objectID($0) } ?? .null)]
    switch relationship.inverse {
    case nil:
      if let target { _ = try snapshot(target) }
    case .some(let inverse) where inverse.isToMany:
      if let target { try touch(target, inverse.name) }
      if let old, old != target { try touchIfShown(old, inverse.name) }
      if let orderColumn = try entity(named: objectID.entity).orderColumn(ofReference: relationship.name) {
        let place = try target.map { target throws(StoreError) in
          if let order { return order }
          return try nextOrder(in: inverse.name, of: target)
        }
        changes.append(PropertyChange(column: orderColumn, value: place.map { .integer($0) } ?? .null))
      }
    case .some(let inverse):
      if let target {
        try release(try partner(of: target, inverse.name), relationship.name)
        try lead(target, inverse.name, to: objectID)
      }
      // Where both ends are one property, what follows empties or replaces it.
      let isOneProperty = old == objectID && inverse.name == relationship.name
      if let old, !isOneProperty { try release(old, inverse.name, from: objectID) }
    }
    try change(objectID, changes)
  }

  /// What a to-one relationship leads to.
  private func partner(of objectID: ObjectID, _ name: String) throws(StoreError) -> ObjectID? {
    let entity = try entity(named: objectID.entity)
    guard let column = entity.columnIndex(named: name) else { return nil }
    return try snapshot(objectID).values[column].objectID
  }

  /// Empties a to-one relationship, and nothing at its other end.
  ///
  /// - Parameter partner: only if it leads there; nil for wherever it leads.
  func release(
    _ objectID: ObjectID?, _ name: String, from partner: ObjectID? = nil
  ) throws(StoreError) {
    guard let objectID, let shown = try shownSnapshot(objectID) else { return }
    let entity = try entity(named: objectID.entity)
    guard let column = entity.columnIndex(named: name) else { return }
    if let partner, shown.values[column].objectID != partner { return }
    try change(objectID, [PropertyChange(column: column, value: .null)])
  }

  private func lead(_ objectID: ObjectID, _ name: String, to target: ObjectID) throws(StoreError) {
    guard let column = try entity(named: objectID.entity).columnIndex(named: name) else { return }
    try change(objectID, [PropertyChange(column: column, value: .objectID(target))])
  }
}

// MARK: - The other end of a to-many

extension ManagedObjectContext {
  /// Notes that a to-many relationship of an object changed.
  ///
  /// - Throws: `StoreError.objectNotFound`.
  func touch(_ objectID: ObjectID, _ relationship: String) throws(StoreError) {
    if tracker.isNoted(objectID, relationship) { return }
    switch tracker[objectID] {
    case .inserted: return
    case .updated(var update):
      guard update.changedRelationships.insert(relationship).inserted else { return }
      mutate(objectID, to: .updated(update))
    case .deleted: throw .objectNotFound(objectID)
    case nil:
      let update = ChangeSet.Update(
        base: try snapshot(objectID), changes: [], changedRelationships: [relationship])
      mutate(objectID, to: .updated(update))
    }
  }

  /// The same for an object that may be gone.
  func touchIfShown(_ objectID: ObjectID, _ relationship: String) throws(StoreError) {
    do throws(StoreError) {
      try touch(objectID, relationship)
    } catch .objectNotFound {
      return
    }
  }

  func forgetLastOrders() {
    lastOrders = [:]
    knownOrders = [:]
  }

  /// A place behind all others in an ordered relationship.
  func nextOrder(in relationship: String, of owner: ObjectID) throws(StoreError) -> Int64 {
    let key = OrderedList(owner: owner, relationship: relationship)
    var last = lastOrders[key]
    if let ownerKey = owner.primaryKey {
      let reader = try reader(of: try entity(named: owner.entity))
      let mark = reader.commitMark
      if mark == nil || last == nil || knownOrders[key] != mark {
        let stored = try reader.lastOrder(of: try toMany(relationship, of: owner), owner: ownerKey)
        last = [last, stored].compactMap { $0 }.max()
        knownOrders[key] = mark
      }
    }
    let next = try OrderKey.following(last)
    lastOrders[key] = next
    return next
  }
}

extension AttributeValue {
  /// The ID of an `.objectID`.
  var objectID: ObjectID? {
    if case .objectID(let objectID) = self { objectID } else { nil }
  }
}
