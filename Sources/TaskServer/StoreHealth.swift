import ObjectGraph
package import SQLiteStore

/// The examination of a store of tasks, for `objwire doctor`.
package enum StoreHealth {
  /// Looks at a store's file and changes nothing.
  ///
  /// - Returns: nil if the built-in model were wrong.
  package static func examine(path: String) -> StoreExamination? {
    guard let model = try? TaskModel.make() else { return nil }
    return StoreExamination(path: path, model: model)
  }
}
