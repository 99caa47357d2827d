/// Where the objects of one entity go in a migration.
public struct EntityMapping: Hashable, Sendable {
  /// What becomes of them; raw values are Core Data's (`NSEntityMappingType`).
  public enum Kind: Int32, Hashable, Sendable, CaseIterable {
    case add = 2
    case remove = 3
    /// Nothing about them changes.
    case copy = 4
    case transform = 5
  }

  /// What becomes of them.
  public let kind: Kind
  /// The entity in the old model; nil for a new one.
  public let sourceEntityName: String?
  /// The entity in the new model; nil for one that is removed.
  public let destinationEntityName: String?
  /// Where each stored property of the new entity, inherited ones included, gets its values from; in byte
  /// order of their names.
  public let propertyMappings: [PropertyMapping]

  /// Core Data's name for such a mapping: `IEM_Transform_Task`.
  public var name: String {
    let verb =
      switch kind {
      case .add: "Add"
      case .remove: "Remove"
      case .copy: "Copy"
      case .transform: "Transform"
      }
    return "IEM_\(verb)_\(destinationEntityName ?? sourceEntityName ?? "")"
  }
}

/// Where the values of one property come from.
public struct PropertyMapping: Hashable, Sendable {
  /// The property in the new model.
  public let name: String
  /// The property in the old model; nil for a new one, which begins with its default.
  public let sourceName: String?
  /// Whether objects without a value get the default, since they must have one now.
  public let fillsMissingValues: Bool
}
