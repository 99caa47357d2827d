package import JSON

/// A request's failure as the client sees it.
///
/// Source: JSON-RPC 2.0 §5.1. `data` is always an object and its `kind` is what clients test.
package struct RPCError: Error, Sendable {
  /// JSON-RPC's number, Apple's NSCocoaErrorDomain number, or one of ours from 1 up.
  package var code: Int

  /// Stable; one of the names in the table of error kinds.
  package var kind: String

  /// One sentence for a person.
  package var message: String

  /// What a program needs to go on: the other members of `data`.
  package var details: JSONObject

  package init(code: Int, kind: String, message: String, details: JSONObject = JSONObject()) {
    self.code = code
    self.kind = kind
    self.message = message
    self.details = details
  }

  /// An error of a kind that has one code.
  package init(_ kind: ErrorKind, _ message: String, details: JSONObject = JSONObject()) {
    self.init(code: kind.code, kind: kind.name, message: message, details: details)
  }

  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("code")
    writer.write(code)
    writer.key("message")
    writer.write(message)
    writer.key("data")
    writer.beginObject()
    writer.key("kind")
    writer.write(kind)
    for member in details.members {
      writer.key(member.key)
      writer.write(member.value)
    }
    writer.endObject()
    writer.endObject()
  }
}
