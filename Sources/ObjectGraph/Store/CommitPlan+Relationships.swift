import PredicateLanguage

/// What a commit does beyond rows: pairs, and objects that one-way relationships lead to.
extension CommitPlan {
  /// An object that is named by a relationship must be there.
  ///
  /// Where the relationship has an inverse, the other object has changed too, and its row has been looked at
  /// already; new objects are there by the end.
  /// - Throws: `StoreError.objectNotFound` for the first that is gone (133000).
  func checkReferences(in transaction: some StoreTransaction) throws(StoreError) {
    var wanted: [String: Set<ObjectID>] = [:]
    for entityChanges in changes.entities {
      for relationship in entityChanges.entity.relationships where relationship.inverse == nil {
        guard case .column(let column) = relationship.storage else { continue }
        for case .objectID(let objectID) in entityChanges.values(ofColumn: column)
        where !objectID.isTemporary {
          wanted[relationship.destination.name, default: []].insert(objectID)
        }
      }
    }
    for pairChanges in changes.pairs where pairChanges.table.inverse == nil {
      for pair in pairChanges.set where !pair.destination.isTemporary {
        wanted[pairChanges.table.destinations.name, default: []].insert(pair.destination)
      }
    }
    for (name, objectIDs) in wanted { try checkExist(objectIDs, name, in: transaction) }
  }

  private func checkExist(
    _ objectIDs: Set<ObjectID>, _ name: String, in transaction: some StoreTransaction
  ) throws(StoreError) {
    guard let entity = model.entity(named: name) else { return }
    let rows = try transaction.rows(of: entity, keys: objectIDs.compactMap(\.primaryKey))
    let found = Set((0..<rows.count).map { rows.objectID($0, of: entity, in: store) })
    if let missing = objectIDs.subtracting(found).min(by: { $0.isBefore($1) }) {
      throw .objectNotFound(missing)
    }
  }

  /// Removes the pairs of objects that are deleted.
  func removePairs(
    of entityChanges: ChangeSet.EntityChanges, in transaction: some StoreTransaction
  ) throws(StoreError) {
    let owners = entityChanges.deletions.compactMap(\.snapshot.objectID.primaryKey)
    guard !owners.isEmpty else { return }
    for relationship in entityChanges.entity.relationships {
      guard case .pairs(let table, let side) = relationship.storage else { continue }
      let members = try transaction.members(of: relationship, owners: owners)
      let pairs = members.map { member in
        side == .source
          ? StoredPair(source: member.owner, destination: member.key)
          : StoredPair(source: member.key, destination: member.owner)
      }
      let mirrored =
        table.isSymmetric
        ? pairs.map { StoredPair(source: $0.destination, destination: $0.source) } : []
      try transaction.remove(pairs + mirrored, in: table)
    }
  }

  /// Writes pairs whose objects all have keys.
  func write(_ pairs: [ChangeSet.PairChanges], in transaction: some StoreTransaction) throws(StoreError) {
    for changes in pairs {
      try transaction.remove(changes.removed.compactMap(\.stored), in: changes.table)
      try transaction.set(changes.set.compactMap(\.stored), in: changes.table)
      try cancellation.check()
    }
  }
}

extension ChangeSet.Pair {
  /// The pair by its keys; nil while an object has none.
  fileprivate var stored: StoredPair? {
    guard let source = source.primaryKey, let destination = destination.primaryKey else { return nil }
    return StoredPair(
      source: source, destination: destination, sourceOrder: sourceOrder, destinationOrder: destinationOrder)
  }
}

extension ChangeSet.EntityChanges {
  /// What new and changed objects put into a column.
  fileprivate func values(ofColumn column: Int) -> [AttributeValue] {
    insertions.map { $0.values[column] }
      + updates.flatMap { update in update.changes.filter { $0.column == column }.map(\.value) }
  }
}
