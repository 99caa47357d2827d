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
    let reader = try reader()
    let pending = tracker.pending(of: query.entity.name)
    guard includesPendingChanges, !pending.isEmpty else {
      return try reader.count(query, cancellation: cancellation)
    }
    return try reader.reading { () throws(StoreError) in
      let test = try ObjectTest(query.predicate)
      let matching = try overlay(of: query.entity, pending).count { test.holds($0) }
      let stored = try reader.count(
        query.widened(excluding: pending, mergedWith: matching), cancellation: cancellation)
      return stored + matching
    }
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
    var wider = query
    wider.limit = limit.saturatingAdd(1)
    var found = try found(wider, includesPendingChanges)
    guard found.shown.count > limit else { return FetchedPage(rows: found.shown) }
    let next = (found.stored ?? found.shown).position(behind: limit - 1, in: query.sort) { objectID in
      tracker.order(of: objectID)
    }
    found.shown.removeLast()
    return FetchedPage(rows: found.shown, next: next)
  }

  /// What a fetch finds: what the context shows, and what the order was made by, if that is something else.
  private struct Found {
    var shown: StoreRows
    var stored: StoreRows?
  }

  private func found(_ query: StoreQuery, _ includesPendingChanges: Bool) throws(StoreError) -> Found {
    let reader = try reader()
    let pending = tracker.pending(of: query.entity.name)
    if pending.isEmpty, query.after?.needsLookup != true {
      return Found(shown: try reader.fetch(query, cancellation: cancellation))
    }
    return try reader.reading { () throws(StoreError) in
      let overlay = try overlay(of: query.entity, pending)
      let query = try located(query, overlay)
      guard includesPendingChanges else {
        let stored = try reader.fetch(query, cancellation: cancellation)
        return Found(shown: try stored.replacing(overlay), stored: stored)
      }
      let matching = try matching(query, in: overlay)
      let merged = MergedRows(
        entity: query.entity, sort: query.sort, limit: query.limit, offset: query.offset, cancellation)
      let stored = try reader.fetch(
        query.widened(excluding: pending, mergedWith: matching.count), cancellation: cancellation)
      return Found(shown: try merged.merge(stored, with: matching, alreadySkipped: matching.isEmpty))
    }
  }

  /// The pending objects that fit, behind the query's beginning.
  private func matching(
    _ query: StoreQuery, in overlay: [ObjectSnapshot]
  ) throws(StoreError) -> [ObjectSnapshot] {
    let test = try ObjectTest(query.predicate)
    let behind = try query.after.map { position throws(StoreError) in
      try PositionTest(position, in: query.sort)
    }
    var matching: [ObjectSnapshot] = []
    for snapshot in overlay {
      try cancellation.check()
      let isBehind = behind?.isBehind(snapshot, insertion: tracker.order(of: snapshot.objectID)) ?? true
      if isBehind, test.holds(snapshot) { matching.append(snapshot) }
    }
    return matching
  }
}

extension StoreQuery {
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
  func replacing(_ snapshots: [ObjectSnapshot]) throws(StoreError) -> StoreRows {
    var byKey: [Int64: ObjectSnapshot] = [:]
    for snapshot in snapshots {
      if let key = snapshot.objectID.primaryKey { byKey[key] = snapshot }
    }
    var result = StoreRows(columnCount: columnCount)
    for row in 0..<count {
      if let snapshot = byKey[keys[row]] {
        try result.append(snapshot)
      } else {
        try result.append(row, of: self)
      }
    }
    return result
  }
}
