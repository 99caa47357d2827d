import JSON

/// The default transformer: a transformable value is stored as the bytes of its JSON text.
///
/// Bytes that are no JSON, made by another transformer, pass through untouched as `{"$data": base64}`.
enum Transformable {
  private static let dataKey = "$data"

  /// The bytes to store; nil for a `$data` that is no base64.
  static func encode(_ json: JSONValue) -> [UInt8]? {
    if case .object(let object) = json, object.count == 1, let data = object[dataKey] {
      return data.string.flatMap { Base64.decode($0) }
    }
    var writer = JSONWriter()
    writer.write(json)
    return writer.bytes
  }

  /// Appends what was stored.
  static func write(_ bytes: ArraySlice<UInt8>, to writer: inout JSONWriter) {
    if isJSON(bytes) {
      writer.append(bytes)
    } else {
      writer.beginObject()
      writer.key(dataKey)
      writer.write(base64: bytes.span)
      writer.endObject()
    }
  }

  private static func isJSON(_ bytes: ArraySlice<UInt8>) -> Bool {
    do throws(JSONError) {
      try JSONScanner.validate(bytes.span)
      return !bytes.contains(0x0A) && !bytes.contains(0x0D)
    } catch {
      return false
    }
  }
}
