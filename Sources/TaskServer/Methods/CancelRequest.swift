import JSON
import JSONRPC

/// The method `$/cancelRequest`.
enum CancelRequest: Method {
  static let name = "$/cancelRequest"
  static let summary = """
    Cancels every unanswered request with this id: a waiting one never runs, a running one is stopped \
    until its COMMIT begins. Each still gets its one reply, −32800 if it was cancelled.
    """
  static let effect = Effect.control
  static let isNotification = true
  static let example = MethodExample(params: #"{"id": 7}"#)

  struct Params: WireShape {
    var id: RawJSON

    static let shape = Shape(
      Self.init(id:), Field("id", "The request's id, spelled as it was sent.") { $0.id })
  }

  static func handle(_ params: Params, _ environment: RequestEnvironment) throws(RPCError) -> NoResult {
    if let id = RequestID(validating: params.id.bytes) { environment.server.inFlight.cancel(id) }
    return NoResult()
  }
}
