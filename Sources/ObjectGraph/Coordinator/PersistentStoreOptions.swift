/// How a store is opened; what is not said is as the type of store has it.
public struct PersistentStoreOptions: Hashable, Sendable {
  /// Whether saves are refused (`NSReadOnlyPersistentStoreOption`).
  public var isReadOnly: Bool
  /// Seconds to wait for another process's lock, 0 or more (`NSPersistentStoreTimeoutOption`).
  ///
  /// Nil for the store's default: 5 seconds for an SQLite store.
  public var timeout: Double?
  /// Settings of SQLite by their names (`NSSQLitePragmasOption`).
  ///
  /// An SQLite store knows `synchronous` (`FULL`, the default, or `NORMAL`) and `journal_mode` (`WAL` alone);
  /// any other is an error, since a setting without effect would deceive.
  public var sqlitePragmas: [String: String]
  /// Whether a store of an older model is changed into one of the given model
  /// (`NSMigratePersistentStoresAutomaticallyOption`); a read-only store never is,
  /// nor one that holds a configuration: such a one is refused.
  ///
  /// A copy of the store stays beside it, `NAME.before-HASH`.
  public var shouldMigrateStoreAutomatically: Bool
  /// Whether how that is done may be inferred from the two models
  /// (`NSInferMappingModelAutomaticallyOption`), which is the one way so far.
  public var shouldInferMappingModelAutomatically: Bool
  /// Whether a migration may throw away objects and values that the new model has no place for; else such a
  /// migration is an error that counts them.
  public var allowsLossyMigration: Bool
  /// The models that older stores may have been made with; all of `ModelVersions.models()`, for example.
  ///
  /// Only for stores whose files do not tell their model.
  public var sourceModels: [ManagedObjectModel]

  /// The defaults: read and write, no migration, everything else as the type of store has it.
  public init(
    isReadOnly: Bool = false, timeout: Double? = nil, sqlitePragmas: [String: String] = [:],
    shouldMigrateStoreAutomatically: Bool = false, shouldInferMappingModelAutomatically: Bool = false,
    allowsLossyMigration: Bool = false, sourceModels: [ManagedObjectModel] = []
  ) {
    self.isReadOnly = isReadOnly
    self.timeout = timeout
    self.sqlitePragmas = sqlitePragmas
    self.shouldMigrateStoreAutomatically = shouldMigrateStoreAutomatically
    self.shouldInferMappingModelAutomatically = shouldInferMappingModelAutomatically
    self.allowsLossyMigration = allowsLossyMigration
    self.sourceModels = sourceModels
  }

  /// What a description begins with, as in Core Data: older stores are migrated by what can be inferred.
  public static let migrating = PersistentStoreOptions(
    shouldMigrateStoreAutomatically: true, shouldInferMappingModelAutomatically: true)
}
