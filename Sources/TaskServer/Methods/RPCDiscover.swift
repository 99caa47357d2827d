import JSON
import JSONRPC

/// The method `rpc.discover`.
enum RPCDiscover: Method {
  static let name = "rpc.discover"
  static let summary = "Gives this interface as an OpenRPC document."
  static let effect = Effect.control
  static let example = MethodExample()

  typealias Params = NoParams

  static func handle(_ params: Params, _ environment: RequestEnvironment) throws(RPCError) -> JSONValue {
    Manual.description.openRPC
  }
}
