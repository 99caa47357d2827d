package import JSON

/// An array as the exact text it came in, for many elements that are read one by one later.
package struct RawArray: WireType {
  private let text: RawJSON

  package static var schema: JSONSchema { .array(of: .any) }

  /// A reader that stands before the array.
  package var reader: WireReader { text.reader }

  package static func read(from reader: inout WireReader) throws(WireError) -> RawArray {
    guard reader.peek() == .array else { throw .expected("an array") }
    return RawArray(text: RawJSON(try reader.readRaw()))
  }

  package func write(to writer: inout JSONWriter) { text.write(to: &writer) }
}
