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

/// The result of a fetch: one member, named after the result type.
struct FetchResult: WireType {
  let rows: WireRows
  let type: ResultType

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
    case .objectIDs: writeEach(to: &json) { rows.writer.writeObjectID($0, of: rows.rows, to: &$1) }
    case .dictionaries: writeEach(to: &json) { rows.writer.writeDictionary($0, of: rows.rows, to: &$1) }
    }
    json.endObject()
  }

  private func writeEach(to json: inout JSONWriter, _ write: (Int, inout JSONWriter) -> Void) {
    json.beginArray()
    for row in 0..<rows.rows.count {
      json.element()
      write(row, &json)
    }
    json.endArray()
  }
}
