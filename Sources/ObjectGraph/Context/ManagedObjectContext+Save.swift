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
  /// What others must know, of each store that was written to, in the order of the stores.
  public var notices: [CommitNotice] = []

  /// What others must know; nil if nothing was pending.
  ///
  /// After a save to several stores, all of it together, with the number it has in the first of them.
  public var notice: CommitNotice? {
    guard var notice = notices.first else { return nil }
    for other in notices.dropFirst() {
      notice.inserted += other.inserted
      notice.updated += other.updated
      notice.deleted += other.deleted
    }
    return notice
  }

  /// Nothing was pending.
  public init() {}

  init(_ receipt: CommitReceipt) { add(receipt) }

  mutating func add(_ receipt: CommitReceipt) {
    insertedCount += receipt.notice.inserted.count
    updatedCount += receipt.notice.updated.count
    deletedCount += receipt.notice.deleted.count
    permanentIDs += receipt.permanentIDs
    notices.append(receipt.notice)
  }
}

extension ManagedObjectContext {
  /// Commits every pending change of this context, in one transaction of each store that has changes.
  ///
  /// Temporary IDs become permanent and keep resolving. Nothing pending: returns at once, no transaction.
  ///
  /// A store takes all of its changes or none. Several stores are written one after the other, in the order in
  /// which they were added, and no transaction spans them, as in Core Data: when one fails after others have
  /// committed, what these have is saved, and the rest stays pending. Values are validated, and stores that are
  /// read-only or were removed are found, before the first is written.
  /// - Throws: `StoreError.invalid` with all validation failures, `.conflict` with all losing objects,
  ///   `.constraint`, `.version`, `.locked`, `.full`, `.cancelled` …; stores and pending changes are as
  ///   before. `.open` for changes of objects whose store was removed. `.incompleteSave` if some stores have
  ///   committed and one has not.
  /// - Complexity: O(changed objects). Conflict rule: `NSMergePolicy.error`, by property.
  @discardableResult
  public func save() throws(StoreError) -> SaveResult {
    guard hasChanges else { return SaveResult() }
    let model = persistentStoreCoordinator.managedObjectModel
    try persistentStoreCoordinator.checkStoresAreThere { tracker.changeSet(of: model) }
    try runWillSave()
    let changes = tracker.changeSet(of: model)
    let failures =
      try Validation.failures(of: changes) + relationshipFailures(of: changes) + hookFailures(of: changes)
    guard failures.isEmpty else { throw .invalid(failures) }
    let parts = try persistentStoreCoordinator.parts(of: changes)
    guard parts.count < 2 else { return try save(parts) }
    let saved = try savedObjects(of: changes)
    guard let store = parts.first?.store else { return SaveResult() }
    let receipt = try persistentStoreCoordinator.commit(changes, to: store, cancellation: cancellation)
    tracker.removeAll()
    forgetLastOrders()
    promote(receipt)
    runDidSave(saved)
    return SaveResult(receipt)
  }

  /// Commits the parts of a save to several stores, one after the other.
  private func save(_ parts: [StoreChanges]) throws(StoreError) -> SaveResult {
    let saved = try parts.map { part throws(StoreError) in try savedObjects(of: part.changes) }
    var result = SaveResult()
    var committed = 0
    // Hooks may change objects that a store behind is still to save; so they hear of it when all is done.
    defer { for objects in saved[..<committed] { runDidSave(objects) } }
    for (index, part) in parts.enumerated() {
      let receipt: CommitReceipt
      do throws(StoreError) {
        receipt = try persistentStoreCoordinator.commit(
          part.changes, to: part.store, cancellation: cancellation)
      } catch {
        if index == 0 { throw error }
        throw .incompleteSave(
          savedStores: parts[..<index].map(\.store.identifier), failedStore: part.store.identifier,
          underlying: error)
      }
      tracker.remove(part.changes)
      lastOrders = lastOrders.filter { $0.key.owner.store != part.store.identifier }
      promote(receipt)
      result.add(receipt)
      committed += 1
    }
    return result
  }

  /// Gives new objects the IDs that a commit gave them.
  private func promote(_ receipt: CommitReceipt) {
    tracker.promote(receipt.permanentIDs)
    identityMap.promote(receipt.permanentIDs)
  }

  /// What a save left of objects, told from what this context showed of them just before it.
  ///
  /// Nothing is read: by now others may have changed or deleted them again.
  public func settled(_ snapshots: [ObjectSnapshot], by result: SaveResult) -> [ObjectSnapshot] {
    guard let notice = result.notice else { return persistentStoreCoordinator.resolve(snapshots) }
    // What is derived of a new object is known to the notice alone, and so is what it leads to.
    let model = persistentStoreCoordinator.managedObjectModel
    let isPlain = model.derivations.isEmpty && !model.entities.contains(where: \.hasReferences)
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
