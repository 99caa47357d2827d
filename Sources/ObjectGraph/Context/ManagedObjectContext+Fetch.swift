import PredicateLanguage

extension ManagedObjectContext {
  /// The objects that match, as rows; order, offset and limit hold for stored and pending objects together.
  ///
  /// - Parameter includesPendingChanges: false finds and orders by what is committed alone; the values shown are
  ///   still the context's.
  /// - Complexity: with nothing pending, the store's; otherwise also O(pending objects of the entity), and the store
  ///   reads `offset + limit` rows.
  public func fetch(
    _ query: StoreQuery, includesPendingChanges: Bool = true
  ) throws(StoreError) -> StoreRows {
    let reader = try reader()
    let pending = tracker.pending(of: query.entity.name)
    guard !pending.isEmpty else { return try reader.fetch(query, cancellation: cancellation) }
    return try reader.reading { () throws(StoreError) in
      let overlay = try overlay(of: query.entity, pending)
      guard includesPendingChanges else {
        let stored = try reader.fetch(query, cancellation: cancellation)
        return try stored.replacing(overlay)
      }
      let test = try ObjectTest(query.predicate)
      let matching = overlay.filter { test.holds($0) }
      let merged = MergedRows(
        entity: query.entity, sort: query.sort, limit: query.limit, offset: query.offset)
      let stored = try reader.fetch(
        query.widened(excluding: pending, mergedWith: matching.count), cancellation: cancellation)
      return try merged.merge(stored, with: matching, alreadySkipped: matching.isEmpty)
    }
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
