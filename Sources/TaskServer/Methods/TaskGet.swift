import JSONRPC
import ObjectGraph

/// The method `task.get`.
enum TaskGet: Method {
  static let name = "task.get"
  static let summary = "Gives one task by uuid or by object ID."
  static let effect = Effect.read
  static let isQuick = true
  static let errors = [ErrorKind.objectNotFound, .unknownProperty] + ErrorKind.ofReading
  static let example = MethodExample(
    params: #"{"uuid": "\#(SampleTask.uuid)"}"#, result: SampleTask.json(), setup: SampleTask.saved)

  struct Params: WireShape {
    var context: String
    var uuid: String?
    var objectID: String?
    var properties: [String]?

    static let shape = Shape(
      Self.init(context:uuid:objectID:properties:),
      Field("context", "The context to look through.", default: ContextPool.viewName) { $0.context },
      Field("uuid", "The task's uuid; this or `objectID`.") { $0.uuid },
      Field("objectID", "The task's object ID.") { $0.objectID },
      Field("properties", "The properties to give; all if absent.") { $0.properties })
  }

  static func handle(_ params: Params, _ environment: RequestEnvironment) throws(RPCError) -> WireRow {
    let entity = try environment.entity(TaskModel.task)
    let writer = try environment.writer(of: entity, properties: params.properties)
    switch (params.uuid, params.objectID) {
    case (let uuid?, nil):
      return WireRow(rows: try environment.rows(of: entity, uuid: uuid), writer: writer)
    case (nil, let text?):
      let objectID = try ObjectSelector.read(text, of: entity, in: environment)
      let snapshot = try environment.reading { context throws(StoreError) in try context.snapshot(objectID) }
      return WireRow(rows: try environment.rows([snapshot]), writer: writer)
    default:
      throw .invalidParams(
        at: "/params", "Give uuid or objectID.", expected: "exactly one of uuid and objectID")
    }
  }
}
