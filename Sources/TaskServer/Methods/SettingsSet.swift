import JSON
import JSONRPC
import ObjectGraph

/// The method `settings.set`.
enum SettingsSet: Method {
  static let name = "settings.set"
  static let summary = """
    Changes the one Settings object. The first time it is made, with its defaults, and stored at once (told as a save of \
    its own, and kept even if the request fails then), so that there is never a second one; the values themselves are \
    pending until the context is saved, or until `save` is true. A pending deletion of it is given up.
    """
  static let effect = Effect.write
  static let errors =
    [ErrorKind.unknownEntity, .unknownProperty] + ErrorKind.ofReading + [.valueType] + ErrorKind.ofSaving
  static let example = MethodExample(
    params: #"{"values": {"sortedBy": "date"}, "save": true}"#,
    result: #"""
      {"$objectID": "x-coredata://\#(ObjectSample.store)/Settings/p1", "$entity": "Settings", "$version": 2, \#
      "notificationsEnabled": null, "sortedBy": "date", "saved": \#(ObjectSample.task.savedResult(updated: 1))}
      """#)

  struct Params: WireShape {
    var context: String
    var values: RawJSON
    var properties: [String]?
    var save: Bool?

    static let shape = Shape(
      Self.init(context:values:properties:save:),
      Field("context", "The context to change in.", default: ContextPool.viewName) { $0.context },
      Field("values", "The new values by property name; null takes a value away.") { $0.values },
      Field("properties", "The properties to give; all if absent.") { $0.properties },
      Field("save", "Save the context afterwards, all or nothing.") { $0.save })
  }

  static func handle(_ params: Params, _ environment: RequestEnvironment) throws(RPCError) -> SavedRow {
    let entity = try environment.entity(environment.server.entities.settings, as: .settings)
    let changes = try environment.changes(params.values, of: entity, at: "/params/values")
    let writer = try environment.writer(of: entity, properties: params.properties)
    let (objects, saved) = try environment.changing(save: params.save) { context throws(StoreError) in
      let (objectID, made) = try context.ensureSoleObject(of: entity)
      if let made { environment.note(made) }
      return [try context.apply(changes, to: objectID)]
    }
    return SavedRow(
      row: WireRow(rows: try environment.rows(objects, of: entity), writer: writer, saved: saved))
  }
}

/// The one object that a request changed, with what was saved.
struct SavedRow: WireType {
  let row: WireRow

  static var schema: JSONSchema { WireRow.savingSchema }

  static func read(from reader: inout WireReader) throws(WireError) -> SavedRow {
    throw .expected("nothing: objects are only sent")
  }

  func write(to writer: inout JSONWriter) { row.write(to: &writer) }
}
