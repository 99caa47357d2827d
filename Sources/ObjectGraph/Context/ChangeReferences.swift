import PredicateLanguage

/// Which objects have changes, by kind: in order of insertion, and of ID for the others.
public struct ChangeReferences: Sendable {
  /// What is to be saved of new objects.
  public var inserted: [ObjectSnapshot] = []
  /// What is to be saved of changed objects, with the values their changes are based on.
  public var updated: [ObjectSnapshot] = []
  /// What was seen of deleted objects when they were deleted.
  public var deleted: [ObjectSnapshot] = []

  /// Nothing changed.
  public init() {}
}

extension ChangeTracker {
  /// Everything pending.
  var references: ChangeReferences {
    var insertions: [(order: Int, ObjectSnapshot)] = []
    var result = ChangeReferences()
    for (objectID, change) in entities.flatMap({ pending(of: $0) }) {
      switch change {
      case .inserted(let order, let values):
        insertions.append((order, ObjectSnapshot(objectID: objectID, version: 0, values: values)))
      case .updated(let update): result.updated.append(update.applied(to: update.base))
      case .deleted(let deletion): result.deleted.append(deletion.snapshot)
      }
    }
    result.inserted = inOrder(insertions)
    result.updated.sort { $0.objectID.precedes($1.objectID) }
    result.deleted.sort { $0.objectID.precedes($1.objectID) }
    return result
  }

  /// Everything pending, as one save writes it.
  func changeSet(of model: ManagedObjectModel) -> ChangeSet {
    var changes = ChangeSet()
    for name in entities {
      guard let entity = model.entity(named: name) else { continue }
      changes.entities.append(entityChanges(of: entity))
    }
    changes.pairs = pairs.keys.sorted().map { pairChanges(of: model.pairTables[$0]) }
    return changes
  }

  /// Pairs of objects that are to be deleted go with them.
  private func pairChanges(of table: PairTable) -> ChangeSet.PairChanges {
    var result = ChangeSet.PairChanges(table: table)
    for (key, change) in pairs[table.number]?.changes ?? [:] {
      if self[key.source]?.isDeletion ?? false || self[key.destination]?.isDeletion ?? false { continue }
      switch change {
      case .removed:
        result.removed.append(ChangeSet.Pair(source: key.source, destination: key.destination))
      case .set(let sourceOrder, let destinationOrder):
        result.set.append(
          ChangeSet.Pair(
            source: key.source, destination: key.destination, sourceOrder: sourceOrder,
            destinationOrder: destinationOrder))
      }
    }
    return result
  }

  private func entityChanges(of entity: EntityDescription) -> ChangeSet.EntityChanges {
    var result = ChangeSet.EntityChanges(entity: entity)
    var insertions: [(order: Int, ChangeSet.Insertion)] = []
    for (objectID, change) in pending(of: entity.name) {
      switch change {
      case .inserted(let order, let values):
        insertions.append((order, ChangeSet.Insertion(objectID: objectID, values: values)))
      case .updated(let update): result.updates.append(update)
      case .deleted(let deletion): result.deletions.append(deletion)
      }
    }
    result.insertions = inOrder(insertions)
    result.updates.sort { $0.base.objectID.precedes($1.base.objectID) }
    result.deletions.sort { $0.snapshot.objectID.precedes($1.snapshot.objectID) }
    return result
  }
}

/// What was inserted, by the order of insertion.
///
/// Sorts numbers only: the elements are large, and a dictionary gives them in an order that no sort likes.
func inOrder<Element>(_ insertions: [(order: Int, Element)]) -> [Element] {
  var places = insertions.indices.map { (order: insertions[$0].order, index: $0) }
  places.sort { $0.order < $1.order }
  return places.map { insertions[$0.index].1 }
}

extension ObjectID {
  /// Saved objects of an entity by primary key, entities by name.
  func precedes(_ other: ObjectID) -> Bool {
    if !sameBytes(entity, other.entity) {
      return entity.utf8.lexicographicallyPrecedes(other.entity.utf8)
    }
    return isBefore(other)
  }

  /// Objects of one table: saved ones by primary key, before all others.
  func isBefore(_ other: ObjectID) -> Bool {
    (primaryKey ?? Int64.max) < (other.primaryKey ?? Int64.max)
  }
}
