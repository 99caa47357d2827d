import FoundationEssentials
import PredicateLanguage

/// The primary keys of a commit's new objects, and the changes with those keys where temporary IDs were.
struct NewKeys {
  /// The changes as they are written.
  struct Resolved {
    var changes: ChangeSet
    /// The first key of each entity's insertions, which follow it one by one.
    var firstKeys: [String: Int64]
  }

  private var firstKeys: [String: Int64] = [:]
  private var permanentIDs: [ObjectID: ObjectID] = [:]

  /// Reserves a key for each insertion.
  init(
    _ changes: ChangeSet, store: UUID, in transaction: some StoreTransaction
  ) throws(StoreError) {
    let isNeeded = changes.leadsToNewObjects
    for entityChanges in changes.entities where !entityChanges.insertions.isEmpty {
      let entity = entityChanges.entity
      if entityChanges.insertsOnlyFirst,
        try transaction.key(of: entity, whereColumns: [], equal: []) != nil
      {
        continue
      }
      let first = try transaction.makeKeys(entityChanges.insertions.count, of: entity)
      firstKeys[entity.name] = first
      guard isNeeded else { continue }
      for (offset, insertion) in entityChanges.insertions.enumerated() {
        permanentIDs[insertion.objectID] = ObjectID(
          store: store, entity: entity.name, key: .permanent(first + Int64(offset)))
      }
    }
  }

  /// The changes without a temporary ID but for those of the insertions themselves.
  ///
  /// - Throws: `StoreError.objectNotFound` for a reference to a new object that is not saved with these changes.
  func resolving(_ changes: ChangeSet) throws(StoreError) -> Resolved {
    var result = Resolved(changes: changes, firstKeys: firstKeys)
    guard changes.leadsToNewObjects else { return result }
    for index in changes.entities.indices where changes.entities[index].entity.hasReferences {
      try resolve(&result.changes.entities[index])
    }
    for index in changes.pairs.indices {
      for position in changes.pairs[index].set.indices {
        try resolve(&result.changes.pairs[index].set[position].source)
        try resolve(&result.changes.pairs[index].set[position].destination)
      }
    }
    return result
  }

  private func resolve(_ changes: inout ChangeSet.EntityChanges) throws(StoreError) {
    let columns = changes.entity.referenceColumns.map(\.column)
    for index in changes.insertions.indices {
      // Without a look first each row would be copied, changed or not.
      for column in columns where changes.insertions[index].values[column].isTemporary {
        try resolve(&changes.insertions[index].values[column])
      }
    }
    for index in changes.updates.indices {
      for position in changes.updates[index].changes.indices {
        try resolve(&changes.updates[index].changes[position].value)
      }
    }
  }

  private func resolve(_ value: inout AttributeValue) throws(StoreError) {
    guard case .objectID(var objectID) = value, objectID.isTemporary else { return }
    try resolve(&objectID)
    value = .objectID(objectID)
  }

  private func resolve(_ objectID: inout ObjectID) throws(StoreError) {
    guard objectID.isTemporary else { return }
    guard let permanent = permanentIDs[objectID] else { throw .objectNotFound(objectID) }
    objectID = permanent
  }
}

extension ChangeSet {
  /// Whether a column or a pair that is written has an object that was never saved.
  fileprivate var leadsToNewObjects: Bool {
    pairs.contains { $0.set.contains { $0.source.isTemporary || $0.destination.isTemporary } }
      || entities.contains { $0.leadsToNewObjects }
  }
}

extension ChangeSet.EntityChanges {
  fileprivate var leadsToNewObjects: Bool {
    let columns = entity.referenceColumns.map(\.column)
    guard !columns.isEmpty else { return false }
    return insertions.contains { insertion in columns.contains { insertion.values[$0].isTemporary } }
      || updates.contains { update in update.changes.contains { $0.value.isTemporary } }
  }
}

extension AttributeValue {
  /// Whether it is the ID of an object that was never saved.
  fileprivate var isTemporary: Bool {
    if case .objectID(let objectID) = self { objectID.isTemporary } else { false }
  }
}
