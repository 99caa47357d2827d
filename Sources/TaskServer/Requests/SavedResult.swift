import JSON
import JSONRPC
import ObjectGraph
import PredicateLanguage

/// What a request saved: the `saved` member of its result.
struct SavedResult: WireShape {
  var insertedCount: Int
  var updatedCount: Int
  var deletedCount: Int
  var permanentIDs: PermanentIDs
  var savedTo: String

  static var schema: JSONSchema { shape.schema.titled("Saved") }

  static let shape = Shape(
    Self.init(insertedCount:updatedCount:deletedCount:permanentIDs:savedTo:),
    Field("insertedCount", "Objects inserted.") { $0.insertedCount },
    Field("updatedCount", "Objects whose row changed.") { $0.updatedCount },
    Field("deletedCount", "Objects deleted.") { $0.deletedCount },
    Field("permanentIDs", "The permanent ID of each inserted object by its temporary one.") {
      $0.permanentIDs
    },
    Field("savedTo", "`store`.") { $0.savedTo })
}

extension SavedResult {
  init(_ result: SaveResult) {
    insertedCount = result.insertedCount
    updatedCount = result.updatedCount
    deletedCount = result.deletedCount
    permanentIDs = PermanentIDs(pairs: result.permanentIDs)
    savedTo = "store"
  }
}

/// What became of temporary IDs: an object with a member for each.
struct PermanentIDs: WireType {
  let pairs: [(temporary: ObjectID, permanent: ObjectID)]

  static var schema: JSONSchema { .map(of: .string) }

  static func read(from reader: inout WireReader) throws(WireError) -> PermanentIDs {
    throw .expected("nothing: IDs are only sent")
  }

  func write(to writer: inout JSONWriter) {
    var scope: (of: ObjectID, text: [UInt8])?
    writer.beginObject()
    for (temporary, permanent) in pairs {
      writer.element()
      let known = scope.flatMap { $0.of.hasSameScope(as: temporary) ? $0.text : nil }
      let text = known ?? Self.scopeText(of: temporary)
      if known == nil { scope = (temporary, text) }
      writer.bytes.append(contentsOf: text)
      writer.write(key: temporary.key)
      writer.append("\":")
      writer.bytes.append(contentsOf: text)
      writer.write(key: permanent.key)
      writer.append("\"")
    }
    writer.endObject()
  }

  /// `"x-coredata://STORE/Entity/`, put together once for all objects of an entity.
  private static func scopeText(of objectID: ObjectID) -> [UInt8] {
    var text = [UInt8(ascii: "\"")]
    objectID.appendScope(to: &text)
    return text
  }
}
