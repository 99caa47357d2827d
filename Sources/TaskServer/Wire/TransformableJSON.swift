import JSON

/// The default transformer: any JSON value is kept as its text.
///
/// Bytes that are no JSON text were written by another transformer. They leave as `{"$data": base64}`, come
/// back the same way and are never rewritten. So does a JSON text that looks like that itself, names a member
/// twice or is nested too deeply; everything else is written as the value it is.
enum TransformableJSON {
  /// Arrays and objects inside each other in one value, at most.
  ///
  /// Whatever message a value stands in, a reader of messages must be able to read it: in the error of a
  /// conflict seven are around it, in a batch. A few more are kept for messages to come.
  static let maximumDepth = JSONScanner.maximumDepth - 12

  /// The one member of an object that stands for bytes.
  static let tag = "$data"

  /// The bytes to store; nil for a `$data` whose text is not base64, and for a value that is nested too
  /// deeply.
  static func bytes(_ json: JSONValue) -> [UInt8]? {
    if let content = taggedContent(json) { return content.string.flatMap { Base64.decode($0) } }
    var writer = JSONWriter()
    writer.write(json)
    return isShallow(writer.bytes.span) ? writer.bytes : nil
  }

  /// Writes stored bytes.
  static func write(_ stored: Span<UInt8>, to writer: inout JSONWriter) {
    // Text of our own is ASCII without objects far more often than not, and needs no tree then.
    if isPlain(stored), isShallow(stored) {
      writer.bytes.append(addingCapacity: stored.count) { (output: inout OutputSpan<UInt8>) in
        for index in stored.indices { output.append(stored[index]) }
      }
    } else if let json = try? JSONValue(parsing: stored, maximumDepth: maximumDepth),
      taggedContent(json) == nil, json.pathToDuplicateKey == nil
    {
      writer.write(json)
    } else {
      writer.beginObject()
      writer.key(tag)
      writer.write(base64: stored)
      writer.endObject()
    }
  }

  /// Whether the bytes are a JSON text that is not nested too deeply.
  private static func isShallow(_ bytes: Span<UInt8>) -> Bool {
    (try? JSONScanner.validate(bytes, maximumDepth: maximumDepth)) != nil
  }

  private static func taggedContent(_ json: JSONValue) -> JSONValue? {
    guard case .object(let object) = json, object.count == 1 else { return nil }
    return object[tag]
  }

  /// Whether the bytes could stand in a message as they are, and hold no object.
  private static func isPlain(_ bytes: Span<UInt8>) -> Bool {
    for index in bytes.indices {
      let byte = bytes[index]
      if byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: "{") || byte == UInt8(ascii: "\\") {
        return false
      }
    }
    return true
  }
}
