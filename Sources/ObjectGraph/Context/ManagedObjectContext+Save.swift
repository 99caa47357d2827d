public import PredicateLanguage

/// What a save did; all empty if nothing was pending.
public struct SaveResult: Sendable {
  /// Objects inserted.
  public var insertedCount = 0
  /// Objects whose row changed.
  public var updatedCount = 0
  /// Objects deleted; those that others had deleted already are not counted.
  public var deletedCount = 0
  /// The permanent ID of each inserted object, in order of insertion.
  public var permanentIDs: [(temporary: ObjectID, permanent: ObjectID)] = []
  /// What others must know; nil if nothing was pending.
  public var notice: CommitNotice?

  /// Nothing was pending.
  public init() {}

  init(_ receipt: CommitReceipt) {
    insertedCount = receipt.notice.inserted.count
    updatedCount = receipt.notice.updated.count
    deletedCount = receipt.notice.deleted.count
    permanentIDs = receipt.permanentIDs
    notice = receipt.notice
  }
}

extension ManagedObjectContext {
  /// Commits every pending change of this context in one transaction.
  ///
  /// Temporary IDs become permanent and keep resolving. Nothing pending: returns at once, no transaction.
  /// - Throws: `StoreError.invalid` with all validation failures, `.conflict` with all losing objects,
  ///   `.constraint`, `.version`, `.locked`, `.full`, `.cancelled` …; store and pending changes are as
  ///   before.
  /// - Complexity: O(changed objects). Conflict rule: `NSMergePolicy.error`, by property.
  @discardableResult
  public func save() throws(StoreError) -> SaveResult {
    guard hasChanges else { return SaveResult() }
    try runWillSave()
    let changes = tracker.changeSet(of: persistentStoreCoordinator.managedObjectModel)
    let failures =
      try Validation.failures(of: changes) + relationshipFailures(of: changes) + hookFailures(of: changes)
    guard failures.isEmpty else { throw .invalid(failures) }
    let saved = try savedObjects(of: changes)
    let receipt = try persistentStoreCoordinator.commit(changes, cancellation: cancellation)
    tracker.removeAll()
    lastOrders = [:]
    tracker.promote(receipt.permanentIDs)
    identityMap.promote(receipt.permanentIDs)
    runDidSave(saved)
    return SaveResult(receipt)
  }

  /// What a save left of objects, told from what this context showed of them just before it.
  ///
  /// Nothing is read: by now others may have changed or deleted them again.
  public func settled(_ snapshots: [ObjectSnapshot], by result: SaveResult) -> [ObjectSnapshot] {
    guard let notice = result.notice else { return persistentStoreCoordinator.resolve(snapshots) }
    // What is derived of a new object is known to the notice alone, and so is what it leads to.
    let entities = Set(snapshots.map(\.objectID.entity))
    let model = persistentStoreCoordinator.managedObjectModel
    let isPlain = entities.allSatisfy { name in
      model.derivations.byEntity[name] == nil && model.entity(named: name)?.hasReferences != true
    }
    let written = isPlain ? notice.updated : notice.updated + notice.inserted
    let merged = Dictionary(written.map { ($0.objectID, $0) }) { _, last in last }
    return persistentStoreCoordinator.resolve(snapshots).map { snapshot in
      if !merged.isEmpty, let snapshot = merged[snapshot.objectID] { return snapshot }
      guard snapshot.version == 0, !snapshot.objectID.isTemporary else { return snapshot }
      var inserted = snapshot
      inserted.version = 1
      return inserted
    }
  }
}
