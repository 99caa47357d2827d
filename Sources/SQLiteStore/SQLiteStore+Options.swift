public import ObjectGraph
package import SQLite

extension SQLiteStore {
  /// How a store is opened.
  public struct Options: Sendable {
    /// When a commit counts as done.
    public enum Synchronous: Sendable {
      /// Survives the loss of power.
      case full
      /// Survives a crash of the process.
      case normal
    }

    /// What is done about a store of an older model.
    public enum Migration: Sendable {
      /// It is refused.
      case never
      /// It is migrated, but nothing may be inferred; since mappings cannot be given yet, it is refused.
      case explicit
      /// It is migrated if that can be inferred and nothing is thrown away.
      case automatic
      /// It is migrated if that can be inferred; what has no place in the new model is thrown away.
      case lossy
    }

    /// Whether commits are refused and the file is never written.
    public var isReadOnly: Bool
    /// When a commit counts as done.
    public var synchronous: Synchronous
    /// Milliseconds to wait for another process's lock; 0 does not wait.
    public var busyTimeout: Int
    /// What is done about a store of an older model.
    public var migration: Migration
    /// The models that such a store may have been made with, besides the one that its file holds.
    public var sourceModels: [ManagedObjectModel]
    /// For tests: decides which calls into SQLite fail.
    package var fault: FaultHook?

    /// The defaults: read and write, full, five seconds, no migration.
    public init(
      isReadOnly: Bool = false, synchronous: Synchronous = .full, busyTimeout: Int = 5_000,
      migration: Migration = .never, sourceModels: [ManagedObjectModel] = []
    ) {
      self.isReadOnly = isReadOnly
      self.synchronous = synchronous
      self.busyTimeout = busyTimeout
      self.migration = migration
      self.sourceModels = sourceModels
    }

    func configuration(isNew: Bool) -> Configuration {
      Configuration(
        journalMode: nil, synchronous: synchronous == .full ? .full : .normal,
        busyTimeoutMilliseconds: busyTimeout, pageSize: isNew ? 4_096 : nil, fault: fault)
    }
  }
}
