import JSONRPC

/// The method `$/setTrace`.
enum SetTrace: Method {
  static let name = "$/setTrace"
  static let summary = """
    Turns `$/logTrace` on or off: with `messages` the client is told of each of its messages and of each \
    answer with the time it took, with `verbose` also of params and sizes. `initialize.trace` does the same.
    """
  static let effect = Effect.control
  static let isNotification = true
  static let example = MethodExample(params: #"{"value": "messages"}"#)

  struct Params: WireShape {
    var value: TraceLevel

    static let shape = Shape(
      Self.init(value:), Field("value", "`compact` is the same as `messages`.") { $0.value })
  }

  static func handle(_ params: Params, _ environment: RequestEnvironment) throws(RPCError) -> NoResult {
    environment.server.trace.set(params.value)
    return NoResult()
  }
}
