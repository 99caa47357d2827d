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
  package func write(to writer: inout JSONWriter) { writer.append(escapingLineEndsOf: bytes.span) }
}
