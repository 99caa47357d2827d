import JSON
import JSONRPC
import ObjectGraph

/// The method `fetch.explain`.
enum FetchExplain: Method {
  static let name = "fetch.explain"
  static let summary = """
    Tells how a fetch would be answered, without answering it: the statement and its plan, the indexes that serve, and \
    what is tested in memory. The params are those of `object.fetch`.
    """
  static let effect = Effect.read
  static let errors =
    [ErrorKind.unknownEntity] + ErrorKind.ofPredicates + [.unknownProperty] + ErrorKind.ofReading
  static let example = MethodExample(
    params: #"""
      {"entity": "Category", "predicate": "number > 5 AND category BEGINSWITH[c] 'a'", "sort": ["-number"], "limit": 20}
      """#,
    result: #"""
      {"sql": "SELECT Z_PK, Z_OPT, \"ZCATEGORY\", \"ZCOLOR\", \"ZNUMBER\" FROM \"ZCATEGORY\" WHERE \#
      (\"ZNUMBER\" > ? AND OBJWIRE_MATCH(\"ZCATEGORY\", ?, ?)) ORDER BY \"ZNUMBER\" DESC, Z_PK LIMIT ? OFFSET ?", \#
      "bindings": [5, "a", 33, 21, 0], "plan": ["SEARCH ZCATEGORY USING INDEX Z_Category_UNIQUE_number (ZNUMBER>?)", \#
      "USE TEMP B-TREE FOR RIGHT PART OF ORDER BY"], \#
      "indexes": ["Z_Category_UNIQUE_number"], "inMemory": []}
      """#, isOnDisk: true)

  struct Params: WireShape {
    var context: String
    var entity: String
    var predicate: String?
    var arguments: JSONValue?
    var sort: [SortKey]
    var limit: Int?
    var offset: Int
    var properties: [WireColumn]?
    var propertiesToGroupBy: [String]?
    var having: String?
    var havingArguments: JSONValue?
    var distinct: Bool
    var includesSubentities: Bool
    var includesPendingChanges: Bool

    static let shape = Shape(
      Self.init(
        context:entity:predicate:arguments:sort:limit:offset:properties:propertiesToGroupBy:having:
        havingArguments:distinct:includesSubentities:includesPendingChanges:),
      AnyEntityFamily.contextField("The context that would fetch.") { $0.context },
      Field("entity", "The name of the entity.") { $0.entity },
      Field("predicate", "Which objects; all if absent.") { $0.predicate },
      Field("arguments", "An array for `%@`, `%K`, `%d`, or an object for `$NAME`.") { $0.arguments },
      Field("sort", "Keys, most important first; `-key` is descending.", default: []) { $0.sort },
      Field("limit", "Most objects, 1 or more; one row more is read, to know whether another page follows.") {
        $0.limit
      },
      Field("offset", "Objects to skip first.", default: 0) { $0.offset },
      Field("properties", "Columns; with one that is computed, dictionaries are explained.") {
        $0.properties
      },
      Field("propertiesToGroupBy", "One dictionary for all objects of equal values in these.") {
        $0.propertiesToGroupBy
      },
      Field("having", "Which groups; a predicate over the columns.") { $0.having },
      Field("havingArguments", "As `arguments`.") { $0.havingArguments },
      Field("distinct", "Equal dictionaries once.", default: false) { $0.distinct },
      Field("includesSubentities", "False leaves objects of subentities out.", default: true) {
        $0.includesSubentities
      },
      Field("includesPendingChanges", "False: what is committed decides.", default: true) {
        $0.includesPendingChanges
      })
  }

  static func handle(
    _ params: Params, _ environment: RequestEnvironment
  ) throws(RPCError) -> WireExplanation {
    let entity = try environment.entity(params.entity)
    var query = StoreQuery(
      entity: entity, predicate: try environment.predicate(params.predicate, params.arguments, for: entity),
      limit: try Window.limit(params.limit), offset: try Window.offset(params.offset),
      includesSubentities: params.includesSubentities)
    let table = FetchTable(
      columns: params.properties, groupBy: params.propertiesToGroupBy, having: params.having,
      havingArguments: params.havingArguments, isDistinct: params.distinct, sort: params.sort)
    if table.member != nil {
      let dictionaries = try table.query(query, environment)
      return WireExplanation(
        try environment.withContext { context throws(StoreError) in
          try context.explain(dictionaries, includesPendingChanges: params.includesPendingChanges)
        })
    }
    // Unknown names are refused as a fetch refuses them.
    _ = try environment.writer(of: entity, properties: table.properties)
    query.sort = try environment.sort(params.sort, for: entity)
    return WireExplanation(
      try environment.withContext { [query] context throws(StoreError) in
        try context.explain(query.lookingAhead, includesPendingChanges: params.includesPendingChanges)
      })
  }
}
