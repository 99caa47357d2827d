import JSONRPC
import ObjectGraph

extension RequestEnvironment {
  /// Runs the changes of one request, all or none, and saves after them if asked.
  ///
  /// - Parameter save: nil leaves it to `--autosave`.
  /// - Returns: what the block returned, and what was saved if the request saves.
  /// - Throws: the block's or the save's error; the request's own changes are withdrawn, earlier ones stay.
  func changing<Result>(
    save: Bool?, _ block: (ManagedObjectContext) throws(StoreError) -> Result
  ) throws(RPCError) -> (result: Result, saved: SavedResult?) {
    try reading { context throws(StoreError) in
      try context.atomically { () throws(StoreError) in
        let result = try block(context)
        guard save ?? server.configuration.savesAutomatically else { return (result, nil) }
        let saved = try context.save()
        note(saved)
        return (result, SavedResult(saved))
      }
    }
  }
}
