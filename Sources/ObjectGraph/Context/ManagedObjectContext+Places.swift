import PredicateLanguage

extension ManagedObjectContext {
  /// The query with a beginning that can be compared with rows: an object that was saved meanwhile has its
  /// key, and digests are values again.
  func located(_ query: StoreQuery, _ overlay: [ObjectSnapshot]) throws(StoreError) -> StoreQuery {
    guard var position = query.after, position.needsLookup else { return query }
    var objectID = ObjectID(
      store: try persistentStoreCoordinator.store(holding: query.entity).identifier,
      entity: query.entity.name,
      key: position.unsaved.map { .temporary($0.name) } ?? .permanent(position.primaryKey))
    if let unsaved = position.unsaved {
      objectID = persistentStoreCoordinator.resolve(objectID)
      if let key = objectID.primaryKey {
        (position.primaryKey, position.unsaved) = (key, nil)
      } else if !tracker.hasMade(unsaved.name) {
        throw .positionLost
      }
    }
    var located = query
    located.after = position.isShortened ? try filled(position, query, objectID, overlay) : position
    return located
  }

  /// The place behind a row of a query.
  func place(
    behind row: Int, of rows: StoreRows, _ query: StoreQuery
  ) throws(StoreError) -> FetchPosition {
    let store = try persistentStoreCoordinator.store(holding: query.entity).identifier
    return try withPaths { paths throws(StoreError) in
      try rows.position(behind: row, in: query.sort) { path in
        paths.value(at: path, from: rows.snapshot(row, of: query.entity, in: store))
      } order: { objectID in
        tracker.order(of: objectID)
      }
    }
  }

  /// The position with the object's own long values, as the context shows them or as they are committed.
  private func filled(
    _ position: FetchPosition, _ query: StoreQuery, _ objectID: ObjectID, _ overlay: [ObjectSnapshot]
  ) throws(StoreError) -> FetchPosition {
    var candidates = StoreRows(of: query.entity)
    if let shown = overlay.first(where: { $0.objectID == objectID }) {
      try candidates.append(shown, of: query.entity)
    }
    if let key = objectID.primaryKey {
      let stored = try reader(of: query.entity).rows(of: query.entity, keys: [key])
      for row in 0..<stored.count { try candidates.append(row, of: stored) }
    }
    for row in 0..<candidates.count {
      let other = try place(behind: row, of: candidates, query)
      if let filled = position.filled(from: other) { return filled }
    }
    throw .positionLost
  }
}

extension FetchPosition {
  /// Whether it names an object that has to be found first.
  var needsLookup: Bool { unsaved != nil || isShortened }
}
