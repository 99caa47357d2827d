package import ObjectGraph
package import SQLiteStore

/// The examination of a store, for `objwire doctor`.
package enum StoreHealth {
  /// Looks at a store's file and changes nothing.
  ///
  /// - Returns: nil if the built-in model were wrong.
  package static func examine(path: String, _ configuration: ServerConfiguration) -> StoreExamination? {
    guard let model = try? configuration.servedModel() else { return nil }
    return StoreExamination(path: path, model: model)
  }

  /// Why no store can hold the objects of a model; nil if one can.
  package static func complaint(about model: ManagedObjectModel) -> String? {
    do throws(StoreError) {
      try model.checkStorable()
      return nil
    } catch {
      if case .open(let reason) = error { return reason }
      return "\(error)"
    }
  }

  /// How a store of an older model would be migrated; changes nothing.
  ///
  /// - Returns: nil for a store that fits.
  /// - Throws: `StoreError.migration` if it cannot be, and whatever reading it throws.
  package static func migrationPlan(
    path: String, _ configuration: ServerConfiguration
  ) throws(StoreError) -> MigrationPlan? {
    let models: (current: ManagedObjectModel, earlier: [ManagedObjectModel])
    do throws(ModelError) {
      models = (try configuration.servedModel(), try configuration.earlierModels())
    } catch {
      throw .open(reason: "the built-in model is wrong: \(error.complaints)")
    }
    return try SQLiteStore.migrationPlan(path: path, model: models.current, sourceModels: models.earlier)
  }

  /// Why it cannot be migrated, as the rest of a sentence that begins with the store.
  package static func sentence(_ failure: MigrationFailure) -> String {
    "made with another model \(MigrationText.clause(failure))"
  }
}
