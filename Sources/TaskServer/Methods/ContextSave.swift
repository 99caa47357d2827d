import JSONRPC
import ObjectGraph

/// The method `context.save`.
enum ContextSave: Method {
  static let name = "context.save"
  static let summary = """
    Writes every pending change of a context in one transaction. If it fails, everything stays pending as it was. A \
    request sent after its reply sees the save, in any context and any process.
    """
  static let effect = Effect.write
  static let reportsProgress = true
  static let errors = ErrorKind.ofReading + ErrorKind.ofSaving
  static let example = MethodExample(
    result: #"{"saved": \#(ObjectSample.task.savedResult(inserted: 1))}"#, setup: ObjectSample.task.pending)

  typealias Params = ContextParams

  struct Output: WireShape {
    var saved: SavedResult

    static let shape = Shape(Self.init(saved:), Field("saved", "What was saved.") { $0.saved })
  }

  static func handle(_ params: Params, _ environment: RequestEnvironment) throws(RPCError) -> Output {
    let result = try environment.reportingProgress("Saving", [.saving]) { () throws(RPCError) in
      try environment.withContext { context throws(StoreError) in try context.save() }
    }
    environment.note(result)
    return Output(saved: SavedResult(result))
  }
}
