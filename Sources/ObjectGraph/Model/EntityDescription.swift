public import PredicateLanguage

/// One entity of a model: what it is called, what it inherits from, what it holds.
///
/// A value that costs one reference to copy. As declared it knows its own properties alone; an entity taken from a
/// `ManagedObjectModel` is resolved and also knows what it inherits.
public struct EntityDescription: Sendable {
  private let storage: Storage

  private final class Storage: Sendable {
    let declaration: Declaration
    let root: String
    let properties: [PropertyDescription]
    let columns: [PropertyDescription]

    init(_ declaration: Declaration, root: String, properties: [PropertyDescription]) {
      self.declaration = declaration
      self.root = root
      self.properties = properties
      columns = properties.filter(\.isColumn)
    }
  }

  /// What the author of a model writes about an entity.
  struct Declaration: Hashable, Sendable {
    var name: String
    var superentityName: String?
    var isAbstract: Bool
    var ownProperties: [PropertyDescription]
    var uniquenessConstraints: [[String]]
    var fetchIndexes: [FetchIndexDescription]
    var fetchedProperties: [FetchedPropertyDescription]
    var managedObjectClassName: String?
    var renamingIdentifier: String?
    var versionHashModifier: String?
    var coreSpotlightDisplayNameExpression: String?
    var userInfo: [String: String]
  }

  /// Declares an entity.
  ///
  /// - Parameters:
  ///   - uniquenessConstraints: each a list of attribute names whose values together no two objects share; objects
  ///     with a missing value are exempt, as in SQLite.
  public init(
    _ name: String, superentity superentityName: String? = nil, isAbstract: Bool = false,
    properties: [PropertyDescription], uniquenessConstraints: [[String]] = [],
    fetchIndexes: [FetchIndexDescription] = [], fetchedProperties: [FetchedPropertyDescription] = [],
    managedObjectClassName: String? = nil, renamingIdentifier: String? = nil,
    versionHashModifier: String? = nil, coreSpotlightDisplayNameExpression: String? = nil,
    userInfo: [String: String] = [:]
  ) {
    self.init(
      Declaration(
        name: name, superentityName: superentityName, isAbstract: isAbstract, ownProperties: properties,
        uniquenessConstraints: uniquenessConstraints, fetchIndexes: fetchIndexes,
        fetchedProperties: fetchedProperties, managedObjectClassName: managedObjectClassName,
        renamingIdentifier: renamingIdentifier, versionHashModifier: versionHashModifier,
        coreSpotlightDisplayNameExpression: coreSpotlightDisplayNameExpression, userInfo: userInfo))
  }

  init(_ declaration: Declaration) {
    storage = Storage(
      declaration, root: declaration.name,
      properties: declaration.ownProperties.sorted(by: PropertyDescription.precedes))
  }

  /// The same entity, knowing what it inherits.
  init(_ entity: EntityDescription, root: String, inherited: [PropertyDescription]) {
    storage = Storage(
      entity.storage.declaration, root: root,
      properties: (inherited + entity.ownProperties).sorted(by: PropertyDescription.precedes))
  }
}

extension EntityDescription {
  /// What its author wrote.
  var declaration: Declaration { storage.declaration }
  /// Unique in a model; a C identifier.
  public var name: String { storage.declaration.name }
  /// The entity it inherits from; nil for a root.
  public var superentityName: String? { storage.declaration.superentityName }
  /// True: no object is of this entity itself, only of its subentities.
  public var isAbstract: Bool { storage.declaration.isAbstract }
  /// What the entity declares itself, in the order of its author.
  public var ownProperties: [PropertyDescription] { storage.declaration.ownProperties }
  /// Lists of attribute names whose values together no two objects share.
  public var uniquenessConstraints: [[String]] { storage.declaration.uniquenessConstraints }
  /// Indexes that the store keeps beside those of the constraints.
  public var fetchIndexes: [FetchIndexDescription] { storage.declaration.fetchIndexes }
  /// Fetch requests that stand for properties; they have no column and no part in the version hash.
  ///
  /// No store can follow them yet, so every store refuses a model with one.
  public var fetchedProperties: [FetchedPropertyDescription] { storage.declaration.fetchedProperties }
  /// The class that a program uses for the entity's objects; for information.
  public var managedObjectClassName: String? { storage.declaration.managedObjectClassName }
  /// What the entity was called in the version of the model before; nil if its name stayed.
  public var renamingIdentifier: String? { storage.declaration.renamingIdentifier }
  /// Changes the version hash of an entity that otherwise looks the same.
  public var versionHashModifier: String? { storage.declaration.versionHashModifier }
  /// What a Mac's search would show for an object; for information.
  public var coreSpotlightDisplayNameExpression: String? {
    storage.declaration.coreSpotlightDisplayNameExpression
  }
  /// What its author noted about it.
  public var userInfo: [String: String] { storage.declaration.userInfo }

  /// Name of the entity at the top of the inheritance tree, whose table all its subentities share.
  public var rootName: String { storage.root }
  /// Own and inherited properties in byte order of their names.
  public var properties: [PropertyDescription] { storage.properties }
  /// The properties that have a place in an object's row, in byte order of their names.
  ///
  /// Rows, snapshots and changes everywhere in the engine count columns in this order.
  public var columns: [PropertyDescription] { storage.columns }

  /// Position in `columns` of the property of that name, compared by UTF-8 bytes; nil if it has no column.
  ///
  /// - Complexity: O(columns).
  public func columnIndex(named name: String) -> Int? {
    storage.columns.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
  }

  /// The property of that name, own or inherited, compared by UTF-8 bytes.
  public func property(named name: String) -> PropertyDescription? {
    storage.properties.first { $0.name.utf8.elementsEqual(name.utf8) }
  }

  /// The values of a new object: each column's default.
  public var defaultRow: [AttributeValue] {
    storage.columns.map { property in
      switch property {
      case .attribute(let attribute): attribute.defaultValue
      case .relationship: .null
      }
    }
  }
}

extension PropertyDescription {
  static func precedes(_ left: PropertyDescription, _ right: PropertyDescription) -> Bool {
    left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
  }
}
