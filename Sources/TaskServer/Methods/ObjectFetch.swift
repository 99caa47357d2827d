import JSON
import JSONRPC
import ObjectGraph

/// The methods `task.fetch`, `category.fetch` and `object.fetch`.
enum ObjectFetch<Family: ObjectFamily>: Method {
  static var name: String { "\(Family.prefix).fetch" }
  static var summary: String {
    """
    Gives the \(Family.nouns.many) that match a predicate, pending changes of the context included. Without `sort` they \
    come in order of their primary key, new ones last in order of insertion; there is no default limit. With `limit` \
    the result says where the next page begins, if there is one.
    """
  }
  static var chapter: String? { "fetch" }
  static var effect: Effect { .read }
  static var reportsProgress: Bool { true }
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
    var cursor: String?
    var properties: [String]?
    var resultType: ResultType
    var includesPendingChanges: Bool
    var partialResultToken: ProgressToken?

    static var shape: Shape<Params> { Family.shapes.fetchParams }

    static func makeShape() -> Shape<Params> {
      Shape(
        Self.init(
          context:scope:predicate:arguments:sort:limit:offset:cursor:properties:resultType:
          includesPendingChanges:partialResultToken:),
        Family.contextField("The context to look through.") { $0.context },
        Family.scopeField { $0.scope },
        Field("predicate", "Which \(Family.nouns.many); all if absent.") { $0.predicate },
        Field("arguments", "An array for `%@`, `%K`, `%d`, or an object for `$NAME`.") { $0.arguments },
        Field("sort", "Keys, most important first; `-key` is descending.", default: []) { $0.sort },
        Field("limit", "Most \(Family.nouns.many) to give, 1 or more.") { $0.limit },
        Field("offset", "\(Family.nouns.many.capitalizedFirst) to skip first.", default: 0) { $0.offset },
        Field(
          "cursor",
          "`nextCursor` of the page before: begin behind it. The other params must be the same, but for `limit`, "
            + "`properties` and `context`; there is no `offset` then."
        ) { $0.cursor },
        Field("properties", "The properties to give; all if absent.") { $0.properties },
        Field("resultType", "What to give of each.", default: ResultType.objects) { $0.resultType },
        Field(
          "includesPendingChanges", "False: what is committed decides which \(Family.nouns.many) match.",
          default: true
        ) { $0.includesPendingChanges },
        Field("partialResultToken", "Asks for the result in pieces ahead of the reply.") {
          $0.partialResultToken
        })
    }
  }

  static func handle(_ params: Params, _ environment: RequestEnvironment) throws(RPCError) -> FetchResult {
    try environment.reportingProgress("Fetching \(Family.nouns.many)") { () throws(RPCError) in
      let result = try fetch(params, environment)
      guard let token = params.partialResultToken, environment.isAnswered else { return result }
      return try PartialResults(
        token: token, outbox: environment.server.outbox, number: environment.messageNumber,
        cancellation: environment.cancellation
      ).send(result)
    }
  }

  private static func fetch(_ params: Params, _ environment: RequestEnvironment) throws(RPCError)
    -> FetchResult
  {
    let entity = try Family.entity(params.scope, in: environment)
    let writer = try environment.writer(of: entity, properties: params.properties)
    try Window.check(params.cursor, params.offset)
    var query = StoreQuery(
      entity: entity, predicate: try environment.predicate(params.predicate, params.arguments, for: entity),
      sort: try environment.sort(params.sort, for: entity), limit: try Window.limit(params.limit),
      offset: try Window.offset(params.offset))
    let cursor = FetchCursor(
      store: environment.server.store.identifier, entity: entity, predicate: params.predicate,
      arguments: params.arguments, sort: params.sort, keyCount: query.sort.count,
      resultType: params.resultType,
      includesPendingChanges: params.includesPendingChanges)
    query.after = try params.cursor.map { text throws(RPCError) in try cursor.position(text) }
    let page = try environment.withContext { context throws(StoreError) in
      try context.fetchPage(query, includesPendingChanges: params.includesPendingChanges)
    }
    return FetchResult(
      rows: WireRows(rows: page.rows, writer: writer), type: params.resultType,
      nextCursor: page.next.map { cursor.text($0) })
  }
}
