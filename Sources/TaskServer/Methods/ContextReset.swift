import JSONRPC
import ObjectGraph

/// The method `context.reset`.
enum ContextReset: Method {
  static let name = "context.reset"
  static let summary = "Gives up every pending change of a context and forgets every object it knows."
  static let effect = Effect.write
  static let errors = [ErrorKind.unknownContext]
  static let example = MethodExample(result: #"{"inserted": [], "updated": [], "deleted": []}"#)

  typealias Params = ContextParams

  static func handle(_ params: Params, _ environment: RequestEnvironment) throws(RPCError) -> WireChanges {
    WireChanges(try environment.context().reset(), in: environment.server.coordinator.managedObjectModel)
  }
}
