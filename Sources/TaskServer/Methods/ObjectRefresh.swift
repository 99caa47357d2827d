import JSONRPC
import ObjectGraph
import PredicateLanguage

/// The method `object.refresh`.
enum ObjectRefresh: Method {
  static let name = "object.refresh"
  static let summary = """
    Settles objects with what others have committed: gives their pending changes up, or bases them on the newest \
    commit so that the next save wins. New objects stay as they are. Changes to an object that somebody else has deleted are \
    given up either way. An object that is gone and was not changed in this context is `object.notFound`.
    """
  static let effect = Effect.write
  static let errors = [ErrorKind.objectNotFound] + ErrorKind.ofReading
  static let example = MethodExample(
    params: #"{"objectIDs": [], "keepChanges": true}"#, result: #"{"objects": []}"#)

  struct Params: WireShape {
    var context: String
    var objectIDs: [String]
    var keepChanges: Bool

    static let shape = Shape(
      Self.init(context:objectIDs:keepChanges:),
      Field("context", "The context with the changes.", default: ContextPool.viewName) { $0.context },
      Field("objectIDs", "The objects.") { $0.objectIDs },
      Field("keepChanges", "Keep pending changes, on top of the newest commit.", default: false) {
        $0.keepChanges
      })
  }

  struct Output: WireShape {
    var objects: [WireRow]

    static let shape = Shape(
      Self.init(objects:),
      Field("objects", "What the context shows of them now; those that are gone are left out.") { $0.objects }
    )
  }

  static func handle(_ params: Params, _ environment: RequestEnvironment) throws(RPCError) -> Output {
    var objectIDs: [ObjectID] = []
    for (index, text) in params.objectIDs.enumerated() {
      objectIDs.append(
        try ObjectSelector.read(text, at: "/params/objectIDs/\(index)", of: nil, in: environment))
    }
    let snapshots = try environment.withContext { context throws(StoreError) in
      try context.refresh(objectIDs, keepChanges: params.keepChanges)
    }
    var objects: [WireRow] = []
    for snapshot in snapshots {
      let writer = try environment.writer(of: environment.entity(snapshot.objectID.entity), properties: nil)
      objects.append(WireRow(rows: try environment.rows([snapshot], of: writer.entity), writer: writer))
    }
    return Output(objects: objects)
  }
}
