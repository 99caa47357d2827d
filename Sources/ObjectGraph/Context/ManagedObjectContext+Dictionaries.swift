public import PredicateLanguage

extension ManagedObjectContext {
  /// The rows that are made of the objects that match, columns as `DictionaryTable.entity` describes them.
  ///
  /// - Parameter includesPendingChanges: false makes them of what is committed alone, as Core Data always does.
  /// - Throws: also `StoreError.limit` where a sum of integers is none of 64 bits.
  /// - Complexity: the store's while nothing of the entity is pending; else all matching objects are read.
  public func fetchDictionaries(
    _ query: DictionaryQuery, includesPendingChanges: Bool = true
  ) throws(StoreError) -> StoreRows {
    guard includesPendingChanges, isPending(query) else {
      return try reader(of: query.objects.entity).dictionaries(query, cancellation: cancellation)
    }
    let store = try persistentStoreCoordinator.store(holding: query.objects.entity).identifier
    return try query.rows(of: fetch(query.members), in: store, cancellation)
  }

  /// Whether unsaved changes have anything to do with the answer.
  func isPending(_ query: DictionaryQuery) -> Bool {
    let model = persistentStoreCoordinator.managedObjectModel
    return !pending(of: query.objects).isEmpty
      || query.objects.follows(changedIn: tracker.entities, model)
  }

  /// What a request gives as dictionaries, whatever its `resultType`: values by the names of properties and expressions.
  ///
  /// A missing value is `.null`.
  /// - Throws: `StoreError.request` for columns, groups or sort keys that do not fit; what reading throws.
  public func dictionaries(for request: FetchRequest) throws(StoreError) -> [[String: AttributeValue]] {
    let query = try request.boundToDictionaries(in: self)
    guard query.table.isPlain else {
      let rows = try fetchDictionaries(query, includesPendingChanges: request.includesPendingChanges)
      return try dictionaries(
        rows, query.table.visibleColumns, of: query.table.entity, in: query.objects.entity)
    }
    var objects = query.objects
    objects.sort = try request.bound(in: self).sort
    let rows = try fetch(objects, includesPendingChanges: request.includesPendingChanges)
    let columns = query.table.sources.compactMap { source in
      if case .property(let position) = source { position } else { nil }
    }
    return try dictionaries(rows, columns, of: objects.entity, in: objects.entity)
  }

  private func dictionaries(
    _ rows: StoreRows, _ columns: [Int], of entity: EntityDescription, in source: EntityDescription
  ) throws(StoreError) -> [[String: AttributeValue]] {
    let store = try persistentStoreCoordinator.store(holding: source).identifier
    return (0..<rows.count).map { row in
      Dictionary(
        uniqueKeysWithValues: columns.map { column in
          (entity.columns[column].name, rows.value(row, column, of: entity, in: store))
        })
    }
  }
}
