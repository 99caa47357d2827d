public import PredicateLanguage

/// Everything one save writes, as a value.
public struct ChangeSet: Sendable {
  /// A new object.
  public struct Insertion: Sendable {
    /// Temporary; the receipt tells the permanent one.
    public var objectID: ObjectID
    /// One value for each of the entity's columns.
    public var values: [AttributeValue]

    /// Puts an insertion together.
    public init(objectID: ObjectID, values: [AttributeValue]) {
      self.objectID = objectID
      self.values = values
    }
  }

  /// A changed object: only what was changed.
  public struct Update: Sendable {
    /// What the changes are based on: each column's committed value when it was first changed.
    public var base: ObjectSnapshot
    /// In order of column, each at most once.
    public var changes: [PropertyChange]
    /// The version the row must still have, where the author of the change asked for one.
    public var expectedVersion: Int64?
    /// Names of to-many relationships that got or lost members.
    ///
    /// They have no column, but an object whose relationship changed has changed: its version rises, and the change
    /// conflicts with a deletion.
    public var changedRelationships: Set<String>

    /// Puts an update together.
    public init(
      base: ObjectSnapshot, changes: [PropertyChange], expectedVersion: Int64? = nil,
      changedRelationships: Set<String> = []
    ) {
      self.base = base
      self.changes = changes
      self.expectedVersion = expectedVersion
      self.changedRelationships = changedRelationships
    }

    /// The changes laid over other values of the same object.
    public func applied(to snapshot: ObjectSnapshot) -> ObjectSnapshot {
      var result = snapshot
      for change in changes { result.values[change.column] = change.value }
      return result
    }
  }

  /// A deleted object.
  public struct Deletion: Sendable {
    /// What its author saw when deleting it.
    public var snapshot: ObjectSnapshot
    /// The version the row must still have, where the author of the deletion asked for one.
    public var expectedVersion: Int64?

    /// Puts a deletion together.
    public init(snapshot: ObjectSnapshot, expectedVersion: Int64? = nil) {
      self.snapshot = snapshot
      self.expectedVersion = expectedVersion
    }
  }

  /// The changes of one entity.
  public struct EntityChanges: Sendable {
    /// The entity, from the model of the store.
    public var entity: EntityDescription
    /// In order of insertion.
    public var insertions: [Insertion] = []
    /// Whether the insertions are left out, without an error, if the entity has an object already.
    public var insertsOnlyFirst = false
    /// In ascending order of object.
    public var updates: [Update] = []
    /// In ascending order of object.
    public var deletions: [Deletion] = []

    /// No changes yet.
    public init(entity: EntityDescription) { self.entity = entity }
  }

  /// The changes of one table of pairs.
  public struct PairChanges: Sendable {
    /// The table, from the model of the store.
    public var table: PairTable
    /// Pairs that are to be there, with their places; their objects may be new.
    public var set: [Pair] = []
    /// Pairs of saved objects that are to go.
    public var removed: [Pair] = []

    /// No changes yet.
    public init(table: PairTable) { self.table = table }
  }

  /// Two objects that belong together, before new ones have keys; see `StoredPair`.
  public struct Pair: Hashable, Sendable {
    /// The object on the source's side.
    public var source: ObjectID
    /// The object on the other side.
    public var destination: ObjectID
    /// Place of the destination in the source's list; 0 where that has no order.
    public var sourceOrder: Int64
    /// Place of the source in the destination's list; 0 where that has no order.
    public var destinationOrder: Int64

    /// Puts a pair together.
    public init(
      source: ObjectID, destination: ObjectID, sourceOrder: Int64 = 0, destinationOrder: Int64 = 0
    ) {
      self.source = source
      self.destination = destination
      self.sourceOrder = sourceOrder
      self.destinationOrder = destinationOrder
    }
  }

  /// At most one element for an entity.
  public var entities: [EntityChanges]
  /// At most one element for a table.
  public var pairs: [PairChanges]

  /// Puts a change set together.
  public init(entities: [EntityChanges] = [], pairs: [PairChanges] = []) {
    self.entities = entities
    self.pairs = pairs
  }

  /// How many objects are changed.
  var count: Int {
    entities.reduce(0) { $0 + $1.insertions.count + $1.updates.count + $1.deletions.count }
  }

  /// Whether a commit would have nothing to do.
  public var isEmpty: Bool {
    entities.allSatisfy { $0.insertions.isEmpty && $0.updates.isEmpty && $0.deletions.isEmpty }
  }
}

/// One changed column of one object.
public struct PropertyChange: Hashable, Sendable {
  /// Position in `EntityDescription.columns`.
  public var column: Int
  /// What it is to be.
  public var value: AttributeValue

  /// Puts a change together.
  public init(column: Int, value: AttributeValue) {
    self.column = column
    self.value = value
  }
}
