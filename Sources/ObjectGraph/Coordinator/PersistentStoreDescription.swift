public import FoundationEssentials

/// A store that a container is to open: its type, its place and how it is opened.
public struct PersistentStoreDescription: Hashable, Sendable {
  /// What kind of store.
  public var type: PersistentStoreType
  /// Where it is; nil for a store that has no place, such as one in memory.
  public var url: URL?
  /// The part of the model that the store holds; nil for all of it.
  ///
  /// Stores hold whole models so far, so any name is an error when the store is added.
  public var configuration: String?
  /// How it is opened.
  public var options: PersistentStoreOptions

  /// Describes a store.
  public init(
    type: PersistentStoreType, url: URL? = nil, configuration: String? = nil,
    options: PersistentStoreOptions = PersistentStoreOptions()
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
}
