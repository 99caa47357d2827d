import JSON
import JSONRPC
import ObjectGraph

/// The method `model.describe`.
enum ModelDescribe: Method {
  static let name = "model.describe"
  static let summary = """
    Describes the model: every entity, or one, with its attributes and their rules, relationships, constraints, indexes \
    and version hash; with the configurations and fetch requests that name them. What few parts of a model have is absent \
    from the others.
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
      "versionHash": "6v6sfY0PZ8cDyPgO3eMnZ0b3c7oOeZ0rO0m0nq0m0nA="}], "versionIdentifiers": [], "configurations": [], \#
      "fetchRequests": []}
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
    var configurations: [WireConfiguration]
    var fetchRequests: [WireFetchRequest]

    static let shape = Shape(
      Self.init(entities:versionIdentifiers:configurations:fetchRequests:),
      Field("entities", "In the order in which a store numbers them.") { $0.entities },
      Field("versionIdentifiers", "Free names of this version of the model.") { $0.versionIdentifiers },
      Field("configurations", "Named parts of the model, in byte order of their names.") {
        $0.configurations
      },
      Field("fetchRequests", "The templates for `object.fetch`, in byte order of their names.") {
        $0.fetchRequests
      })
  }

  static func handle(_ params: Params, _ environment: RequestEnvironment) throws(RPCError) -> Output {
    let server = environment.server
    let model = server.coordinator.managedObjectModel
    var entities = model.entities
    if let name = params.entity { entities = [try environment.entity(name)] }
    return Output(
      entities: entities.map { WireEntity($0, in: model, writer: server.objectWriter($0)) },
      versionIdentifiers: model.versionIdentifiers,
      configurations: configurations(of: model, entity: params.entity),
      fetchRequests: fetchRequests(of: model, entity: params.entity))
  }

  /// - Parameter entity: nil for all.
  private static func configurations(of model: ManagedObjectModel, entity: String?) -> [WireConfiguration] {
    model.configurations.sorted { precedes($0.key, $1.key) }.compactMap { name, members in
      let isMeant = entity.map { members.contains($0) } ?? true
      return isMeant ? WireConfiguration(name: name, entities: members) : nil
    }
  }

  /// - Parameter entity: nil for all.
  private static func fetchRequests(of model: ManagedObjectModel, entity: String?) -> [WireFetchRequest] {
    model.fetchRequestTemplatesByName.sorted { precedes($0.key, $1.key) }.compactMap { name, template in
      let isMeant = entity.map { $0 == template.entityName } ?? true
      return isMeant ? WireFetchRequest(template, name: name) : nil
    }
  }

  private static func precedes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}
