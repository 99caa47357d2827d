import JSON
import JSONRPC
import ObjectGraph

/// The method `task.update`.
enum TaskUpdate: Method {
  static let name = "task.update"
  static let summary = """
    Changes properties of one task (by uuid or object ID) or of all that match a predicate. Setting a property to the \
    value it has is no change.
    """
  static let effect = Effect.write
  static let errors =
    [ErrorKind.objectNotFound, .unknownProperty] + ErrorKind.ofPredicates + ErrorKind.ofReading
    + ErrorKind.ofSaving
  static let example = MethodExample(
    params: #"{"uuid": "\#(SampleTask.uuid)", "values": {"finished": true}, "save": true}"#,
    result: #"""
      {"updatedCount": 1, "objects": [\#(SampleTask.json(version: 2, finished: true))], \#
      "saved": \#(SampleTask.savedResult(updated: 1))}
      """#, setup: SampleTask.saved)

  struct Params: WireShape {
    var context: String
    var uuid: String?
    var objectID: String?
    var predicate: String?
    var arguments: JSONValue?
    var values: RawJSON
    var ifVersion: Int64?
    var properties: [String]?
    var save: Bool?

    static let shape = Shape(
      Self.init(context:uuid:objectID:predicate:arguments:values:ifVersion:properties:save:),
      Field("context", "The context to change in.", default: ContextPool.viewName) { $0.context },
      Field("uuid", "The task's uuid; exactly one of this, `objectID` and `predicate`.") { $0.uuid },
      Field("objectID", "The task's object ID.") { $0.objectID },
      Field("predicate", "Which tasks; `TRUEPREDICATE` for all.") { $0.predicate },
      Field("arguments", "An array for `%@`, `%K`, `%d`, or an object for `$NAME`.") { $0.arguments },
      Field("values", "The new values by property name; null takes a value away.") { $0.values },
      Field("ifVersion", "Only if the task has this `$version`, now and when it is saved.") { $0.ifVersion },
      Field("properties", "Give the tasks with these properties.") { $0.properties },
      Field("save", "Save the context afterwards, all or nothing.") { $0.save })
  }

  struct Output: WireShape {
    var updatedCount: Int
    var objects: ChangedObjects
    var saved: SavedResult?

    static let shape = Shape(
      Self.init(updatedCount:objects:saved:),
      Field("updatedCount", "How many tasks were selected.") { $0.updatedCount },
      Field("objects", "The whole task for one selected by key, otherwise references.") { $0.objects },
      Field("saved", "What was saved, if the request saves.") { $0.saved })
  }

  static func handle(_ params: Params, _ environment: RequestEnvironment) throws(RPCError) -> Output {
    let entity = try environment.entity(TaskModel.task)
    let changes = try environment.changes(params.values, of: entity, at: "/params/values")
    let selector = try ObjectSelector(
      uuid: params.uuid, objectID: params.objectID, predicate: params.predicate, arguments: params.arguments,
      of: entity, in: environment)
    let needsWhole = selector.isKey || params.properties != nil
    let writer = needsWhole ? try environment.writer(of: entity, properties: params.properties) : nil
    let objectIDs = try selector.objectIDs(of: entity, in: environment)
    let (objects, saved) = try environment.changing(save: params.save) { context throws(StoreError) in
      try objectIDs.map { objectID throws(StoreError) in
        try context.update(objectID, changes, expectedVersion: params.ifVersion)
      }
    }
    return Output(
      updatedCount: objects.count, objects: try ChangedObjects(objects, writer, in: environment), saved: saved
    )
  }
}
