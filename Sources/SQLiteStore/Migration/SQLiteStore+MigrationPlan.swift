public import ObjectGraph
import SQLite

extension SQLiteStore {
  /// How the store at a path would become a store of a model, with everything counted that would be lost.
  ///
  /// Touches nothing: neither the file nor what is beside it.
  /// - Parameter sourceModels: the models that the store may have been made with.
  /// - Returns: nil for a store that fits, and where there is none.
  /// - Throws: `StoreError.migration` with everything that stands against it, losses aside; `.open` and
  ///   `.corrupt` for what is no store.
  /// - Complexity: O(rows) for each loss and each new constraint.
  public static func migrationPlan(
    path: String, model: ManagedObjectModel, sourceModels: [ManagedObjectModel]
  ) throws(StoreError) -> MigrationPlan? {
    guard FileFacts(path: path)?.size ?? 0 > 0 else { return nil }
    let options = Options(migration: .lossy, sourceModels: sourceModels)
    let opener = StoreOpener(path: path, schema: try StoreSchema(StoreConfiguration(model)), options: options)
    let connection = try opener.connect(
      opener.hasContent("-wal") ? .readOnly : .immutable, isNew: false)
    defer { connection.close() }
    guard try !opener.hasNoTables(connection),
      case .differs(let identifier, let metadata) = try opener.standing(connection)
    else { return nil }
    return try opener.planMigration(of: metadata, identifier, on: connection).plan
  }
}
