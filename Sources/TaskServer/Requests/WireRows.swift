import JSON
import JSONRPC
import ObjectGraph

/// Objects in a result: rows that go straight to bytes.
struct WireRows: WireType {
  let rows: StoreRows
  let writer: ObjectWriter
  /// The members of the writer's relationships, for each row.
  var related = RelatedObjects()

  static var schema: JSONSchema { .array(of: WireRow.schema) }

  static func read(from reader: inout WireReader) throws(WireError) -> WireRows {
    throw .expected("nothing: objects are only sent")
  }

  func write(to json: inout JSONWriter) {
    writer.write(rows, related, to: &json)
  }
}

/// One object in a result, with what was saved along with it.
struct WireRow: WireType {
  let rows: StoreRows
  let writer: ObjectWriter
  var related = RelatedObjects()
  var saved: SavedResult?

  static var schema: JSONSchema { schema(of: ownMembers).titled("Object") }

  /// The same as the result of a request that may save.
  static var savingSchema: JSONSchema {
    let saved = SavedResult.schema.described("What was saved, if the request saves.")
    return schema(of: ownMembers + [.init("saved", saved, isRequired: false)])
  }

  private static func schema(of members: [JSONSchema.Property]) -> JSONSchema {
    .object(members, isOpen: true).described(
      "An object: its properties by name beside the three `$` members.")
  }

  private static var ownMembers: [JSONSchema.Property] {
    [
      .init("$objectID", objectIDSchema, isRequired: true),
      .init("$entity", entitySchema, isRequired: true),
      .init(
        "$version", .integer.described("Rises by one with each save that changes it; 0 before the first."),
        isRequired: true),
    ]
  }

  static let objectIDSchema = JSONSchema.string.described("The object's ID; a temporary one before its save.")
  static let entitySchema = JSONSchema.string.described("The name of its entity.")

  static func read(from reader: inout WireReader) throws(WireError) -> WireRow {
    throw .expected("nothing: objects are only sent")
  }

  func write(to json: inout JSONWriter) {
    writer.write(0, of: rows, related, to: &json)
    guard let saved else { return }
    json.bytes.removeLast()
    json.key("saved")
    saved.write(to: &json)
    json.endObject()
  }
}
