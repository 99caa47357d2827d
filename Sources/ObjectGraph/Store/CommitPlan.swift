public import FoundationEssentials
public import PredicateLanguage

/// The one way a change set becomes rows, whatever the store.
///
/// Runs inside the store's write transaction and decides in this order, so that a save gives the same answer
/// in every store: expected versions, conflicts, references to objects that are gone; then deletions, updates,
/// insertions and pairs. Throwing at any point must make the store roll back.
public struct CommitPlan: Sendable {
  /// Insertions handed to the store at once; between them the cancel flag is looked at.
  static let insertionChunk = 1024

  let changes: ChangeSet
  let model: ManagedObjectModel
  let store: UUID
  let cancellation: Cancellation

  /// - Parameter store: the store's identifier, for the permanent IDs.
  public init(
    _ changes: ChangeSet, model: ManagedObjectModel, store: UUID, cancellation: Cancellation
  ) {
    self.changes = changes
    self.model = model
    self.store = store
    self.cancellation = cancellation
  }

  /// Writes everything.
  ///
  /// - Parameter number: the commit's number for its notice.
  /// - Throws: `.version` for the first row without its expected version; `.conflict` with all conflicts;
  ///   `.constraint` for the first unique value that is taken; whatever the transaction throws.
  public func run(in transaction: some StoreTransaction, number: UInt64) throws(StoreError) -> CommitReceipt {
    let committed = try committedRows(in: transaction)
    try checkExpectedVersions(committed)
    try checkConflicts(committed)
    try checkReferences(in: transaction)
    var resolved = try NewKeys(changes, store: store, in: transaction).resolving(changes)
    deriveOwnValues(&resolved.changes)
    var receipt = CommitReceipt(permanentIDs: [], notice: CommitNotice(number: number))
    for entityChanges in resolved.changes.entities {
      try removePairs(of: entityChanges, in: transaction)
      try delete(entityChanges, committed, in: transaction, into: &receipt)
    }
    for entityChanges in resolved.changes.entities {
      try vacateUniqueValues(entityChanges, committed, in: transaction)
    }
    for entityChanges in resolved.changes.entities {
      try update(entityChanges, committed, in: transaction, into: &receipt)
    }
    for entityChanges in resolved.changes.entities {
      try insert(entityChanges, resolved.firstKeys, in: transaction, into: &receipt)
    }
    try write(resolved.changes.pairs, in: transaction)
    try deriveRelatedValues(in: transaction, into: &receipt)
    return receipt
  }

  private typealias Committed = [ObjectID: ObjectSnapshot]

  private func committedRows(in transaction: some StoreTransaction) throws(StoreError) -> Committed {
    var committed: Committed = [:]
    for entityChanges in changes.entities {
      let ids = entityChanges.updates.map(\.base.objectID) + entityChanges.deletions.map(\.snapshot.objectID)
      guard !ids.isEmpty else { continue }
      let rows = try transaction.rows(of: entityChanges.entity, keys: ids.compactMap(\.primaryKey))
      for row in 0..<rows.count {
        let snapshot = rows.snapshot(row, of: entityChanges.entity, in: store)
        committed[snapshot.objectID] = snapshot
      }
      try cancellation.check()
    }
    return committed
  }
}

// MARK: - Checks

extension CommitPlan {
  private func checkExpectedVersions(_ committed: Committed) throws(StoreError) {
    for entityChanges in changes.entities {
      let expectations =
        entityChanges.updates.map { ($0.base.objectID, $0.expectedVersion) }
        + entityChanges.deletions.map { ($0.snapshot.objectID, $0.expectedVersion) }
      for case (let objectID, let expected?) in expectations where committed[objectID]?.version != expected {
        throw .version(
          VersionConflict(objectID: objectID, expected: expected, actual: committed[objectID]))
      }
    }
  }

  private func checkConflicts(_ committed: Committed) throws(StoreError) {
    let conflicts = changes.entities.flatMap { entityChanges in
      entityChanges.updates.compactMap { $0.conflict(with: committed[$0.base.objectID]) }
        + entityChanges.deletions.compactMap { $0.conflict(with: committed[$0.snapshot.objectID]) }
    }
    if !conflicts.isEmpty { throw .conflict(conflicts) }
  }
}

extension ChangeSet.Update {
  /// A conflict if the row is gone, or if a column changed here has another value than the change is based
  /// on.
  func conflict(with theirs: ObjectSnapshot?) -> MergeConflict? {
    let columns = changes.map(\.column).filter { theirs?.values[$0] != base.values[$0] }
    if theirs != nil, columns.isEmpty { return nil }
    return MergeConflict(
      objectID: base.objectID, columns: theirs == nil ? [] : columns, yours: applied(to: base),
      theirs: theirs,
      base: base)
  }
}

extension ChangeSet.Deletion {
  /// A conflict if the row changed since; none if others deleted it too, for then everybody agrees.
  func conflict(with theirs: ObjectSnapshot?) -> MergeConflict? {
    guard let theirs, theirs.version != snapshot.version else { return nil }
    return MergeConflict(
      objectID: snapshot.objectID, columns: [], yours: nil, theirs: theirs, base: snapshot)
  }
}

// MARK: - Writes

extension CommitPlan {
  private func delete(
    _ entityChanges: ChangeSet.EntityChanges, _ committed: Committed, in transaction: some StoreTransaction,
    into receipt: inout CommitReceipt
  ) throws(StoreError) {
    let gone = entityChanges.deletions.compactMap { committed[$0.snapshot.objectID] }
    guard !gone.isEmpty else { return }
    try transaction.delete(entityChanges.entity, keys: gone.compactMap(\.objectID.primaryKey))
    receipt.notice.deleted += gone
    note(receipt)
    try cancellation.check()
  }

  private func update(
    _ entityChanges: ChangeSet.EntityChanges, _ committed: Committed, in transaction: some StoreTransaction,
    into receipt: inout CommitReceipt
  ) throws(StoreError) {
    let entity = entityChanges.entity
    for update in entityChanges.updates {
      guard let theirs = committed[update.base.objectID], let key = theirs.objectID.primaryKey else {
        continue
      }
      var mine = update.applied(to: theirs)
      guard mine != theirs || !update.changedRelationships.isEmpty else { continue }
      mine.version = try Self.version(after: theirs)
      do throws(TransactionError) {
        try transaction.update(
          entity, key: key, columns: update.changes.map(\.column), values: update.changes.map(\.value),
          version: mine.version)
      } catch {
        throw try translate(error, entity: entity, mine, earlier: [], in: transaction)
      }
      receipt.notice.updated.append(mine)
      note(receipt)
      try cancellation.check()
    }
  }

  /// A store's file can hold any number, also one that has no successor.
  static func version(after row: ObjectSnapshot) throws(StoreError) -> Int64 {
    let (version, isTooGreat) = row.version.addingReportingOverflow(1)
    guard !isTooGreat else {
      throw .corrupt(
        reason: "\(row.objectID.entity) \(row.objectID.primaryKey ?? 0) has the greatest version there is")
    }
    return version
  }

  /// The first of the keys for new rows.
  ///
  /// - Throws: `StoreError.limit` if there are not that many behind the last one.
  package static func firstKey(after last: Int64, forRows count: Int) throws(StoreError) -> Int64 {
    guard !last.addingReportingOverflow(Int64(max(count, 1))).overflow else {
      throw .limit("keys of an entity", .max)
    }
    return last + 1
  }

  private func insert(
    _ entityChanges: ChangeSet.EntityChanges, _ firstKeys: [String: Int64],
    in transaction: some StoreTransaction, into receipt: inout CommitReceipt
  ) throws(StoreError) {
    let entity = entityChanges.entity
    let insertions = entityChanges.insertions
    guard let firstOfAll = firstKeys[entity.name] else { return }
    for start in stride(from: 0, to: insertions.count, by: Self.insertionChunk) {
      let chunk = insertions[start..<min(start + Self.insertionChunk, insertions.count)]
      let firstKey = firstOfAll + Int64(start)
      do throws(TransactionError) {
        try transaction.insert(chunk, of: entity, firstKey: firstKey)
      } catch {
        guard case .uniqueViolation(let index) = error else { throw error.storeError }
        let loser = insertions[start + index]
        let row = ObjectSnapshot(objectID: loser.objectID, version: 0, values: loser.values)
        throw try translate(
          error, entity: entity, row, earlier: insertions[..<(start + index)], in: transaction)
      }
      for (offset, insertion) in chunk.enumerated() {
        let permanent = ObjectID(
          store: store, entity: entity.name, key: .permanent(firstKey + Int64(offset)))
        receipt.permanentIDs.append((insertion.objectID, permanent))
        receipt.notice.inserted.append(
          ObjectSnapshot(objectID: permanent, version: 1, values: insertion.values))
      }
      note(receipt)
      try cancellation.check()
    }
  }

  private func note(_ receipt: CommitReceipt) {
    let notice = receipt.notice
    cancellation.note(
      .saving, notice.inserted.count + notice.updated.count + notice.deleted.count, of: changes.count)
  }
}

// MARK: - Unique values

extension CommitPlan {
  /// Empties unique columns that several updates of this save fill anew, so that two objects can swap values
  /// although SQLite checks each statement by itself.
  private func vacateUniqueValues(
    _ entityChanges: ChangeSet.EntityChanges, _ committed: Committed, in transaction: some StoreTransaction
  ) throws(StoreError) {
    let entity = entityChanges.entity
    let sharesTable = entity.superentityName != nil || entity.family.isPolymorphic
    for constraint in entity.constraints {
      let columns = constraint.columns
      let movers = entityChanges.updates.filter { update in
        guard update.changes.contains(where: { columns.contains($0.column) }),
          let theirs = committed[update.base.objectID]
        else { return false }
        // One that leaves its row as it is would never fill again what is emptied here.
        return update.applied(to: theirs) != theirs
      }
      // In a shared table the value may come from an object of another entity.
      guard movers.count > 1 || sharesTable else { continue }
      for mover in movers {
        guard let theirs = committed[mover.base.objectID], let key = theirs.objectID.primaryKey else {
          continue
        }
        let vacated = mover.changes.map(\.column).filter(columns.contains)
        do throws(TransactionError) {
          try transaction.update(
            entity, key: key, columns: vacated, values: vacated.map { _ in .null }, version: theirs.version)
        } catch {
          throw error.storeError
        }
      }
    }
  }

  /// Finds out who holds the unique value that a write ran into.
  private func translate(
    _ error: TransactionError, entity: EntityDescription, _ row: ObjectSnapshot,
    earlier: ArraySlice<ChangeSet.Insertion>, in transaction: some StoreTransaction
  ) throws(StoreError) -> StoreError {
    guard case .uniqueViolation = error else { return error.storeError }
    for constraint in entity.constraints {
      let columns = constraint.columns
      let values = columns.map { row.values[$0] }
      guard !values.contains(.null) else { continue }
      let rival = earlier.first { rival in columns.map { rival.values[$0] } == values }
      var existing = rival?.objectID
      if existing == nil { existing = try holder(of: constraint, values, in: transaction) }
      guard let existing, existing != row.objectID else { continue }
      return .constraint(
        ConstraintConflict(
          objectID: row.objectID, existingObjectID: existing, constraint: constraint.properties,
          values: values))
    }
    return .failed(
      reason: "a unique index of \(entity.name) refused a row that breaks no constraint of the model")
  }

  /// The saved object that holds the values, of whatever entity below the one that declares the constraint.
  private func holder(
    of constraint: UniquenessConstraint, _ values: [AttributeValue], in transaction: some StoreTransaction
  ) throws(StoreError) -> ObjectID? {
    guard let entity = model.entity(named: constraint.entity) else { return nil }
    let columns = constraint.properties.compactMap { entity.columnIndex(named: $0) }
    guard let key = try transaction.key(of: entity, whereColumns: columns, equal: values) else { return nil }
    let rows = try transaction.rows(of: entity, keys: [key])
    return rows.isEmpty ? nil : rows.objectID(0, of: entity, in: store)
  }
}

extension TransactionError {
  var storeError: StoreError {
    switch self {
    case .store(let error): error
    case .uniqueViolation: .failed(reason: "a unique index refused a row while values were being exchanged")
    }
  }
}

extension ObjectID {
  /// The row's key; nil for an object that was never saved.
  public var primaryKey: Int64? {
    if case .permanent(let key) = key { key } else { nil }
  }
}
