/// Where a to-many relationship lies whose other end is to-many too, or has no inverse: a table of pairs.
///
/// Both directions are one table. With `Post.tags` and its inverse `Tag.posts`, a pair says that a post has a tag, and
/// so that the tag has the post:
/// ```
/// source  destination   place in source's list   place in destination's list
/// p1      t4            2048                     -
/// p2      t4            3072                     -
/// ```
public struct PairTable: Hashable, Sendable {
  /// Which half of a pair an object is.
  public enum Side: Hashable, Sendable {
    case source
    case destination

    /// The other half.
    public var opposite: Side { self == .source ? .destination : .source }
  }

  /// One direction of the table.
  public struct End: Hashable, Sendable {
    /// The entity that declares the relationship, with its subentities.
    public let family: EntityFamily
    /// The relationship seen from here.
    public let relationship: RelationshipDescription
  }

  /// Position in `ManagedObjectModel.pairTables`.
  public let number: Int
  /// The end whose objects are sources: the one of the lower entity number, of one entity the lower name.
  public let source: End
  /// The other end; nil for a relationship without an inverse.
  public let inverse: End?
  /// The entities that destinations may be of.
  public let destinations: EntityFamily

  /// Whether both directions are one relationship, such as `friends` that is its own inverse.
  ///
  /// Then each pair of different objects is there twice, once in each direction, and objects are always looked up as
  /// sources.
  public var isSymmetric: Bool {
    inverse.map { $0.family == source.family && $0.relationship.name == source.relationship.name } ?? false
  }

  /// Whether the lists of the objects on a side have an order.
  public func isOrdered(_ side: Side) -> Bool {
    switch side {
    case .source: source.relationship.isOrdered
    case .destination: inverse?.relationship.isOrdered ?? false
    }
  }

  /// What the objects on a side may be.
  public func family(_ side: Side) -> EntityFamily { side == .source ? source.family : destinations }
}
