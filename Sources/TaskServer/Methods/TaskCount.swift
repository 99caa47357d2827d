import JSON
import JSONRPC
import ObjectGraph

/// The method `task.count`.
enum TaskCount: Method {
  static let name = "task.count"
  static let summary = "Counts the tasks that match a predicate, pending changes of the context included."
  static let effect = Effect.read
  static let errors = ErrorKind.ofPredicates + ErrorKind.ofReading
  static let example = MethodExample(
    params: #"{"predicate": "finished == NO"}"#, result: #"{"count": 1}"#, setup: SampleTask.saved)

  struct Params: WireShape {
    var context: String
    var predicate: String?
    var arguments: JSONValue?

    static let shape = Shape(
      Self.init(context:predicate:arguments:),
      Field("context", "The context to look through.", default: ContextPool.viewName) { $0.context },
      Field("predicate", "Which tasks; all if absent.") { $0.predicate },
      Field("arguments", "An array for `%@`, `%K`, `%d`, or an object for `$NAME`.") { $0.arguments })
  }

  struct Output: WireShape {
    var count: Int

    static let shape = Shape(Self.init(count:), Field("count", "How many match.") { $0.count })
  }

  static func handle(_ params: Params, _ environment: RequestEnvironment) throws(RPCError) -> Output {
    let entity = try environment.entity(TaskModel.task)
    let predicate = try environment.predicate(params.predicate, params.arguments, for: entity)
    let query = StoreQuery(entity: entity, predicate: predicate)
    return Output(count: try environment.reading { context throws(StoreError) in try context.count(query) })
  }
}
