import JSON
import JSONRPC
import ObjectGraph

/// The methods `task.fetch`, `category.fetch` and `object.fetch`.
enum ObjectFetch<Family: ObjectFamily>: Method {
  static var name: String { "\(Family.prefix).fetch" }
  static var summary: String {
    """
    Gives the \(Family.nouns.many) that match a predicate, pending changes of the context included. Without `sort` they \
    come in order of their primary key, new ones last in order of insertion; there is no default limit.
    """
  }
  static var effect: Effect { .read }
  static var errors: [ErrorKind] {
    Family.scopeErrors + ErrorKind.ofPredicates + [.unknownProperty] + ErrorKind.ofReading
  }
  static var example: MethodExample {
    MethodExample(
      params: """
        {\(Family.sample.scope)\(Family.sample.predicate), "sort": \(Family.sample.sort), "limit": 20}
        """,
      result: #"{"objects": [\#(Family.sample.json)]}"#, setup: Family.sample.saved)
  }

  struct Params: WireShape {
    var context: String
    var scope: Family.Scope
    var predicate: String?
    var arguments: JSONValue?
    var sort: [SortKey]
    var limit: Int?
    var offset: Int
    var properties: [String]?
    var resultType: ResultType
    var includesPendingChanges: Bool

    static var shape: Shape<Params> { Family.shapes.fetchParams }

    static func makeShape() -> Shape<Params> {
      Shape(
        Self.init(
          context:scope:predicate:arguments:sort:limit:offset:properties:resultType:includesPendingChanges:),
        Family.contextField("The context to look through.") { $0.context },
        Family.scopeField { $0.scope },
        Field("predicate", "Which \(Family.nouns.many); all if absent.") { $0.predicate },
        Field("arguments", "An array for `%@`, `%K`, `%d`, or an object for `$NAME`.") { $0.arguments },
        Field("sort", "Keys, most important first; `-key` is descending.", default: []) { $0.sort },
        Field("limit", "Most \(Family.nouns.many) to give, 1 or more.") { $0.limit },
        Field("offset", "\(Family.nouns.many.capitalizedFirst) to skip first.", default: 0) { $0.offset },
        Field("properties", "The properties to give; all if absent.") { $0.properties },
        Field("resultType", "What to give of each.", default: ResultType.objects) { $0.resultType },
        Field(
          "includesPendingChanges", "False: what is committed decides which \(Family.nouns.many) match.",
          default: true
        ) { $0.includesPendingChanges })
    }
  }

  static func handle(_ params: Params, _ environment: RequestEnvironment) throws(RPCError) -> FetchResult {
    let entity = try Family.entity(params.scope, in: environment)
    let writer = try environment.writer(of: entity, properties: params.properties)
    let query = StoreQuery(
      entity: entity, predicate: try environment.predicate(params.predicate, params.arguments, for: entity),
      sort: try environment.sort(params.sort, for: entity), limit: try Window.limit(params.limit),
      offset: try Window.offset(params.offset))
    let rows = try environment.withContext { context throws(StoreError) in
      try context.fetch(query, includesPendingChanges: params.includesPendingChanges)
    }
    return FetchResult(rows: WireRows(rows: rows, writer: writer), type: params.resultType)
  }
}
