public import PredicateLanguage

/// Where a key path leads, resolved against the model: zero or more relationships, then a column or the
/// object.
public struct BoundKeyPath: Hashable, Sendable {
  /// One relationship on the way; the next step starts at its destination.
  public struct Step: Hashable, Sendable {
    /// The entity the step starts from.
    public var entity: String
    /// The relationship that is followed.
    public var relationship: RelationshipDescription

    /// Puts a step together.
    public init(entity: String, relationship: RelationshipDescription) {
      self.entity = entity
      self.relationship = relationship
    }
  }

  /// The end of a path.
  public enum Target: Hashable, Sendable {
    /// A stored attribute of the entity that the steps lead to, by its position in `columns`.
    case attribute(AttributeDescription, column: Int)
    /// The object that the steps lead to; with no steps, the fetched object itself.
    case object
  }

  /// Empty for a property of the fetched entity itself.
  public var steps: [Step]
  /// The entity that the steps lead to.
  public var entity: String
  /// What the path gives.
  public var target: Target

  /// Puts a path together; without steps it starts and ends at the fetched object.
  public init(steps: [Step] = [], entity: String, target: Target) {
    self.steps = steps
    self.entity = entity
    self.target = target
  }
}

/// A predicate whose key paths are resolved and whose constants have the types of the attributes they meet.
///
/// Both stores and the contexts evaluate this one tree; nothing in it can be misunderstood any more.
public struct BoundPredicate: Hashable, Sendable {
  /// The name of the entity whose objects it is for.
  public var entity: String
  /// The tree, without variables and placeholders.
  public var node: PredicateNode<BoundKeyPath>

  /// Puts a bound predicate together; `Binder` makes them from text.
  public init(entity: String, node: PredicateNode<BoundKeyPath>) {
    self.entity = entity
    self.node = node
  }
}
