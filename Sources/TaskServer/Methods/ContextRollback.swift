import JSONRPC
import ObjectGraph

/// The method `context.rollback`.
enum ContextRollback: Method {
  static let name = "context.rollback"
  static let summary = "Gives up every pending change of a context."
  static let effect = Effect.write
  static let errors = [ErrorKind.unknownContext]
  static let example = MethodExample(result: #"{"inserted": [], "updated": [], "deleted": []}"#)

  typealias Params = ContextParams

  static func handle(_ params: Params, _ environment: RequestEnvironment) throws(RPCError) -> WireChanges {
    WireChanges(try environment.context().rollback(), in: environment.server.coordinator.managedObjectModel)
  }
}
