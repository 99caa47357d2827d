import JSON
import JSONRPC

/// The method `context.create`.
enum ContextCreate: Method {
  static let name = "context.create"
  static let summary = """
    Makes a context, with a queue of its own. It takes effect on receipt: requests sent after it may name the context \
    at once.
    """
  static let effect = Effect.control
  static let errors = [ErrorKind.contextExists, .contextLimit]
  static let example = MethodExample(params: #"{"name": "import"}"#, result: #"{"context": "import"}"#)

  struct Params: WireShape {
    var name: String?

    static let shape = Shape(
      Self.init(name:),
      Field("name", "Its name; one is made up if absent. At most \(ContextPool.nameLimit) bytes.") { $0.name }
    )
  }

  static func handle(_ params: Params, _ environment: RequestEnvironment) throws(RPCError) -> ContextName {
    do throws(ContextPool.Refusal) {
      return ContextName(context: try environment.server.pool.make(name: params.name).name)
    } catch {
      throw refusal(error, params.name ?? "")
    }
  }

  private static func refusal(_ refusal: ContextPool.Refusal, _ name: String) -> RPCError {
    switch refusal {
    case .exists:
      RPCError(
        .contextExists, "There is a context \"\(name)\" already.",
        details: ["pointer": "/params/name", "context": .string(name)])
    case .full:
      RPCError(
        .contextLimit, "There are \(ContextPool.limit) contexts already.",
        details: ["maximum": .integer(Int64(ContextPool.limit))])
    case .badName:
      .invalidParams(
        at: "/params/name", "A context's name has 1 to \(ContextPool.nameLimit) bytes.",
        expected: "a string of 1 to \(ContextPool.nameLimit) bytes")
    }
  }
}

/// The name of a context, as the only member.
struct ContextName: WireShape {
  var context: String

  static let shape = Shape(Self.init(context:), Field("context", "The context's name.") { $0.context })
}

/// Params that only choose a context.
struct ContextParams: WireShape {
  var context: String

  static let shape = Shape(
    Self.init(context:),
    Field("context", "The context.", default: ContextPool.viewName) { $0.context })
}
