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
