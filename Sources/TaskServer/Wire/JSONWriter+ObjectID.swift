import JSON
import PredicateLanguage

extension JSONWriter {
  /// Appends an object ID as a string; a URI has nothing to escape.
  mutating func write(_ objectID: ObjectID) {
    bytes.append(UInt8(ascii: "\""))
    objectID.appendURI(to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends the last part of an ID's URI: `p1` or `tUUID`.
  mutating func write(key: ObjectID.Key) {
    switch key {
    case .permanent(let primaryKey):
      bytes.append(UInt8(ascii: "p"))
      write(primaryKey)
    case .temporary(let name):
      bytes.append(UInt8(ascii: "t"))
      name.appendText(to: &bytes)
    }
  }
}
