public import PredicateLanguage

/// One entity of a model: what it is called, what it inherits from, what it holds.
///
/// A value that costs one reference to copy. As declared it knows its own properties alone; an entity taken from a
/// `ManagedObjectModel` is resolved and also knows what it inherits.
public struct EntityDescription: Sendable {
  private let storage: Storage

  private final class Storage: Sendable {
    let declaration: Declaration
    let family: EntityFamily
    let root: String
    let properties: [PropertyDescription]
    let columns: [PropertyDescription]
    /// Position of each property in `columns`.
    let positions: [String: Int]
    let subentities: [EntityDescription]
    /// For each column of a to-one relationship what it leads to.
    let references: [Int: EntityFamily]
    let relationships: [String: ResolvedRelationship]
    /// The same in byte order of their names.
    let sortedRelationships: [ResolvedRelationship]
    let referenceColumns: [ReferenceColumn]
    /// By the name of a to-one relationship.
    let orderColumns: [String: Int]
    let constraints: [UniquenessConstraint]
    /// Who declares each column.
    let identities: [ColumnIdentity]
    let layout: RowLayout

    init(
      _ declaration: Declaration, _ parts: ResolvedParts,
      _ resolve: (RelationshipDescription, Int?) -> ResolvedRelationship?
    ) {
      self.declaration = declaration
      family = parts.family
      root = parts.root
      properties = parts.properties
      subentities = parts.subentities
      let stored = parts.properties.filter(\.isColumn)
      let positions = Dictionary(stored.enumerated().map { ($1.name, $0) }) { first, _ in first }
      self.positions = positions
      var relationships: [String: ResolvedRelationship] = [:]
      for case .relationship(let relationship) in parts.properties {
        relationships[relationship.name] = resolve(relationship, positions[relationship.name])
      }
      self.relationships = relationships
      sortedRelationships = parts.properties.compactMap { relationships[$0.name] }
      references = Dictionary(
        uniqueKeysWithValues: relationships.values.compactMap { relationship in
          if case .column(let column) = relationship.storage {
            (column, relationship.destination)
          } else {
            nil
          }
        })
      let ordered = stored.map(\.name).filter { relationships[$0]?.inverse?.hasOrder == true }
      orderColumns = Dictionary(
        uniqueKeysWithValues: ordered.enumerated().map { ($1, stored.count + $0) })
      referenceColumns = ReferenceColumn.all(of: sortedRelationships, orderColumns)
      let columns = stored + ordered.map { .attribute(.orderKey(ofReference: $0)) }
      self.columns = columns
      let name = declaration.name
      identities =
        (stored.map(\.name) + ordered).enumerated().map { index, property in
          ColumnIdentity(entity: parts.declarers[property] ?? name, name: columns[index].name)
        }
      layout = RowLayout(
        number: parts.family.number, own: identities, below: parts.subentities.map(\.storage.identities))
      constraints = parts.constraints.map { constraint in
        UniquenessConstraint(
          properties: constraint.properties, columns: constraint.properties.compactMap { positions[$0] },
          entity: constraint.entity)
      }
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
    let parts = ResolvedParts(
      family: EntityFamily(number: 0, names: [declaration.name]), root: declaration.name,
      properties: declaration.ownProperties.sorted(by: PropertyDescription.precedes), subentities: [],
      constraints: [], declarers: [:])
    storage = Storage(declaration, parts) { _, _ in nil }
  }

  /// The same entity, knowing what it inherits and what is at the other ends of its relationships.
  init(
    _ entity: EntityDescription, _ parts: ResolvedParts,
    relationships: (RelationshipDescription, Int?) -> ResolvedRelationship?
  ) {
    storage = Storage(entity.storage.declaration, parts, relationships)
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
  /// Models with them load and are stored; following one is not possible yet.
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
  /// What has a place in an object's row: properties in byte order of their names, then the order keys.
  ///
  /// Rows, snapshots and changes everywhere in the engine count columns in this order. An order key belongs to a to-one
  /// relationship whose inverse is ordered: the object's place in that list (`AttributeDescription.orderKey`).
  public var columns: [PropertyDescription] { storage.columns }
  /// How many of `columns` are properties; the others, behind them, are order keys.
  public var propertyColumnCount: Int { storage.positions.count }

  /// Position in `columns` of the property of that name, compared by UTF-8 bytes; nil if it has no column.
  public func columnIndex(named name: String) -> Int? {
    guard let position = storage.positions[name], storage.columns[position].name.utf8.elementsEqual(name.utf8)
    else { return nil }
    return position
  }

  /// Position in `columns` of the order key of a to-one relationship; nil if the list at the other end has no order.
  public func orderColumn(ofReference name: String) -> Int? { storage.orderColumns[name] }

  /// What the column of a to-one relationship leads to; nil for other columns.
  public func reference(ofColumn column: Int) -> EntityFamily? { storage.references[column] }
  /// Whether any column leads to another object.
  public var hasReferences: Bool { !storage.references.isEmpty }

  /// The stored relationship of that name, own or inherited, compared by UTF-8 bytes.
  public func relationship(named name: String) -> ResolvedRelationship? {
    storage.relationships[name].flatMap { $0.name.utf8.elementsEqual(name.utf8) ? $0 : nil }
  }

  /// Every stored relationship, own and inherited, in byte order of their names.
  public var relationships: [ResolvedRelationship] { storage.sortedRelationships }
  /// The columns of to-one relationships, in order.
  var referenceColumns: [ReferenceColumn] { storage.referenceColumns }

  /// Who declares each of `columns`, and how it is called there.
  public var columnIdentities: [ColumnIdentity] { storage.identities }
  /// Where the values of objects of this entity and its subentities lie in a row.
  public var layout: RowLayout { storage.layout }

  /// Own and inherited constraints.
  public var constraints: [UniquenessConstraint] { storage.constraints }

  /// The entity itself and all its subentities, by number.
  public var family: EntityFamily { storage.family }
  /// The entity's number (`Z_ENT`): position + 1 in `ManagedObjectModel.entities`; 0 as declared.
  public var number: Int { storage.family.number }
  /// Every entity below this one, in order of their numbers.
  public var subentities: [EntityDescription] { storage.subentities }

  /// The entity itself or one of its subentities, by number.
  public func member(ofNumber number: Int) -> EntityDescription? {
    if number == storage.family.number { return self }
    return storage.family.numbers.contains(number) ? subentities[number - storage.family.number - 1] : nil
  }

  /// The entity itself or one of its subentities, by name.
  public func member(named name: String) -> EntityDescription? {
    if self.name.utf8.elementsEqual(name.utf8) { return self }
    return subentities.first { $0.name.utf8.elementsEqual(name.utf8) }
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
