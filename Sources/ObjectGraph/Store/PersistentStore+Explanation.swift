extension PersistentStore {
  /// Everything is tested in memory: what a store says that runs no statements.
  public func explanation(of query: StoreQuery) throws(StoreError) -> QueryExplanation {
    QueryExplanation(inMemory: query.predicateFormats)
  }

  /// As for the objects that the dictionaries are made of.
  public func explanation(of query: DictionaryQuery) throws(StoreError) -> QueryExplanation {
    try explanation(of: query.objects)
  }
}

extension StoreQuery {
  /// The canonical text of each part of the predicate.
  var predicateFormats: [String] { predicate?.node.partFormats ?? [] }
}
