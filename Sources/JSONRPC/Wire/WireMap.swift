package import JSON

/// An object whose member names are data: pairs in their order, names compared by bytes.
package struct WireMap<Value: WireType>: WireType {
  /// In the order they came in.
  package var members: [(key: String, value: Value)]

  package init(_ members: [(key: String, value: Value)] = []) {
    self.members = members
  }

  package static var schema: JSONSchema { .map(of: Value.schema) }

  package static func read(from reader: inout WireReader) throws(WireError) -> WireMap {
    var map = WireMap()
    try reader.readMembers { (name, reader) throws(WireError) in
      map.members.append((name, try Value.read(from: &reader)))
    }
    return map
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    for (key, value) in members {
      writer.key(key)
      value.write(to: &writer)
    }
    writer.endObject()
  }
}
