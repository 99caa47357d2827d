import PredicateLanguage

/// A request for dictionaries, resolved against an entity.
///
/// Its rows are described by an entity of their own, so that all that is known of objects (predicates, order, the way a
/// value is stored and written) holds for them, too.
public struct DictionaryTable: Sendable {
  /// Where the values of a column come from.
  public enum Source: Hashable, Sendable {
    /// The column of the fetched entity: grouped by, or without groups.
    case property(Int)
    /// Computed from a column of the fetched entity; nil for the objects themselves.
    case aggregate(AggregateFunction, column: Int?)
  }

  /// Describes the rows: each column is a property of it, in byte order of their names.
  public let entity: EntityDescription
  /// Where each of `entity.columns` comes from.
  public let sources: [Source]
  /// Positions among `entity.columns` that were asked for; the others only serve `having` and the order.
  public let visibleColumns: [Int]
  /// The columns of the fetched entity whose equal values make a group.
  public let groupColumns: [Int]
  /// Whether a row stands for many objects.
  public let isGrouped: Bool
  /// Whether equal rows come once.
  public let isDistinct: Bool
  /// Which rows are given; bound to `entity`.
  public let having: BoundPredicate?
  /// The order; bound to `entity`, and total but for rows that are equal.
  public let sort: [BoundSortDescriptor]

  /// Whether each object has a row of its own, of its own values.
  public var isPlain: Bool { !isGrouped && !isDistinct }

  /// What the rows are called in complaints.
  static let name = "The result"
}

/// One read of rows that are no objects.
public struct DictionaryQuery: Sendable {
  /// The objects that they are made of; its order, beginning and window are not looked at.
  public var objects: StoreQuery
  /// What is made of them.
  public var table: DictionaryTable
  /// Most rows to return, 1 or more; nil for all.
  public var limit: Int?
  /// Rows to skip first.
  public var offset: Int

  /// All that match, whatever order and window `objects` has.
  var members: StoreQuery {
    StoreQuery(
      entity: objects.entity, predicate: objects.predicate, excludedKeys: objects.excludedKeys,
      includesSubentities: objects.includesSubentities)
  }

  /// Puts a query together.
  public init(objects: StoreQuery, table: DictionaryTable, limit: Int? = nil, offset: Int = 0) {
    self.objects = objects
    self.table = table
    self.limit = limit
    self.offset = offset
  }
}
