import JSONRPC

/// The method `exit`.
enum Exit: Method {
  static let name = "exit"
  static let summary = """
    Ends the process when every accepted request is answered: with 0 after `shutdown`, else with 1, and \
    with 4 if unsaved changes are discarded.
    """
  static let effect = Effect.control
  static let isNotification = true
  static let example = MethodExample()

  typealias Params = NoParams

  static func handle(_ params: Params, _ environment: RequestEnvironment) throws(RPCError) -> NoResult {
    environment.server.lifeCycle.exit()
    return NoResult()
  }
}
