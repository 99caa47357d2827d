import PredicateLanguage

/// What the deletion of an object does at the other ends of its relationships.
///
/// | rule      | the other object                                             |
/// |-----------|--------------------------------------------------------------|
/// | nullify   | leads nowhere from now on                                    |
/// | cascade   | is deleted too, and what depends on it; a circle ends        |
/// | deny      | must be gone or lead elsewhere by the save, or that fails    |
/// | no action | stays as it is, also if it leads to an object that is gone   |
///
/// The end of an object that was never saved always nullifies where it does not cascade.
extension ManagedObjectContext {
  /// Follows the rules of a deleted object, and of all that are deleted with it.
  ///
  /// - Parameter deleted: what the context showed of the object last.
  func propagateDeletion(of deleted: ObjectSnapshot) throws(StoreError) {
    var waiting = [deleted]
    while let next = waiting.popLast() {
      if next.objectID.isTemporary { discardPairs(of: next.objectID) }
      for relationship in try entity(named: next.objectID.entity).relationships {
        try follow(relationship, of: next, &waiting)
      }
    }
  }

  private func follow(
    _ relationship: ResolvedRelationship, of deleted: ObjectSnapshot, _ waiting: inout [ObjectSnapshot]
  ) throws(StoreError) {
    // What was never saved cannot be denied to go, and nothing can lead to it once it is gone.
    let rule = relationship.description.deleteRule
    let isNew = deleted.objectID.isTemporary
    switch rule == .cascade || !isNew ? rule : .nullify {
    case .noAction, .deny: return
    case .nullify:
      for objectID in try destinations(of: relationship, deleted) {
        try release(objectID, relationship, from: deleted.objectID)
      }
    case .cascade:
      for objectID in try destinations(of: relationship, deleted) {
        if case .deleted = tracker[objectID] { continue }
        guard try shownSnapshot(objectID) != nil else { continue }
        waiting.append(try markDeleted(objectID))
      }
    }
  }

  /// The objects at the other end that are still there.
  func destinations(
    of relationship: ResolvedRelationship, _ snapshot: ObjectSnapshot
  ) throws(StoreError) -> [ObjectID] {
    if case .column(let column) = relationship.storage {
      guard let target = snapshot.values[column].objectID, target != snapshot.objectID else { return [] }
      return try shownSnapshot(target) == nil ? [] : [target]
    }
    return try members(of: relationship, snapshot.objectID).map(\.objectID)
      .filter { $0 != snapshot.objectID }
  }

  /// Lets the other end lead nowhere.
  private func release(
    _ objectID: ObjectID, _ relationship: ResolvedRelationship, from deleted: ObjectID
  ) throws(StoreError) {
    guard let inverse = relationship.inverse else { return }
    guard !inverse.isToMany else { return try touchIfShown(objectID, inverse.name) }
    try release(objectID, inverse.name, from: deleted)
    // A place in a list that is no more.
    let entity = try entity(named: objectID.entity)
    if let order = entity.orderColumn(ofReference: inverse.name) {
      try change(objectID, [PropertyChange(column: order, value: .null)])
    }
  }

  /// Gives up the pending changes of an object, and what belongs to them at the other ends of its relationships.
  func discardChanges(of objectID: ObjectID, _ update: ChangeSet.Update) throws(StoreError) {
    discardPairs(of: objectID)
    let entity = try entity(named: objectID.entity)
    mutate(objectID, to: nil)
    for relationship in entity.relationships {
      guard case .column(let column) = relationship.storage, let inverse = relationship.inverse,
        !inverse.isToMany, let pending = update.value(ofColumn: column)
      else { continue }
      for other in [pending.objectID, update.base.values[column].objectID] {
        if let other { try discardReference(inverse.name, of: other) }
      }
    }
  }

  /// Gives up the pending change of one end of a one-to-one relationship, and so on along its partners.
  private func discardReference(_ name: String, of objectID: ObjectID) throws(StoreError) {
    let entity = try entity(named: objectID.entity)
    guard let column = entity.columnIndex(named: name), let relationship = entity.relationship(named: name),
      let inverse = relationship.inverse
    else { return }
    switch tracker[objectID] {
    case .updated(var update):
      guard let pending = update.value(ofColumn: column) else { return }
      update.changes.removeAll { $0.column == column }
      mutate(objectID, to: update.isEmpty ? nil : .updated(update))
      for other in [pending.objectID, update.base.values[column].objectID] {
        if let other { try discardReference(inverse.name, of: other) }
      }
    case .inserted(let order, var values):
      guard let pending = values[column].objectID else { return }
      values[column] = .null
      mutate(objectID, to: .inserted(order: order, values: values))
      try discardReference(inverse.name, of: pending)
    case .deleted, nil: return
    }
  }
}
