import JSONRPC
import ObjectGraph

extension RequestEnvironment {
  /// Runs the changes of one request, all or none, and saves after them if asked.
  ///
  /// - Parameters:
  ///   - save: nil leaves it to `--autosave`.
  ///   - block: returns what the context shows of the objects it changed.
  /// - Returns: the objects as they are after the save, and what was saved if the request saves. They are not
  ///   read again: a save that others changed since is no less of a success.
  /// - Throws: the block's or the save's error; the request's own changes are withdrawn, earlier ones stay.
  func changing(
    save: Bool?, _ block: (ManagedObjectContext) throws(StoreError) -> [ObjectSnapshot]
  ) throws(RPCError) -> (objects: [ObjectSnapshot], saved: SavedResult?) {
    try withContext { context throws(StoreError) in
      try context.atomically { () throws(StoreError) in
        let objects = try block(context)
        guard save ?? server.configuration.savesAutomatically else { return (objects, nil) }
        let saved = try context.save()
        note(saved)
        return (context.settled(objects, by: saved), SavedResult(saved))
      }
    }
  }
}
