import JSON
import JSONRPC
import ObjectGraph

/// The method `settings.get`.
enum SettingsGet: Method {
  static let name = "settings.get"
  static let summary = """
    Gives the one Settings object. Before anything was set its properties have their defaults, its `$objectID` is null \
    and nothing is stored.
    """
  static let effect = Effect.read
  static let isQuick = true
  static let errors = [ErrorKind.unknownEntity, .unknownProperty] + ErrorKind.ofReading
  static let example = MethodExample(
    result: #"""
      {"$objectID": null, "$entity": "Settings", "$version": 0, "notificationsEnabled": null, "sortedBy": null}
      """#)

  struct Params: WireShape {
    var context: String
    var properties: [String]?

    static let shape = Shape(
      Self.init(context:properties:),
      Field("context", "The context to look through.", default: ContextPool.viewName) { $0.context },
      Field("properties", "The properties to give; all if absent.") { $0.properties })
  }

  static func handle(_ params: Params, _ environment: RequestEnvironment) throws(RPCError)
    -> WireSettingsObject
  {
    let entity = try environment.entity(environment.server.entities.settings, as: .settings)
    let writer = try environment.writer(of: entity, properties: params.properties)
    let found = try environment.withContext { context throws(StoreError) in try context.soleObject(of: entity)
    }
    guard let found else { return .unset(writer, entity.defaultRow) }
    return .set(WireRow(rows: try environment.rows([found], of: entity), writer: writer))
  }
}

/// The settings, or what they are before anything was set.
enum WireSettingsObject: WireType {
  case set(WireRow)
  case unset(ObjectWriter, [AttributeValue])

  static var schema: JSONSchema {
    .object(
      [
        .init(
          "$objectID", .any(of: [.string, .null]).described("Null before anything was set."), isRequired: true
        ),
        .init("$entity", WireRow.entitySchema, isRequired: true),
        .init("$version", .integer.described("0 before anything was set."), isRequired: true),
      ], isOpen: true
    ).described("The settings: properties by name beside the three `$` members.")
  }

  static func read(from reader: inout WireReader) throws(WireError) -> WireSettingsObject {
    throw .expected("nothing: objects are only sent")
  }

  func write(to json: inout JSONWriter) {
    switch self {
    case .set(let row): row.write(to: &json)
    case .unset(let writer, let values): writer.writeUnstored(values, to: &json)
    }
  }
}
