import JSON
import JSONRPC

/// The method `server.ping`.
enum ServerPing: Method {
  static let name = "server.ping"
  static let summary = "Answers with its own params, at once."
  static let effect = Effect.control
  static let isQuick = true
  static let example = MethodExample(params: #"{"hello": "world"}"#, result: #"{"hello": "world"}"#)

  static func handle(_ params: AnyObjectJSON, _ environment: RequestEnvironment) throws(RPCError)
    -> AnyObjectJSON
  {
    params
  }
}

/// Any object, as the exact text it came in.
struct AnyObjectJSON: WireType {
  var text: RawJSON

  static var schema: JSONSchema { .anyObject }

  static func read(from reader: inout WireReader) throws(WireError) -> AnyObjectJSON {
    guard reader.peek() == .object else { throw .expected("an object") }
    return AnyObjectJSON(text: RawJSON(try reader.readRaw()))
  }

  func write(to writer: inout JSONWriter) { text.write(to: &writer) }
}
