package import ObjectGraph
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

  /// How a store of an older model would be migrated; changes nothing.
  ///
  /// - Returns: nil for a store that fits.
  /// - Throws: `StoreError.migration` if it cannot be, and whatever reading it throws.
  package static func migrationPlan(path: String) throws(StoreError) -> MigrationPlan? {
    let models: (current: ManagedObjectModel, released: [ManagedObjectModel])
    do throws(ModelError) {
      models = (try TaskModel.make(), try ReleasedModels.all())
    } catch {
      throw .open(reason: "the built-in model is wrong: \(error.complaints)")
    }
    return try SQLiteStore.migrationPlan(path: path, model: models.current, sourceModels: models.released)
  }

  /// Why it cannot be migrated, as the rest of a sentence that begins with the store.
  package static func sentence(_ failure: MigrationFailure) -> String {
    "made with another model \(MigrationText.clause(failure))"
  }
}
