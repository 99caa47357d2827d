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
    let isNeeded = !changes.pairs.isEmpty || changes.entities.contains { $0.entity.hasReferences }
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
    guard !permanentIDs.isEmpty || changes.entities.contains(where: { $0.entity.hasReferences }) else {
      return result
    }
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
    let columns = changes.entity.columns.indices.filter { changes.entity.reference(ofColumn: $0) != nil }
    for index in changes.insertions.indices {
      for column in columns { try resolve(&changes.insertions[index].values[column]) }
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
