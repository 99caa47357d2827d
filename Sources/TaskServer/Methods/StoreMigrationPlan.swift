import JSONRPC
import ObjectGraph
import SQLiteStore

/// The method `store.migrationPlan`.
enum StoreMigrationPlan: Method {
  static let name = "store.migrationPlan"
  static let summary = """
    Tells what opening the store has changed. Of an open store nothing is left to change; `objwire doctor` tells the plan \
    of one that is not.
    """
  static let effect = Effect.inspect
  static let errors: [ErrorKind] = []
  static let example = MethodExample(result: #"{"steps": [], "losses": []}"#)

  typealias Params = NoParams

  struct Output: WireShape {
    var steps: [WireMigrationStep]
    var losses: [WireMigrationLoss]
    var done: Done?

    static let shape = Shape(
      Self.init(steps:losses:done:), Field("steps", "What would change.") { $0.steps },
      Field("losses", "What would be thrown away.") { $0.losses },
      Field("done", "What this server did when it opened the store; absent if the store fitted.") { $0.done })
  }

  struct Done: WireShape {
    var steps: [WireMigrationStep]
    var losses: [WireMigrationLoss]
    var backup: String

    static let shape = Shape(
      Self.init(steps:losses:backup:), Field("steps", "What was changed.") { $0.steps },
      Field("losses", "What was thrown away.") { $0.losses },
      Field("backup", "The file that holds the store as it was.") { $0.backup })
  }

  static func handle(_ params: Params, _ environment: RequestEnvironment) throws(RPCError) -> Output {
    let migration = (environment.server.store as? SQLiteStore)?.migration
    return Output(
      steps: [], losses: [],
      done: migration.map { migration in
        Done(
          steps: migration.plan.steps.map { WireMigrationStep($0) },
          losses: migration.plan.losses.map { WireMigrationLoss($0) }, backup: migration.backupPath)
      })
  }
}
