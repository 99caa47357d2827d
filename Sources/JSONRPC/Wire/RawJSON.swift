package import JSON

/// Any value as the exact text it came in, for what is passed on or read later.
package struct RawJSON: WireType {
  /// One valid JSON value.
  package var bytes: ArraySlice<UInt8>

  /// `bytes` must be one valid JSON value.
  package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
  }

  package static var schema: JSONSchema { .any }

  /// A reader that stands before the value.
  package var reader: WireReader { WireReader(bytes) }

  package static func read(from reader: inout WireReader) throws(WireError) -> RawJSON {
    RawJSON(try reader.readRaw())
  }

  /// Writes the text as it is, but for U+0085, U+2028 and U+2029: some readers of lines end one at these.
  package func write(to writer: inout JSONWriter) {
    var written = bytes.startIndex
    var index = written
    while index < bytes.endIndex {
      guard bytes[index] >= 0xC2, let escape = Self.escape(bytes[index...]) else {
        index += 1
        continue
      }
      writer.append(bytes[written..<index])
      writer.append(escape.text)
      index += escape.length
      written = index
    }
    writer.append(bytes[written...])
  }

  /// The escape for a line end outside ASCII that the bytes begin with; such a one can only be inside a string.
  private static func escape(_ bytes: ArraySlice<UInt8>) -> (text: String, length: Int)? {
    switch bytes.first {
    case 0xC2 where bytes.prefix(2).elementsEqual([0xC2, 0x85]): (#"\u0085"#, 2)
    case 0xE2 where bytes.prefix(3).elementsEqual([0xE2, 0x80, 0xA8]): (#"\u2028"#, 3)
    case 0xE2 where bytes.prefix(3).elementsEqual([0xE2, 0x80, 0xA9]): (#"\u2029"#, 3)
    default: nil
    }
  }
}
