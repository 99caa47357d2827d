package import JSONRPC
package import ObjectGraph

/// How a server is to run: what the command line decides.
package struct ServerConfiguration: Sendable {
  /// Where objects are kept.
  package enum Storage: Hashable, Sendable {
    /// For the life of the process.
    case inMemory
    /// In an SQLite file; missing directories are made.
    case file(String)
  }

  /// When a commit counts as done.
  package enum Durability: String, Hashable, Sendable, CaseIterable {
    /// On the medium: survives a power cut (SQLite's synchronous=FULL).
    case full
    /// With the system: survives a crash of the process (SQLite's synchronous=NORMAL).
    case normal
  }

  /// What is done about a store of an older model.
  package enum Migration: String, Hashable, Sendable, CaseIterable {
    /// It is migrated if nothing is lost.
    case auto
    /// It is refused.
    case never
    /// It is migrated, whatever is lost.
    case lossy
  }

  /// Where objects are kept.
  package var storage: Storage = .inMemory
  /// Files and folders of the model, merged if there are several; empty for the built-in model.
  package var modelPaths: [String] = []
  /// The model whose objects are kept; nil for the built-in one.
  package var model: ManagedObjectModel?
  /// Whether saves are refused.
  package var isReadOnly = false
  /// Whether requests that change objects save at once unless they say `save: false`.
  package var savesAutomatically = false
  /// The zone of wall times without an offset; nil for the system's.
  package var timeZone: String?
  /// When a save counts as done.
  package var durability = Durability.full
  /// What is done about a store of an older model.
  package var migration = Migration.auto
  /// Models that an older store may have been made with, beside the released versions of the built-in one.
  package var sourceModels: [ManagedObjectModel] = []
  /// Milliseconds to wait for another process's write lock.
  package var busyTimeout = 5_000
  /// How messages are told apart.
  package var framing = FramingChoice.auto
  /// Bytes of the longest message.
  package var messageLimit = 64 * 1024 * 1024
  /// What `messageLimit` may be.
  package static let messageLimits = 1_024...1 << 32
  /// The least important lines that are still written; nil leaves it to the command.
  package var logLevel: LogLevel?
  /// A file for the log beside standard error.
  package var logFile: String?
  /// A file for a recording of the conversation.
  package var recording: String?

  package init() {}
}

/// How much is written to the log.
package enum LogLevel: String, Hashable, Sendable, CaseIterable, Comparable {
  case error
  case warning
  case info
  case debug

  /// Errors are least: they are always written.
  package static func < (left: LogLevel, right: LogLevel) -> Bool { left.rank < right.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
