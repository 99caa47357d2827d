import JSON
import PredicateLanguage

extension JSONWriter {
  /// Appends an object ID as a string; a URI has nothing to escape.
  mutating func write(_ objectID: ObjectID) {
    bytes.append(UInt8(ascii: "\""))
    objectID.appendURI(to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }
}
