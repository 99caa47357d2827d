/// One read of one entity, bound to the model: nothing in it is a name any more.
public struct StoreQuery: Sendable {
  /// Whose objects are read.
  public var entity: EntityDescription
  /// Whether objects of its subentities are read too.
  public var includesSubentities: Bool
  /// Nil matches every row.
  public var predicate: BoundPredicate?
  /// The order; ties, and an empty list, are ordered by primary key.
  public var sort: [BoundSortDescriptor]
  /// Only rows behind this place; nil for all.
  public var after: FetchPosition?
  /// Most rows to return, 1 or more; nil for all.
  public var limit: Int?
  /// Rows to skip first, counted from `after`; 0 for none.
  public var offset: Int
  /// Primary keys that are not to be found, whatever they hold (a context's own changed objects).
  public var excludedKeys: [Int64]

  /// Puts a query together; by default every row in order of key.
  public init(
    entity: EntityDescription, predicate: BoundPredicate? = nil, sort: [BoundSortDescriptor] = [],
    after: FetchPosition? = nil, limit: Int? = nil, offset: Int = 0, excludedKeys: [Int64] = [],
    includesSubentities: Bool = true
  ) {
    self.entity = entity
    self.includesSubentities = includesSubentities
    self.predicate = predicate
    self.sort = sort
    self.after = after
    self.limit = limit
    self.offset = offset
    self.excludedKeys = excludedKeys
  }
}
