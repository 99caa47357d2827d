import JSONRPC
import ObjectGraph

/// The method `context.list`.
enum ContextList: Method {
  static let name = "context.list"
  static let summary = "Lists the contexts, as they stood after the last request each has finished."
  static let effect = Effect.control
  static let example = MethodExample(
    result: #"""
      {"contexts": [{"name": "view", "parent": null, "hasChanges": false, "insertedCount": 0, "updatedCount": 0, \#
      "deletedCount": 0, "mergePolicy": "error"}]}
      """#)

  typealias Params = NoParams

  struct Output: WireShape {
    var contexts: [Entry]

    static let shape = Shape(
      Self.init(contexts:), Field("contexts", "In byte order of their names.") { $0.contexts })
  }

  struct Entry: WireShape {
    var name: String
    var parent: NoResult
    var hasChanges: Bool
    var insertedCount: Int
    var updatedCount: Int
    var deletedCount: Int
    var mergePolicy: String

    static let shape = Shape(
      Self.init(name:parent:hasChanges:insertedCount:updatedCount:deletedCount:mergePolicy:),
      Field("name", "Its name.") { $0.name },
      Field("parent", "Null: it saves to the store.") { $0.parent },
      Field("hasChanges", "Whether a save would do anything.") { $0.hasChanges },
      Field("insertedCount", "New objects.") { $0.insertedCount },
      Field("updatedCount", "Changed objects.") { $0.updatedCount },
      Field("deletedCount", "Objects to be deleted.") { $0.deletedCount },
      Field("mergePolicy", "`error`: a save that conflicts fails.") { $0.mergePolicy })
  }

  static func handle(_ params: Params, _ environment: RequestEnvironment) throws(RPCError) -> Output {
    Output(
      contexts: environment.server.pool.all.map { context in
        let counts = context.current.counts
        return Entry(
          name: context.name, parent: NoResult(), hasChanges: counts.hasChanges,
          insertedCount: counts.inserted,
          updatedCount: counts.updated, deletedCount: counts.deleted, mergePolicy: "error")
      })
  }
}
