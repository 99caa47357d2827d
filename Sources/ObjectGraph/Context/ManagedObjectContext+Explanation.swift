extension ManagedObjectContext {
  /// How `fetch` answers a query in the state that the context is in, without answering it.
  ///
  /// ```
  /// let explanation = try context.explain(query)
  /// explanation.statement?.plan   // ["SEARCH ZTASK USING INDEX Z_Task_byDate (ZDATE<?)"]
  /// ```
  /// - Throws: as `fetch`, for what the store cannot answer.
  /// - Complexity: that of preparing the statement; with unsaved changes of the entity, also O(these).
  public func explain(
    _ query: StoreQuery, includesPendingChanges: Bool = true
  ) throws(StoreError) -> QueryExplanation {
    let store = try persistentStoreCoordinator.store(holding: query.entity)
    guard includesPendingChanges, !tracker.isEmpty else { return try store.explanation(of: query) }
    let pending = pending(of: query)
    if query.follows(changedIn: tracker.entities, persistentStoreCoordinator.managedObjectModel) {
      var explanation = try store.explanation(of: query.withoutTests(excluding: pending))
      explanation.inMemory = query.predicateFormats
      explanation.pendingChanges = .init(objectCount: pending.count, testsEveryRow: true)
      return explanation
    }
    if pending.isEmpty { return try store.explanation(of: query) }
    let (candidates, matching) = try tested(query, pending)
    var explanation = try store.explanation(of: query.widened(excluding: pending, mergedWith: matching))
    if candidates > 0 { explanation.inMemory = query.predicateFormats }
    explanation.pendingChanges = .init(objectCount: pending.count, testsEveryRow: false)
    return explanation
  }

  /// How `fetchDictionaries` answers a query, without answering it.
  ///
  /// - Throws: as `explain` of objects.
  public func explain(
    _ query: DictionaryQuery, includesPendingChanges: Bool = true
  ) throws(StoreError) -> QueryExplanation {
    guard includesPendingChanges, isPending(query) else {
      return try persistentStoreCoordinator.store(holding: query.objects.entity).explanation(of: query)
    }
    return try explain(query.members)
  }

  /// How many pending objects are tested, and how many of them match.
  private func tested(
    _ query: StoreQuery, _ pending: [ObjectID: PendingChange]
  ) throws(StoreError) -> (candidates: Int, matching: Int) {
    try reader(of: query.entity).reading { () throws(StoreError) in
      let overlay = try overlay(of: query, pending)
      return try withPaths { paths throws(StoreError) in
        (overlay.count, try matching(query, in: overlay, paths).count)
      }
    }
  }
}
