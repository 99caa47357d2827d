import JSON
import JSONRPC
import ObjectGraph

/// The methods `task.count`, `category.count` and `object.count`.
enum ObjectCount<Family: ObjectFamily>: Method {
  static var name: String { "\(Family.prefix).count" }
  static var summary: String {
    "Counts the \(Family.nouns.many) that match a predicate, pending changes of the context included."
  }
  static var chapter: String? { "count" }
  static var effect: Effect { .read }
  static var reportsProgress: Bool { true }
  static var errors: [ErrorKind] { Family.scopeErrors + ErrorKind.ofPredicates + ErrorKind.ofReading }
  static var example: MethodExample {
    MethodExample(
      params: "{\(Family.sample.scope)\(Family.sample.predicate)}", result: #"{"count": 1}"#,
      setup: Family.sample.saved)
  }

  struct Params: WireShape {
    var context: String
    var scope: Family.Scope
    var predicate: String?
    var arguments: JSONValue?
    var subentities: Family.Subentities

    static var shape: Shape<Params> { Family.shapes.countParams }

    static func makeShape() -> Shape<Params> {
      Shape(
        Self.init(context:scope:predicate:arguments:subentities:),
        Family.contextField("The context to look through.") { $0.context },
        Family.scopeField { $0.scope },
        Field("predicate", "Which \(Family.nouns.many); all if absent.") { $0.predicate },
        Field("arguments", "An array for `%@`, `%K`, `%d`, or an object for `$NAME`.") { $0.arguments },
        Family.subentitiesField { $0.subentities })
    }
  }

  static func handle(_ params: Params, _ environment: RequestEnvironment) throws(RPCError) -> CountResult {
    let entity = try Family.entity(params.scope, in: environment)
    let predicate = try environment.predicate(params.predicate, params.arguments, for: entity)
    let query = StoreQuery(
      entity: entity, predicate: predicate, includesSubentities: params.subentities.areIncluded)
    return try environment.reportingProgress("Counting \(Family.nouns.many)") { () throws(RPCError) in
      CountResult(
        count: try environment.withContext { context throws(StoreError) in try context.count(query) })
    }
  }
}

/// The result of a count.
struct CountResult: WireShape {
  var count: Int

  static let shape = Shape(Self.init(count:), Field("count", "How many match.") { $0.count })
}
