import JSONRPC
import ObjectGraph

/// The method `context.status`.
enum ContextStatus: Method {
  static let name = "context.status"
  static let summary = "Tells what is pending in a context."
  static let effect = Effect.read
  static let errors = [ErrorKind.unknownContext]
  static let example = MethodExample(
    result: #"""
      {"name": "view", "parent": null, "hasChanges": true, "inserted": [], "updated": [], \#
      "deleted": [\#(ObjectSample.task.reference)], "mergePolicy": "error"}
      """#,
    setup: ObjectSample.task.saved + [#"task.delete {\#(ObjectSample.task.key)}"#])

  typealias Params = ContextParams

  struct Output: WireShape {
    var name: String
    var parent: NoResult
    var hasChanges: Bool
    var inserted: WireReferences
    var updated: WireReferences
    var deleted: WireReferences
    var mergePolicy: String

    static let shape = Shape(
      Self.init(name:parent:hasChanges:inserted:updated:deleted:mergePolicy:),
      Field("name", "Its name.") { $0.name },
      Field("parent", "Null: it saves to the store.") { $0.parent },
      Field("hasChanges", "Whether a save would do anything.") { $0.hasChanges },
      Field("inserted", "New objects, in order of insertion.") { $0.inserted },
      Field("updated", "Changed objects.") { $0.updated },
      Field("deleted", "Objects to be deleted.") { $0.deleted },
      Field("mergePolicy", "`error`: a save that conflicts fails.") { $0.mergePolicy })
  }

  static func handle(_ params: Params, _ environment: RequestEnvironment) throws(RPCError) -> Output {
    let context = try environment.context()
    let changes = WireChanges(context.changes, in: environment.server.coordinator.managedObjectModel)
    return Output(
      name: context.name, parent: NoResult(), hasChanges: context.hasChanges, inserted: changes.inserted,
      updated: changes.updated, deleted: changes.deleted, mergePolicy: "error")
  }
}
