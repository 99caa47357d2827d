public import PredicateLanguage

/// One context's eye on a store; not Sendable, used from the context's queue only.
public protocol StoreReader: MemberReader {
  /// Runs reads that must all see the same moment; nesting is allowed and joins the outer moment.
  func reading<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result

  /// Tells whether anything was committed since it was last asked for.
  ///
  /// What is read after a mark was taken is at least as new as the mark. Nil within `reading`, whose moment is older
  /// than the newest commit, and where there is no cheap way to know.
  var commitMark: CommitMark? { get }

  /// The rows that match, in the query's order and window.
  ///
  /// What the query begins behind has no digests any more.
  func fetch(_ query: StoreQuery, cancellation: Cancellation) throws(StoreError) -> StoreRows

  /// The rows that are made of the objects that match: columns, groups, aggregates.
  ///
  /// A reader that says nothing of its own makes them of what `fetch` gives.
  func dictionaries(_ query: DictionaryQuery, cancellation: Cancellation) throws(StoreError) -> StoreRows

  /// How many rows match; sort, beginning and window are ignored.
  func count(_ query: StoreQuery, cancellation: Cancellation) throws(StoreError) -> Int

  /// The rows with these primary keys, in ascending order of key; keys without a row of the entity or of a
  /// subentity are left out.
  func rows(of entity: EntityDescription, keys: [Int64]) throws(StoreError) -> StoreRows

  /// The rows whose column holds exactly this value (never `.null`), in ascending order of key.
  ///
  /// The short way for lookups by a unique attribute: no predicate, no compilation.
  func rows(of entity: EntityDescription, whereColumn column: Int, equals value: AttributeValue)
    throws(StoreError) -> StoreRows
}

extension StoreReader {
  /// Nil: values are read whenever they are asked for.
  public var commitMark: CommitMark? { nil }
}
