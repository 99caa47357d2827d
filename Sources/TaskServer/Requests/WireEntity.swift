import JSON
import JSONRPC
import ObjectGraph

/// An entity of the model as clients see it.
struct WireEntity: WireShape {
  var name: String
  var isAbstract: Bool
  var superentity: String?
  var attributes: [WireAttribute]
  var relationships: [WireRelationship]
  var uniquenessConstraints: [[String]]
  var fetchIndexes: [WireFetchIndex]
  var versionHash: String

  static let shape = Shape(
    Self.init(
      name:isAbstract:superentity:attributes:relationships:uniquenessConstraints:fetchIndexes:versionHash:),
    Field("name", "Its name.") { $0.name },
    Field("isAbstract", "Whether no object is of this entity itself.") { $0.isAbstract },
    Field("superentity", "The entity it inherits from.") { $0.superentity },
    Field("attributes", "Own and inherited, in byte order of their names.") { $0.attributes },
    Field("relationships", "Own and inherited, in byte order of their names.") { $0.relationships },
    Field("uniquenessConstraints", "Lists of attributes whose values together no two objects share.") {
      $0.uniquenessConstraints
    },
    Field("fetchIndexes", "Indexes beside those of the constraints.") { $0.fetchIndexes },
    Field("versionHash", "Changes when what is stored changes; base64 of 32 bytes.") { $0.versionHash })
}

extension WireEntity {
  init(_ entity: EntityDescription, versionHash: [UInt8], writer: ObjectWriter) {
    name = entity.name
    isAbstract = entity.isAbstract
    superentity = entity.superentityName
    attributes = entity.properties.compactMap { WireAttribute($0, of: entity, writer) }
    relationships = entity.properties.compactMap { WireRelationship($0) }
    uniquenessConstraints = entity.uniquenessConstraints
    fetchIndexes = entity.fetchIndexes.map { WireFetchIndex($0) }
    self.versionHash = Base64.encode(versionHash.span)
  }
}

/// An attribute of an entity.
struct WireAttribute: WireShape {
  var name: String
  var type: String
  var isOptional: Bool
  var isTransient: Bool
  var defaultValue: JSONValue

  static let shape = Shape(
    Self.init(name:type:isOptional:isTransient:defaultValue:),
    Field("name", "Its name.") { $0.name },
    Field("type", "`Integer 32`, `String`, `Date` and so on.") { $0.type },
    Field("isOptional", "Whether it may be null when saved.") { $0.isOptional },
    Field("isTransient", "Whether it is never stored.") { $0.isTransient },
    Field("default", "What a new object starts with.") { $0.defaultValue })
}

extension WireAttribute {
  /// Nil for a relationship.
  init?(_ property: PropertyDescription, of entity: EntityDescription, _ writer: ObjectWriter) {
    guard case .attribute(let attribute) = property else { return nil }
    let column = entity.columnIndex(named: attribute.name)
    self.init(
      name: attribute.name, type: attribute.type.name, isOptional: attribute.isOptional,
      isTransient: attribute.isTransient,
      defaultValue: column.map { writer.json(attribute.defaultValue, column: $0) } ?? .null)
  }
}

/// A relationship of an entity.
struct WireRelationship: WireShape {
  var name: String
  var destination: String
  var inverse: String?
  var isOptional: Bool
  var isToMany: Bool
  var isOrdered: Bool
  var minCount: Int64
  var maxCount: Int64
  var deleteRule: String

  static let shape = Shape(
    Self.init(name:destination:inverse:isOptional:isToMany:isOrdered:minCount:maxCount:deleteRule:),
    Field("name", "Its name.") { $0.name },
    Field("destination", "The entity at the other end.") { $0.destination },
    Field("inverse", "The relationship at the other end that leads back.") { $0.inverse },
    Field("isOptional", "Whether it may lead nowhere when saved.") { $0.isOptional },
    Field("isToMany", "Whether there may be more than one object at the other end.") { $0.isToMany },
    Field("isOrdered", "Whether those have an order.") { $0.isOrdered },
    Field("minCount", "Fewest objects at the other end; 0 for no bound.") { $0.minCount },
    Field("maxCount", "Most objects at the other end; 0 for no bound.") { $0.maxCount },
    Field("deleteRule", "`noAction`, `nullify`, `cascade` or `deny`.") { $0.deleteRule })
}

extension WireRelationship {
  /// Nil for an attribute.
  init?(_ property: PropertyDescription) {
    guard case .relationship(let relationship) = property else { return nil }
    self.init(
      name: relationship.name, destination: relationship.destinationEntity, inverse: relationship.inverseName,
      isOptional: relationship.isOptional, isToMany: relationship.isToMany, isOrdered: relationship.isOrdered,
      minCount: Int64(relationship.minCount), maxCount: Int64(relationship.maxCount),
      deleteRule: "\(relationship.deleteRule)")
  }
}

/// An index of an entity.
struct WireFetchIndex: WireShape {
  var name: String
  var elements: [String]

  static let shape = Shape(
    Self.init(name:elements:),
    Field("name", "Its name.") { $0.name },
    Field("elements", "Properties, most important first; `-name` is descending.") { $0.elements })
}

extension WireFetchIndex {
  init(_ index: FetchIndexDescription) {
    name = index.name
    elements = index.elements.map { ($0.ascending ? "" : "-") + $0.property }
  }
}
