import JSON
import JSONRPC
import ObjectGraph

/// The method `context.close`.
enum ContextClose: Method {
  static let name = "context.close"
  static let summary = """
    Ends a context; its name is free again after the reply. Refused while it has unsaved changes, unless they may be \
    discarded. The view context always exists.
    """
  static let effect = Effect.write
  static let errors = [ErrorKind.unknownContext, .contextHasChanges]
  static let example = MethodExample(
    params: #"{"context": "import", "discard": true}"#,
    result: #"{"inserted": [], "updated": [], "deleted": []}"#, setup: [#"context.create {"name": "import"}"#]
  )

  struct Params: WireShape {
    var context: String
    var discard: Bool

    static let shape = Shape(
      Self.init(context:discard:),
      Field("context", "The context to end; not `view`.") { $0.context },
      Field("discard", "Discard unsaved changes.", default: false) { $0.discard })
  }

  static func handle(_ params: Params, _ environment: RequestEnvironment) throws(RPCError) -> WireChanges {
    let context = try environment.context()
    guard context.name != ContextPool.viewName else {
      throw .invalidParams(
        at: "/params/context", "The view context cannot be closed.", expected: "another context")
    }
    let counts = context.changeCounts
    guard params.discard || !counts.hasChanges else {
      throw RPCError(
        .contextHasChanges, "Context \"\(context.name)\" has unsaved changes.",
        details: [
          "context": .string(context.name), "inserted": .integer(Int64(counts.inserted)),
          "updated": .integer(Int64(counts.updated)), "deleted": .integer(Int64(counts.deleted)),
        ])
    }
    environment.closesContext = true
    return WireChanges(context.reset(), in: environment.server.coordinator.managedObjectModel)
  }
}
