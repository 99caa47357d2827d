import JSON
import JSONRPC
import ObjectGraph

/// The methods `task.fetch`, `category.fetch` and `object.fetch`.
enum ObjectFetch<Family: ObjectFamily>: Method {
  static var name: String { "\(Family.prefix).fetch" }
  static var summary: String {
    """
    Gives the \(Family.nouns.many) that match a predicate, pending changes of the context included. Sort, offset and limit \
    apply to stored and pending ones as one list. Without `sort`, and between equals, they come in order of their primary \
    key, new ones last in order of insertion. There is no default limit.
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
    var scope: Family.FetchScope
    var template: Family.TemplateName?
    var variables: Family.Variables?
    var predicate: String?
    var arguments: JSONValue?
    var sort: [SortKey]
    var limit: Int?
    var offset: Int
    var cursor: String?
    var properties: [WireColumn]?
    var propertiesToGroupBy: [String]?
    var having: String?
    var havingArguments: JSONValue?
    var distinct: Bool?
    var resultType: ResultType?
    var includesPendingChanges: Bool?
    var subentities: Family.Subentities?
    var partialResultToken: ProgressToken?

    static var shape: Shape<Params> { Family.shapes.fetchParams }

    static func makeShape() -> Shape<Params> {
      Shape(
        Self.init(
          context:scope:template:variables:predicate:arguments:sort:limit:offset:cursor:properties:
          propertiesToGroupBy:having:havingArguments:distinct:resultType:includesPendingChanges:
          subentities:partialResultToken:),
        Family.contextField("The context to look through.") { $0.context },
        Field(Family.scopeField.name, Family.scopeField.summary) { $0.scope },
        Field("template", "A fetch request of the model, instead of `entity` and `predicate`.") {
          $0.template
        },
        Field("variables", "For `template`: the value of each `$NAME`, by `NAME`.") { $0.variables },
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
        Field(
          "properties",
          "The properties to give; all if absent. Dictionaries may have columns that are computed, too."
        ) { $0.properties },
        Field("propertiesToGroupBy", "One dictionary for all objects of equal values in these.") {
          $0.propertiesToGroupBy
        },
        Field("having", "Which groups; a predicate over the columns.") { $0.having },
        Field("havingArguments", "As `arguments`.") { $0.havingArguments },
        Field("distinct", "Equal dictionaries once; false if absent.") { $0.distinct },
        Field("resultType", "What to give of each; objects if absent.") { $0.resultType },
        Field(
          "includesPendingChanges", "False: what is committed decides which \(Family.nouns.many) match."
        ) { $0.includesPendingChanges },
        Field("includesSubentities", "False leaves objects of subentities out.") { $0.subentities },
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
    let source = try Family.source(params, in: environment)
    let type = params.resultType ?? source.resultType
    let includesPendingChanges = params.includesPendingChanges ?? source.includesPendingChanges
    let table = FetchTable(
      columns: params.properties, groupBy: params.propertiesToGroupBy, having: params.having,
      havingArguments: params.havingArguments, isDistinct: params.distinct ?? source.isDistinct(type),
      sort: params.sort)
    try Window.check(params.cursor, params.offset)
    var query = StoreQuery(
      entity: source.entity, predicate: source.predicate,
      limit: try Window.limit(params.limit) ?? source.limit,
      offset: try Window.offset(params.offset),
      includesSubentities: params.subentities?.areIncluded ?? source.includesSubentities)
    if let member = table.member {
      try checkTable(member, type, params)
      return try table.fetch(query, includesPendingChanges: includesPendingChanges, environment)
    }
    let writer = try environment.writer(of: source.entity, properties: table.properties)
    query.sort = try environment.sort(params.sort, for: source.entity)
    let cursor = FetchCursor(
      store: environment.server.store.identifier, entity: source.entity, predicate: source.predicateText,
      arguments: source.arguments, sort: params.sort, keyCount: query.sort.count, resultType: type,
      includesPendingChanges: includesPendingChanges, includesSubentities: query.includesSubentities)
    query.after = try params.cursor.map { text throws(RPCError) in try cursor.position(text) }
    var next: FetchPosition?
    let rows = try environment.shown(by: writer) { context throws(StoreError) in
      let page = try context.fetchPage(query, includesPendingChanges: includesPendingChanges)
      next = page.next
      return page.rows
    }
    return FetchResult(rows: rows, type: type, nextCursor: next.map { cursor.text($0) })
  }

  /// - Parameter member: the one that asks for rows that are no objects.
  private static func checkTable(_ member: String, _ type: ResultType, _ params: Params) throws(RPCError) {
    guard type == .dictionaries else {
      throw .invalidParams(
        at: "/params/\(member)", "Only dictionaries can be grouped, computed or distinct.",
        expected: #"resultType "dictionaries""#)
    }
    guard params.cursor != nil else { return }
    throw .invalidParams(
      at: "/params/cursor", "Rows that are grouped or distinct have no cursor; offset skips some.",
      expected: "offset")
  }
}
