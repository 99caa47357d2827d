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

    /// Whether commits are refused and the file is never written.
    public var isReadOnly: Bool
    /// When a commit counts as done.
    public var synchronous: Synchronous
    /// Milliseconds to wait for another process's lock; 0 does not wait.
    public var busyTimeout: Int
    /// For tests: decides which calls into SQLite fail.
    package var fault: FaultHook?

    /// The defaults: read and write, full, five seconds.
    public init(isReadOnly: Bool = false, synchronous: Synchronous = .full, busyTimeout: Int = 5_000) {
      self.isReadOnly = isReadOnly
      self.synchronous = synchronous
      self.busyTimeout = busyTimeout
    }

    func configuration(isNew: Bool) -> Configuration {
      Configuration(
        journalMode: nil, synchronous: synchronous == .full ? .full : .normal,
        busyTimeoutMilliseconds: busyTimeout, pageSize: isNew ? 4_096 : nil, fault: fault)
    }
  }
}
