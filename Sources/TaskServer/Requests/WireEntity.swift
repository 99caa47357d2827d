import JSON
import JSONRPC
import ObjectGraph

/// An entity of the model as clients see it.
struct WireEntity: WireShape {
  var name: String
  var isAbstract: Bool
  var superentity: String?
  var subentities: [String]?
  var managedObjectClassName: String?
  var renamingIdentifier: String?
  var versionHashModifier: String?
  var attributes: [WireAttribute]
  var relationships: [WireRelationship]
  var fetchedProperties: [WireFetchedProperty]?
  var uniquenessConstraints: [[String]]
  var fetchIndexes: [WireFetchIndex]
  var userInfo: WireMap<String>?
  var versionHash: String

  static let shape = Shape(
    Self.init(
      name:isAbstract:superentity:subentities:managedObjectClassName:renamingIdentifier:versionHashModifier:
      attributes:relationships:fetchedProperties:uniquenessConstraints:fetchIndexes:userInfo:versionHash:),
    Field("name", "Its name.") { $0.name },
    Field("isAbstract", "Whether no object is of this entity itself.") { $0.isAbstract },
    Field("superentity", "The entity it inherits from.") { $0.superentity },
    Field("subentities", "The entities that inherit from it directly; absent without any.") {
      $0.subentities
    },
    Field("managedObjectClassName", "The class that a program uses for its objects; for information.") {
      $0.managedObjectClassName
    },
    Field("renamingIdentifier", "What it was called in the version of the model before.") {
      $0.renamingIdentifier
    },
    Field("versionHashModifier", "Changes the version hash of an entity that otherwise looks the same.") {
      $0.versionHashModifier
    },
    Field("attributes", "Own and inherited, in byte order of their names.") { $0.attributes },
    Field("relationships", "Own and inherited, in byte order of their names.") { $0.relationships },
    Field("fetchedProperties", "Fetch requests that stand for properties; absent without any.") {
      $0.fetchedProperties
    },
    Field("uniquenessConstraints", "Lists of attributes whose values together no two objects share.") {
      $0.uniquenessConstraints
    },
    Field("fetchIndexes", "Indexes beside those of the constraints.") { $0.fetchIndexes },
    Field("userInfo", "What its author noted about it; absent without anything.") { $0.userInfo },
    Field("versionHash", "Changes when what is stored changes; base64 of 32 bytes.") { $0.versionHash })
}

extension WireEntity {
  init(_ entity: EntityDescription, in model: ManagedObjectModel, writer: ObjectWriter) {
    name = entity.name
    isAbstract = entity.isAbstract
    superentity = entity.superentityName
    subentities = model.entities.filter { $0.superentityName == entity.name }.map(\.name).nonEmpty
    managedObjectClassName = entity.managedObjectClassName
    renamingIdentifier = entity.renamingIdentifier
    versionHashModifier = entity.versionHashModifier
    attributes = entity.properties.compactMap { WireAttribute($0, writer) }
    relationships = entity.properties.compactMap { WireRelationship($0) }
    fetchedProperties = entity.fetchedProperties.map { WireFetchedProperty($0) }.nonEmpty
    uniquenessConstraints = entity.uniquenessConstraints
    fetchIndexes = entity.fetchIndexes.map { WireFetchIndex($0) }
    userInfo = WireMap(userInfo: entity.userInfo)
    let hash = model.entityVersionHashesByName[entity.name] ?? []
    versionHash = Base64.encode(hash.span)
  }
}

extension WireMap<String> {
  /// In byte order of the keys; nil for none.
  init?(userInfo: [String: String]) {
    guard !userInfo.isEmpty else { return nil }
    self.init(
      userInfo.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        .map { (key: $0.key, value: $0.value) })
  }
}

extension Array {
  /// Nil instead of nothing, for members that are mostly empty.
  var nonEmpty: [Element]? { isEmpty ? nil : self }
}

extension Bool {
  /// Nil instead of false, for members that are mostly false.
  var ifTrue: Bool? { self ? true : nil }
}
