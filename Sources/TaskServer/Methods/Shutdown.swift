import JSONRPC

/// The method `shutdown`.
enum Shutdown: Method {
  static let name = "shutdown"
  static let summary =
    "Announces the end; after it only `exit` is taken, all else is `invalidRequest`. Unsaved changes are not saved by it."
  static let effect = Effect.control
  static let example = MethodExample(result: "null")

  typealias Params = NoParams

  static func handle(_ params: Params, _ environment: RequestEnvironment) throws(RPCError) -> NoResult {
    environment.server.lifeCycle.shutDown()
    return NoResult()
  }
}
