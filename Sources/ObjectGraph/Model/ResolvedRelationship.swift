/// A relationship as the engine works with it: its inverse found, its place in a store decided.
public struct ResolvedRelationship: Hashable, Sendable {
  /// How a store keeps a relationship.
  public enum Storage: Hashable, Sendable {
    /// To-one: in this column of its own object.
    case column(Int)
    /// To-many, its inverse to-one: in the inverse's column of each member, nowhere else.
    case inverseColumn
    /// To-many, its inverse to-many too or missing: in a table of pairs, in which its own objects are on this side.
    case pairs(PairTable, PairTable.Side)
  }

  /// What its author wrote.
  public let description: RelationshipDescription
  /// What may be at the other end.
  public let destination: EntityFamily
  /// The relationship that leads back; nil for a one-way relationship.
  public let inverse: RelationshipDescription?
  /// How a store keeps it.
  public let storage: Storage

  /// Unique within the entity and everything it inherits.
  public var name: String { description.name }
  /// Whether there may be more than one object at the other end.
  public var isToMany: Bool { description.isToMany }
}

extension RelationshipDescription {
  /// Whether a store keeps its members in an order: to-one relationships have none, whatever their flag says.
  public var hasOrder: Bool { isToMany && isOrdered }
}
