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
    guard includesPendingChanges, !tracker.pending(of: query.objects.entity.name).isEmpty else {
      return try reader().dictionaries(query, cancellation: cancellation)
    }
    return try query.rows(of: fetch(query.members), cancellation)
  }

  /// What a request gives as dictionaries, whatever its `resultType`: values by the names of properties and expressions.
  ///
  /// A missing value is `.null`.
  /// - Throws: `StoreError.request` for columns, groups or sort keys that do not fit; what reading throws.
  public func dictionaries(for request: FetchRequest) throws(StoreError) -> [[String: AttributeValue]] {
    let query = try request.boundToDictionaries(in: self)
    guard query.table.isPlain else {
      let rows = try fetchDictionaries(query, includesPendingChanges: request.includesPendingChanges)
      return Self.dictionaries(rows, query.table.visibleColumns.map { ($0, query.table.entity.columns[$0]) })
    }
    var objects = query.objects
    objects.sort = try request.bound(in: self).sort
    let rows = try fetch(objects, includesPendingChanges: request.includesPendingChanges)
    let columns = zip(query.table.sources, query.table.entity.columns).compactMap { source, property in
      if case .property(let position) = source { (position, property) } else { nil }
    }
    return Self.dictionaries(rows, columns)
  }

  private static func dictionaries(
    _ rows: StoreRows, _ columns: [(Int, PropertyDescription)]
  ) -> [[String: AttributeValue]] {
    (0..<rows.count).map { row in
      Dictionary(uniqueKeysWithValues: columns.map { ($1.name, rows.value(row, $0, of: $1)) })
    }
  }
}
