/// One relationship of an entity, a plain value.
public struct RelationshipDescription: Hashable, Sendable {
  /// What happens to the objects at the other end when this one is deleted; raw values are Core Data's.
  public enum DeleteRule: Int32, Hashable, Sendable, CaseIterable {
    case noAction = 0
    case nullify = 1
    case cascade = 2
    case deny = 3
  }

  /// Unique within the entity and everything it inherits; compared by UTF-8 bytes.
  public var name: String
  /// The entity at the other end.
  public var destinationEntity: String
  /// Name of the relationship at the other end; nil for a one-way relationship.
  public var inverseName: String?
  /// Whether a save may find nothing at the other end.
  public var isOptional: Bool
  /// Fewest objects at the other end once the relationship is set; 0 for no bound.
  public var minCount: Int32
  /// Most objects at the other end; 1 makes the relationship to-one, 0 is no bound.
  public var maxCount: Int32
  /// Whether the objects at the other end have an order.
  public var isOrdered: Bool
  /// What happens at the other end when this object is deleted.
  public var deleteRule: DeleteRule
  /// True: never stored.
  public var isTransient: Bool
  /// What the relationship was called in the version of the model before; nil if its name stayed.
  public var renamingIdentifier: String?
  /// Changes the version hash of a relationship that otherwise looks the same.
  public var versionHashModifier: String?
  /// What its author noted about it.
  public var userInfo: [String: String]

  /// Whether there may be more than one object at the other end.
  public var isToMany: Bool { maxCount != 1 }

  /// Declares a relationship; by default optional and to-one.
  public init(
    _ name: String, to destinationEntity: String, inverse inverseName: String? = nil,
    isOptional: Bool = true, minCount: Int32 = 0, maxCount: Int32 = 1, isOrdered: Bool = false,
    deleteRule: DeleteRule = .nullify, isTransient: Bool = false, renamingIdentifier: String? = nil,
    versionHashModifier: String? = nil, userInfo: [String: String] = [:]
  ) {
    self.name = name
    self.destinationEntity = destinationEntity
    self.inverseName = inverseName
    self.isOptional = isOptional
    self.minCount = minCount
    self.maxCount = maxCount
    self.isOrdered = isOrdered
    self.deleteRule = deleteRule
    self.isTransient = isTransient
    self.renamingIdentifier = renamingIdentifier
    self.versionHashModifier = versionHashModifier
    self.userInfo = userInfo
  }
}
