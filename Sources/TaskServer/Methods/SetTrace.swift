import JSONRPC

/// The method `$/setTrace`.
enum SetTrace: Method {
  static let name = "$/setTrace"
  static let summary = """
    Turns `$/logTrace` on or off, as `initialize.trace` does: `messages` tells of each message of the client's \
    and of each answer with the time it took, `verbose` also of params and sizes.
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
