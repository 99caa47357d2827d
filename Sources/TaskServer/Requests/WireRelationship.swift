import JSONRPC
import ObjectGraph

/// A relationship of an entity as clients see it.
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
  var isTransient: Bool?
  var renamingIdentifier: String?
  var versionHashModifier: String?
  var userInfo: WireMap<String>?

  static let shape = Shape(
    Self.init(
      name:destination:inverse:isOptional:isToMany:isOrdered:minCount:maxCount:deleteRule:isTransient:
      renamingIdentifier:versionHashModifier:userInfo:),
    Field("name", "Its name.") { $0.name },
    Field("destination", "The entity at the other end.") { $0.destination },
    Field("inverse", "The relationship at the other end that leads back.") { $0.inverse },
    Field("isOptional", "Whether it may lead nowhere when saved.") { $0.isOptional },
    Field("isToMany", "Whether there may be more than one object at the other end.") { $0.isToMany },
    Field("isOrdered", "Whether those have an order.") { $0.isOrdered },
    Field("minCount", "Fewest objects at the other end; 0 for no bound.") { $0.minCount },
    Field("maxCount", "Most objects at the other end; 0 for no bound.") { $0.maxCount },
    Field("deleteRule", "`noAction`, `nullify`, `cascade` or `deny`.") { $0.deleteRule },
    Field("isTransient", "True if it is never stored.") { $0.isTransient },
    Field("renamingIdentifier", "What it was called in the version of the model before.") {
      $0.renamingIdentifier
    },
    Field("versionHashModifier", "Changes the version hash of a relationship that otherwise looks the same.")
    {
      $0.versionHashModifier
    },
    Field("userInfo", "What its author noted about it.") { $0.userInfo })
}

extension WireRelationship {
  /// Nil for an attribute.
  init?(_ property: PropertyDescription) {
    guard case .relationship(let relationship) = property else { return nil }
    self.init(
      name: relationship.name, destination: relationship.destinationEntity, inverse: relationship.inverseName,
      isOptional: relationship.isOptional, isToMany: relationship.isToMany, isOrdered: relationship.isOrdered,
      minCount: Int64(relationship.minCount), maxCount: Int64(relationship.maxCount),
      deleteRule: "\(relationship.deleteRule)", isTransient: relationship.isTransient.ifTrue,
      renamingIdentifier: relationship.renamingIdentifier,
      versionHashModifier: relationship.versionHashModifier,
      userInfo: WireMap(userInfo: relationship.userInfo))
  }
}
