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
}
