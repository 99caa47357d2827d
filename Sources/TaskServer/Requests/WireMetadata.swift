import JSON
import JSONRPC
import ObjectGraph

/// A store's metadata on the wire.
struct WireMetadata: WireType {
  let values: [String: MetadataValue]

  static var schema: JSONSchema { .object([], isOpen: true) }

  static func read(from reader: inout WireReader) throws(WireError) -> WireMetadata {
    throw .expected("nothing: metadata are only sent")
  }

  func write(to writer: inout JSONWriter) { writer.write(values) }
}
