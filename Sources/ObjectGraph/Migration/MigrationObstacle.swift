/// Something of a new model that cannot be inferred from the old one.
public struct MigrationObstacle: Hashable, Sendable {
  /// Why.
  public enum Reason: Hashable, Sendable {
    /// The attribute's type is another one; what its values would become is nobody's guess.
    case type(from: AttributeType, to: AttributeType)
    /// The parts of a composite attribute are others.
    case elements
    /// The attribute is new or was optional, must have a value, and has no default.
    case requiredWithoutDefault
    /// Where large values are kept changes.
    case externalStorage
    /// Of several objects at the other end one would have to be chosen.
    case toManyBecomesToOne
    /// The relationship leads to an entity that the objects at its end do not belong to.
    case destination(from: String, to: String)
    /// It is to-one and the new inverse of a relationship that was there before: several objects may have led to
    /// the same one.
    case newInverseIsToOne
    /// Its inverse was another relationship, which the new model still has.
    case inverse
    /// It claims, by its renaming identifier, to have been what another one claims to have been.
    case renaming(source: String, also: String)
  }

  /// The entity, in the new model.
  public let entity: String
  /// The property, in the new model; nil if it is about the entity.
  public let property: String?
  /// What is in the way.
  public let reason: Reason
}

extension MigrationObstacle: CustomStringConvertible {
  /// For people, such as `Task.size: was Integer 16 and is String`.
  public var description: String {
    let name = property.map { "\(entity).\($0)" } ?? entity
    let words =
      switch reason {
      case .type(let old, let new): "was \(old.name) and is \(new.name)"
      case .elements: "has other elements"
      case .requiredWithoutDefault: "must have a value and has no default"
      case .externalStorage: "keeps its values in another place"
      case .toManyBecomesToOne: "was to-many and is to-one"
      case .destination(let old, let new): "led to \(old) and leads to \(new)"
      case .newInverseIsToOne:
        "is the new inverse of a relationship that was there before, and is not to-many"
      case .inverse: "has another inverse"
      case .renaming(let source, let other): "and \(other) both claim to have been \(source)"
      }
    return "\(name): \(words)"
  }
}

/// Why no migration between two models can be inferred: every reason (134190, `NSInferredMappingModelError`).
public struct MigrationObstacles: Error, Hashable, Sendable {
  /// Never empty; in order of the new model's entities and properties.
  public let obstacles: [MigrationObstacle]
}
