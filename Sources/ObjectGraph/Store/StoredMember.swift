/// One member of one object's to-many relationship, as a store has it.
public struct StoredMember: Hashable, Sendable {
  /// The key of the object whose relationship it is.
  public let owner: Int64
  /// The key of the member.
  public let key: Int64
  /// The number of the member's own entity.
  public let entity: Int
  /// Its place in an ordered relationship, smallest first; 0 in others and where none was written.
  public let order: Int64

  /// Puts a member together.
  public init(owner: Int64, key: Int64, entity: Int, order: Int64 = 0) {
    self.owner = owner
    self.key = key
    self.entity = entity
    self.order = order
  }
}

/// One row of a table of pairs.
public struct StoredPair: Hashable, Sendable {
  /// The key of the object on the source's side.
  public let source: Int64
  /// The key of the object on the other side.
  public let destination: Int64
  /// Place of the destination in the source's list; 0 where that has no order.
  public let sourceOrder: Int64
  /// Place of the source in the destination's list; 0 where that has no order.
  public let destinationOrder: Int64

  /// Puts a pair together.
  public init(source: Int64, destination: Int64, sourceOrder: Int64 = 0, destinationOrder: Int64 = 0) {
    self.source = source
    self.destination = destination
    self.sourceOrder = sourceOrder
    self.destinationOrder = destinationOrder
  }
}
