import JSON
import JSONRPC
import ObjectGraph

/// The methods `task.get`, `category.get` and `object.get`.
enum ObjectGet<Family: ObjectFamily>: Method {
  static var name: String { "\(Family.prefix).get" }
  static var summary: String { "Gives one \(Family.nouns.one) by key." }
  static var chapter: String? { "get" }
  static var effect: Effect { .read }
  static var isQuick: Bool { true }
  static var errors: [ErrorKind] {
    Family.scopeErrors + [.objectNotFound, .unknownProperty] + ErrorKind.ofReading
  }
  static var example: MethodExample {
    MethodExample(
      params: "{\(Family.sample.scope)\(Family.sample.key)}", result: Family.sample.json,
      setup: Family.sample.saved)
  }

  struct Params: WireShape {
    var context: String
    var scope: Family.Scope
    var key: Family.Key?
    var objectID: String?
    var properties: [String]?

    static var shape: Shape<Params> { Family.shapes.getParams }

    static func makeShape() -> Shape<Params> {
      Shape(
        Self.init(context:scope:key:objectID:properties:),
        Family.contextField("The context to look through.") { $0.context },
        Family.scopeField { $0.scope },
        Family.keyField("this or `objectID`.") { $0.key },
        Field("objectID", "The \(Family.nouns.one)'s object ID.") { $0.objectID },
        Field("properties", "The properties to give; all if absent.") { $0.properties })
    }

    /// The usual request, a key and nothing else, is read without the shape, which would take longer than the
    /// lookup.
    static func read(from reader: inout WireReader) throws(WireError) -> Params {
      guard let scope = Family.Scope.absentValue, var keyReader = reader.onlyMember(named: Family.keyName),
        keyReader.peek() != .null
      else { return try shape.read(from: &reader) }
      do throws(WireError) {
        return Params(
          context: ContextPool.viewName, scope: scope, key: try Family.Key.read(from: &keyReader))
      } catch {
        throw error.inside(Family.keyName)
      }
    }
  }

  static func handle(_ params: Params, _ environment: RequestEnvironment) throws(RPCError) -> WireRow {
    let entity = try Family.entity(params.scope, in: environment)
    let writer = try environment.writer(of: entity, properties: params.properties)
    switch (params.key, params.objectID) {
    case (let key?, nil):
      let found = try environment.shown(by: writer) { context throws(StoreError) in
        try context.rows(of: entity, named: Family.keyName, key)
      }
      guard !found.rows.isEmpty else { throw Faults.objectNotFound([Family.keyName: key.json]) }
      return WireRow(rows: found.rows, writer: writer, related: found.related)
    case (nil, let text?):
      let objectID = try ObjectSelector.read(text, of: entity, in: environment)
      let found = try environment.shown(by: writer) { context throws(StoreError) in
        try StoreRows([try context.snapshot(objectID)], of: entity)
      }
      return WireRow(rows: found.rows, writer: writer, related: found.related)
    default:
      throw .invalidParams(
        at: "/params", "Give \(Family.keyNames.joined(separator: " or ")).",
        expected: Family.hasKey ? "exactly one of \(Family.keyNames.joined(separator: " and "))" : "objectID")
    }
  }
}
