import JSON
import ObjectGraph

extension JSONWriter {
  /// Writes a value of a store's metadata; bytes as base64, dates as RFC 3339 text, keys in byte order.
  mutating func write(_ value: MetadataValue) {
    switch value {
    case .boolean(let value): write(value)
    case .integer(let value): write(value)
    case .real(let value): write(value)
    case .date(let seconds): write(date: seconds)
    case .data(let bytes): write(base64: bytes.span)
    case .string(let text): write(text)
    case .list(let elements):
      beginArray()
      for element in elements {
        self.element()
        write(element)
      }
      endArray()
    case .dictionary(let dictionary): write(dictionary)
    }
  }

  /// Writes metadata as an object.
  mutating func write(_ metadata: [String: MetadataValue]) {
    beginObject()
    for (name, value) in metadata.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      key(name)
      write(value)
    }
    endObject()
  }
}
