import JSON
import JSONRPC
import ObjectGraph

/// The method `model.describe`.
enum ModelDescribe: Method {
  static let name = "model.describe"
  static let summary = """
    Describes the model: every entity, or one, with its attributes, relationships, constraints, indexes and version hash.
    """
  static let effect = Effect.control
  static let errors = [ErrorKind.unknownEntity]
  static let example = MethodExample(
    params: #"{"entity": "Settings"}"#,
    result: #"""
      {"entities": [{"name": "Settings", "isAbstract": false, "attributes": [\#
      {"name": "notificationsEnabled", "type": "Boolean", "isOptional": true, "isTransient": false, "default": null}, \#
      {"name": "sortedBy", "type": "String", "isOptional": true, "isTransient": false, "default": null}], \#
      "relationships": [], "uniquenessConstraints": [], "fetchIndexes": [], \#
      "versionHash": "6v6sfY0PZ8cDyPgO3eMnZ0b3c7oOeZ0rO0m0nq0m0nA="}], "versionIdentifiers": []}
      """#, isExact: false)

  struct Params: WireShape {
    var entity: String?

    static let shape = Shape(
      Self.init(entity:),
      Field("entity", "The name of the only entity to describe; all if absent.") { $0.entity })
  }

  struct Output: WireShape {
    var entities: [WireEntity]
    var versionIdentifiers: [String]

    static let shape = Shape(
      Self.init(entities:versionIdentifiers:),
      Field("entities", "In the order in which a store numbers them.") { $0.entities },
      Field("versionIdentifiers", "Free names of this version of the model.") { $0.versionIdentifiers })
  }

  static func handle(_ params: Params, _ environment: RequestEnvironment) throws(RPCError) -> Output {
    let server = environment.server
    let model = server.coordinator.managedObjectModel
    var entities = model.entities
    if let name = params.entity { entities = [try environment.entity(name)] }
    return Output(
      entities: entities.map { entity in
        WireEntity(
          entity, versionHash: model.entityVersionHashesByName[entity.name] ?? [],
          writer: server.objectWriter(entity))
      }, versionIdentifiers: model.versionIdentifiers)
  }
}
