import JSON
import JSONRPC
import ObjectGraph

/// The method `task.fetch`.
enum TaskFetch: Method {
  static let name = "task.fetch"
  static let summary = """
    Gives the tasks that match a predicate, pending changes of the context included. Without `sort` they come in order \
    of their primary key, new ones last in order of insertion; there is no default limit.
    """
  static let effect = Effect.read
  static let errors = ErrorKind.ofPredicates + [.unknownProperty] + ErrorKind.ofReading
  static let example = MethodExample(
    params: #"""
      {"predicate": "finished == NO AND taskDescription CONTAINS[cd] %@", "arguments": ["MILK"], \#
      "sort": ["date", "-category"], "limit": 20}
      """#,
    result: #"{"objects": [\#(SampleTask.json())]}"#, setup: SampleTask.saved)

  struct Params: WireShape {
    var context: String
    var predicate: String?
    var arguments: JSONValue?
    var sort: [SortKey]
    var limit: Int?
    var offset: Int
    var properties: [String]?
    var includesPendingChanges: Bool

    static let shape = Shape(
      Self.init(context:predicate:arguments:sort:limit:offset:properties:includesPendingChanges:),
      Field("context", "The context to look through.", default: ContextPool.viewName) { $0.context },
      Field("predicate", "Which tasks; all if absent.") { $0.predicate },
      Field("arguments", "An array for `%@`, `%K`, `%d`, or an object for `$NAME`.") { $0.arguments },
      Field("sort", "Keys, most important first; `-key` is descending.", default: []) { $0.sort },
      Field("limit", "Most tasks to give, 1 or more.") { $0.limit },
      Field("offset", "Tasks to skip first.", default: 0) { $0.offset },
      Field("properties", "The properties to give; all if absent.") { $0.properties },
      Field(
        "includesPendingChanges", "False: what is committed decides which tasks match.", default: true
      ) { $0.includesPendingChanges })
  }

  struct Output: WireShape {
    var objects: WireRows

    static let shape = Shape(
      Self.init(objects:), Field("objects", "The tasks, in order.") { $0.objects })
  }

  static func handle(_ params: Params, _ environment: RequestEnvironment) throws(RPCError) -> Output {
    let entity = try environment.entity(TaskModel.task)
    let writer = try environment.writer(of: entity, properties: params.properties)
    let query = StoreQuery(
      entity: entity, predicate: try environment.predicate(params.predicate, params.arguments, for: entity),
      sort: try environment.sort(params.sort, for: entity), limit: try Window.limit(params.limit),
      offset: try Window.offset(params.offset))
    let rows = try environment.reading { context throws(StoreError) in
      try context.fetch(query, includesPendingChanges: params.includesPendingChanges)
    }
    return Output(objects: WireRows(rows: rows, writer: writer))
  }
}
