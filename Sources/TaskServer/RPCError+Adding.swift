import JSON
import JSONRPC

extension RPCError {
  /// The same error with one more member of `data`.
  func adding(_ name: String, _ value: JSONValue) -> RPCError {
    var error = self
    error.details[name] = value
    return error
  }
}
