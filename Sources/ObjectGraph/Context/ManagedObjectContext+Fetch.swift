import PredicateLanguage

extension ManagedObjectContext {
  /// The objects that match, as rows; order, offset and limit hold for stored and pending objects together.
  ///
  /// - Parameter includesPendingChanges: false finds and orders by what is committed alone; the values shown
  ///   are still the context's.
  /// - Complexity: with nothing pending, the store's; otherwise also O(pending objects of the entity), and
  ///   the store reads `offset + limit` rows.
  public func fetch(
    _ query: StoreQuery, includesPendingChanges: Bool = true
  ) throws(StoreError) -> StoreRows {
    try found(query, includesPendingChanges).shown
  }

  /// How many objects match, pending changes counted in unless asked otherwise.
  public func count(
    _ query: StoreQuery, includesPendingChanges: Bool = true
  ) throws(StoreError) -> Int {
    let reader = try reader(of: query.entity)
    guard includesPendingChanges, !tracker.isEmpty else {
      return try reader.count(query, cancellation: cancellation)
    }
    if query.follows(changedIn: tracker.entities, persistentStoreCoordinator.managedObjectModel) {
      var whole = query
      (whole.limit, whole.offset, whole.sort, whole.after) = (nil, 0, [], nil)
      return try fetch(whole).count
    }
    let pending = pending(of: query)
    guard !pending.isEmpty else { return try reader.count(query, cancellation: cancellation) }
    return try reader.reading { () throws(StoreError) in
      let matching = try withPaths { paths throws(StoreError) in
        let test = try ObjectTest(query.predicate, paths)
        return try overlay(of: query, pending).count { test.holds($0) }
      }
      let stored = try reader.count(
        query.widened(excluding: pending, mergedWith: matching), cancellation: cancellation)
      return stored + matching
    }
  }

  /// The pending changes of the objects that a query reads.
  func pending(of query: StoreQuery) -> [ObjectID: PendingChange] {
    let entity = query.entity
    let isOneEntity = !query.includesSubentities || !entity.family.isPolymorphic
    let pending =
      isOneEntity
      ? tracker.pending(of: entity.name)
      : entity.family.names.reduce(into: [:]) { all, name in
        all.merge(tracker.pending(of: name)) { first, _ in first }
      }
    guard !pending.isEmpty, persistentStoreCoordinator.hasRemovedStores else { return pending }
    return pending.filter { !isOfRemovedStore($0.key) }
  }
}

// MARK: - Pages

extension ManagedObjectContext {
  /// The objects that match, at most `limit`, and the place to go on behind them.
  ///
  /// Set `StoreQuery.after` to the place for the next page. There is no snapshot: each page shows what is
  /// there when it is fetched, and an object that exists, matches and keeps its sort values all the while is
  /// on exactly one of them. A place behind an unsaved object holds in its own context, and everywhere once
  /// the object is saved.
  /// - Throws: also `StoreError.positionLost`.
  /// - Complexity: as for `fetch` of one page, however far it is from the first.
  public func fetchPage(
    _ query: StoreQuery, includesPendingChanges: Bool = true
  ) throws(StoreError) -> FetchedPage {
    guard let limit = query.limit else {
      return FetchedPage(rows: try fetch(query, includesPendingChanges: includesPendingChanges))
    }
    var found = try found(query.lookingAhead, includesPendingChanges)
    guard found.shown.count > limit else { return FetchedPage(rows: found.shown) }
    let next = try place(behind: limit - 1, of: found.stored ?? found.shown, query)
    found.shown.removeLast()
    return FetchedPage(rows: found.shown, next: next)
  }

  /// What a fetch finds: what the context shows, and what the order was made by, if that is something else.
  private struct Found {
    var shown: StoreRows
    var stored: StoreRows?
  }

  private func found(_ query: StoreQuery, _ includesPendingChanges: Bool) throws(StoreError) -> Found {
    let reader = try reader(of: query.entity)
    let pending = pending(of: query)
    let isFollowing =
      includesPendingChanges && !tracker.isEmpty
      && query.follows(changedIn: tracker.entities, persistentStoreCoordinator.managedObjectModel)
    if pending.isEmpty, !isFollowing, query.after?.needsLookup != true {
      return Found(shown: try reader.fetch(query, cancellation: cancellation))
    }
    return try reader.reading { () throws(StoreError) in
      let overlay = try overlay(of: query, pending)
      let query = try located(query, overlay)
      guard includesPendingChanges else {
        let stored = try reader.fetch(query, cancellation: cancellation)
        return Found(shown: try stored.replacing(overlay, of: query.entity), stored: stored)
      }
      if isFollowing { return Found(shown: try followed(query, pending, overlay, reader)) }
      return try merged(query, pending, overlay, reader)
    }
  }

  /// Pending objects of the entity, merged with the rows of all others that the store finds.
  private func merged(
    _ query: StoreQuery, _ pending: [ObjectID: PendingChange], _ overlay: [ObjectSnapshot],
    _ reader: any StoreReader
  ) throws(StoreError) -> Found {
    let store = try persistentStoreCoordinator.store(holding: query.entity).identifier
    return try withPaths { paths throws(StoreError) in
      let matching = try matching(query, in: overlay, paths)
      let merged = MergedRows(
        entity: query.entity, in: store, order: RowOrder(sort: query.sort, paths), limit: query.limit,
        offset: query.offset, cancellation)
      let stored = try reader.fetch(
        query.widened(excluding: pending, mergedWith: matching.count), cancellation: cancellation)
      return Found(shown: try merged.merge(stored, with: matching, alreadySkipped: matching.isEmpty))
    }
  }

  /// What a query finds that looks at other objects, some of which have pending changes: the store cannot know, so every
  /// row is tested here.
  private func followed(
    _ query: StoreQuery, _ pending: [ObjectID: PendingChange], _ overlay: [ObjectSnapshot],
    _ reader: any StoreReader
  ) throws(StoreError) -> StoreRows {
    let store = try persistentStoreCoordinator.store(holding: query.entity).identifier
    let stored = try reader.fetch(query.withoutTests(excluding: pending), cancellation: cancellation)
    let saved = (0..<stored.count).map { stored.snapshot($0, of: query.entity, in: store) }
    let changed = overlay.filter { !$0.objectID.isTemporary }
    let candidates =
      (saved + changed).sorted { $0.objectID.isBefore($1.objectID) }
      + overlay.filter(\.objectID.isTemporary)
    return try withPaths { paths throws(StoreError) in
      let matching = try matching(query, in: candidates, paths)
      let ordered = MergedRows(
        entity: query.entity, in: store, order: RowOrder(sort: query.sort, paths), limit: query.limit,
        offset: query.offset, cancellation)
      return try ordered.merge(StoreRows(of: query.entity), with: matching)
    }
  }

  /// The objects that fit, behind the query's beginning.
  func matching(
    _ query: StoreQuery, in candidates: [ObjectSnapshot], _ paths: PathReader
  ) throws(StoreError) -> [ObjectSnapshot] {
    let test = try ObjectTest(query.predicate, paths)
    let behind = try query.after.map { position throws(StoreError) in
      try PositionTest(position, in: query.sort, paths)
    }
    var matching: [ObjectSnapshot] = []
    for snapshot in candidates {
      try cancellation.check()
      let isBehind = behind?.isBehind(snapshot, insertion: tracker.order(of: snapshot.objectID)) ?? true
      if isBehind, test.holds(snapshot) { matching.append(snapshot) }
    }
    return matching
  }
}

extension StoreQuery {
  /// Whether the answer depends on other objects of entities that have pending changes.
  func follows(changedIn entities: [String], _ model: ManagedObjectModel) -> Bool {
    let steps = (predicate?.node.keys ?? []).flatMap(\.steps) + sort.flatMap(\.path.steps)
    return steps.contains { step in
      let family = model.entity(named: step.relationship.destinationEntity)?.family
      return entities.contains { family?.contains($0) ?? false }
    }
  }

  /// With a limit, one row more: it tells whether another page follows.
  package var lookingAhead: StoreQuery {
    var wider = self
    wider.limit = limit?.saturatingAdd(1)
    return wider
  }

  /// The query for every row that has no pending change, in order of key.
  func withoutTests(excluding pending: [ObjectID: PendingChange]) -> StoreQuery {
    var all = StoreQuery(entity: entity, includesSubentities: includesSubentities)
    all.excludedKeys = excludedKeys + pending.keys.compactMap(\.primaryKey).sorted()
    return all
  }

  /// The query whose rows, merged with that many pending objects, hold this query's window.
  func widened(excluding pending: [ObjectID: PendingChange], mergedWith count: Int) -> StoreQuery {
    var result = self
    result.excludedKeys += pending.keys.compactMap(\.primaryKey).sorted()
    guard count > 0 else { return result }
    result.offset = 0
    result.limit = limit.map(offset.saturatingAdd)
    return result
  }
}

extension StoreRows {
  /// The same rows, with the given values where an object has some.
  func replacing(
    _ snapshots: [ObjectSnapshot], of entity: EntityDescription
  ) throws(StoreError) -> StoreRows {
    var byKey: [Int64: ObjectSnapshot] = [:]
    for snapshot in snapshots {
      if let key = snapshot.objectID.primaryKey { byKey[key] = snapshot }
    }
    var result = StoreRows(columnCount: columnCount)
    for row in 0..<count {
      if let snapshot = byKey[keys[row]] {
        try result.append(snapshot, of: entity)
      } else {
        try result.append(row, of: self)
      }
    }
    return result
  }
}
