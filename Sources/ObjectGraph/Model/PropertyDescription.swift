/// An attribute or a relationship: what an entity is made of.
public enum PropertyDescription: Hashable, Sendable {
  case attribute(AttributeDescription)
  case relationship(RelationshipDescription)

  /// Unique within the entity and everything it inherits.
  public var name: String {
    switch self {
    case .attribute(let attribute): attribute.name
    case .relationship(let relationship): relationship.name
    }
  }

  /// Whether a save may find no value.
  public var isOptional: Bool {
    switch self {
    case .attribute(let attribute): attribute.isOptional
    case .relationship(let relationship): relationship.isOptional
    }
  }

  /// True where the property has a place in the object's own row: a stored attribute or a to-one relationship.
  public var isColumn: Bool {
    switch self {
    case .attribute(let attribute): !attribute.isTransient
    case .relationship(let relationship): !relationship.isToMany && !relationship.isTransient
    }
  }
}
