public import FoundationEssentials

/// A store that a container is to open: its type, its place and how it is opened.
public struct PersistentStoreDescription: Hashable, Sendable {
  /// What kind of store.
  public var type: PersistentStoreType
  /// Where it is; nil for a store that has no place, such as one in memory.
  public var url: URL?
  /// The configuration of the model that the store holds; nil, or `PF_DEFAULT_CONFIGURATION_NAME`, for all of
  /// it.
  public var configuration: String?
  /// How it is opened.
  public var options: PersistentStoreOptions

  /// Describes a store; unless options are given, one of an older model is migrated.
  public init(
    type: PersistentStoreType, url: URL? = nil, configuration: String? = nil,
    options: PersistentStoreOptions = .migrating
  ) {
    self.type = type
    self.url = url
    self.configuration = configuration
    self.options = options
  }

  /// Whether saves are refused; see `PersistentStoreOptions`.
  public var isReadOnly: Bool {
    get { options.isReadOnly }
    set { options.isReadOnly = newValue }
  }

  /// Seconds to wait for another process's lock; see `PersistentStoreOptions`.
  public var timeout: Double? {
    get { options.timeout }
    set { options.timeout = newValue }
  }

  /// Settings of SQLite by their names; see `PersistentStoreOptions`.
  public var sqlitePragmas: [String: String] {
    get { options.sqlitePragmas }
    set { options.sqlitePragmas = newValue }
  }

  /// Whether a store of an older model is changed into one of the given model; see `PersistentStoreOptions`.
  public var shouldMigrateStoreAutomatically: Bool {
    get { options.shouldMigrateStoreAutomatically }
    set { options.shouldMigrateStoreAutomatically = newValue }
  }

  /// Whether how that is done may be inferred; see `PersistentStoreOptions`.
  public var shouldInferMappingModelAutomatically: Bool {
    get { options.shouldInferMappingModelAutomatically }
    set { options.shouldInferMappingModelAutomatically = newValue }
  }

  /// Whether a migration may throw something away; see `PersistentStoreOptions`.
  public var allowsLossyMigration: Bool {
    get { options.allowsLossyMigration }
    set { options.allowsLossyMigration = newValue }
  }

  /// The models that older stores may have been made with; see `PersistentStoreOptions`.
  public var sourceModels: [ManagedObjectModel] {
    get { options.sourceModels }
    set { options.sourceModels = newValue }
  }
}
