import JSON
import JSONRPC
import ObjectGraph

/// The method `task.delete`.
enum TaskDelete: Method {
  static let name = "task.delete"
  static let summary = "Deletes one task (by uuid or object ID) or all that match a predicate."
  static let effect = Effect.write
  static let errors =
    [ErrorKind.objectNotFound] + ErrorKind.ofPredicates + ErrorKind.ofReading + ErrorKind.ofSaving
  static let example = MethodExample(
    params: #"{"predicate": "date < %@", "arguments": ["2027-01-01"], "save": true}"#,
    result: #"""
      {"deletedCount": 1, "objects": [\#(SampleTask.reference)], \#
      "saved": \#(SampleTask.savedResult(deleted: 1))}
      """#, setup: SampleTask.saved)

  struct Params: WireShape {
    var context: String
    var uuid: String?
    var objectID: String?
    var predicate: String?
    var arguments: JSONValue?
    var ifVersion: Int64?
    var save: Bool?

    static let shape = Shape(
      Self.init(context:uuid:objectID:predicate:arguments:ifVersion:save:),
      Field("context", "The context to delete in.", default: ContextPool.viewName) { $0.context },
      Field("uuid", "The task's uuid; exactly one of this, `objectID` and `predicate`.") { $0.uuid },
      Field("objectID", "The task's object ID.") { $0.objectID },
      Field("predicate", "Which tasks; `TRUEPREDICATE` for all.") { $0.predicate },
      Field("arguments", "An array for `%@`, `%K`, `%d`, or an object for `$NAME`.") { $0.arguments },
      Field("ifVersion", "Only if the task has this `$version`, now and when it is saved.") { $0.ifVersion },
      Field("save", "Save the context afterwards, all or nothing.") { $0.save })
  }

  struct Output: WireShape {
    var deletedCount: Int
    var objects: WireReferences
    var saved: SavedResult?

    static let shape = Shape(
      Self.init(deletedCount:objects:saved:),
      Field("deletedCount", "How many tasks were deleted.") { $0.deletedCount },
      Field("objects", "The deleted tasks.") { $0.objects },
      Field("saved", "What was saved, if the request saves.") { $0.saved })
  }

  static func handle(_ params: Params, _ environment: RequestEnvironment) throws(RPCError) -> Output {
    let entity = try environment.entity(TaskModel.task)
    let selector = try ObjectSelector(
      uuid: params.uuid, objectID: params.objectID, predicate: params.predicate, arguments: params.arguments,
      of: entity, in: environment)
    let objectIDs = try selector.objectIDs(of: entity, in: environment)
    let (objects, saved) = try environment.changing(save: params.save) { context throws(StoreError) in
      try objectIDs.map { objectID throws(StoreError) in
        try context.delete(objectID, expectedVersion: params.ifVersion)
      }
    }
    return Output(
      deletedCount: objects.count,
      objects: WireReferences(objects, in: environment.server.coordinator.managedObjectModel),
      saved: saved)
  }
}
