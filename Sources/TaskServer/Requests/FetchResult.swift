import JSON
import JSONRPC
import ObjectGraph

/// What a fetch gives of each object.
enum ResultType: String, WireEnum {
  /// The object with its `$` members.
  case objects
  /// Its object ID alone.
  case objectIDs
  /// Its properties alone, without the `$` members.
  case dictionaries
}

/// The result of a fetch: a member named after the result type, and where the next page begins.
struct FetchResult: WireType {
  let rows: WireRows
  let type: ResultType
  /// Nil at the end, and without a limit.
  let nextCursor: String?

  static var schema: JSONSchema {
    .object([
      .init(
        ResultType.objects.rawValue, WireRows.schema.described("The objects, in order."), isRequired: false),
      .init(
        ResultType.objectIDs.rawValue,
        .array(of: .string).described("Their object IDs, if `resultType` asked for these."), isRequired: false
      ),
      .init(
        ResultType.dictionaries.rawValue,
        .array(of: .object([], isOpen: true)).described(
          "Their properties, if `resultType` asked for dictionaries."), isRequired: false),
      .init(
        "nextCursor",
        .string.described("Give it as `cursor` for the next page; absent at the end, and without `limit`."),
        isRequired: false),
    ])
  }

  static func read(from reader: inout WireReader) throws(WireError) -> FetchResult {
    throw .expected("nothing: objects are only sent")
  }

  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.key(type.rawValue)
    switch type {
    case .objects: rows.write(to: &json)
    case .objectIDs, .dictionaries: writeEach(to: &json)
    }
    if let nextCursor {
      json.key("nextCursor")
      json.write(nextCursor)
    }
    json.endObject()
  }

  /// Writes what is given of one object.
  func write(row: Int, to json: inout JSONWriter) {
    switch type {
    case .objects: rows.writer.write(row, of: rows.rows, rows.related, to: &json)
    case .objectIDs: rows.writer.writeObjectID(row, of: rows.rows, to: &json)
    case .dictionaries: rows.writer.writeDictionary(row, of: rows.rows, rows.related, to: &json)
    }
  }

  private func writeEach(to json: inout JSONWriter) {
    json.beginArray()
    for row in 0..<rows.rows.count {
      json.element()
      write(row: row, to: &json)
    }
    json.endArray()
  }
}
