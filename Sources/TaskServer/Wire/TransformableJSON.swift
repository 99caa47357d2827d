import JSON

/// The default transformer: any JSON value is kept as its text.
///
/// Bytes that are no JSON text were written by another transformer. They leave as `{"$data": base64}`, come back the
/// same way and are never rewritten. So does a JSON text that looks like that itself; everything else is written as the
/// value it is. Values may be nested as deep as any JSON (`JSONScanner.maximumDepth`).
enum TransformableJSON {
  /// The one member of an object that stands for bytes.
  static let tag = "$data"

  /// The bytes to store; nil for a `$data` whose text is not base64.
  static func bytes(_ json: JSONValue) -> [UInt8]? {
    if let content = taggedContent(json) { return content.string.flatMap { Base64.decode($0) } }
    var writer = JSONWriter()
    writer.write(json)
    return writer.bytes
  }

  /// Writes stored bytes.
  static func write(_ stored: Span<UInt8>, to writer: inout JSONWriter) {
    // Text of our own is ASCII without line ends far more often than not, and needs no tree then.
    if isPlain(stored), (try? JSONScanner.validate(stored)) != nil {
      writer.bytes.append(addingCapacity: stored.count) { (output: inout OutputSpan<UInt8>) in
        for index in stored.indices { output.append(stored[index]) }
      }
    } else if let json = try? JSONValue(parsing: stored), taggedContent(json) == nil {
      writer.write(json)
    } else {
      writer.beginObject()
      writer.key(tag)
      writer.write(base64: stored)
      writer.endObject()
    }
  }

  private static func taggedContent(_ json: JSONValue) -> JSONValue? {
    guard case .object(let object) = json, object.count == 1 else { return nil }
    return object[tag]
  }

  /// Whether the bytes could stand in a message as they are, and hold no `$` that might tag them.
  private static func isPlain(_ bytes: Span<UInt8>) -> Bool {
    for index in bytes.indices {
      let byte = bytes[index]
      if byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: "$") || byte == UInt8(ascii: "\\") {
        return false
      }
    }
    return true
  }
}
