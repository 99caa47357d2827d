import JSON
import JSONRPC

/// The method `initialized`.
enum Initialized: Method {
  static let name = "initialized"
  static let summary =
    "Says that the client has read the reply to `initialize`; nothing depends on it."
  static let effect = Effect.control
  static let isNotification = true
  static let example = MethodExample()

  static func handle(_ params: AnyObjectJSON, _ environment: RequestEnvironment) throws(RPCError) -> NoResult
  {
    NoResult()
  }
}
