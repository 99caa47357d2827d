/// Everything a connection is set to when it is opened, as one value.
///
/// Foreign keys are off, memory mapping is off (an input error would be a signal instead of a result code),
/// and the schema of a file is not trusted to call functions of ours.
package struct Configuration: Sendable {
  /// When a commit is safe on the disk.
  package enum Synchronous: Int, Sendable {
    /// WAL commits survive a crash of the process; the newest may be lost when the machine loses power.
    case normal = 1
    /// Commits survive the loss of power.
    case full = 2
  }

  /// How a commit is made atomic.
  package enum JournalMode: String, Sendable {
    case delete, wal, memory
  }

  /// The journal mode to switch a writable database to; nil leaves it as it is.
  package var journalMode: JournalMode?
  /// When a commit is safe on the disk.
  package var synchronous: Synchronous
  /// How long to wait for the lock of somebody else, in milliseconds; 0 does not wait.
  package var busyTimeoutMilliseconds: Int
  /// The page cache of one connection, in KiB.
  package var cacheKibibytes: Int
  /// Changed pages that a transaction keeps in memory until it commits, in KiB; past this they go to the log
  /// early, which writes many of them more than once.
  package var spillKibibytes: Int
  /// The page size that a database made by this connection gets, a power of two from 512 to 65536; nil for a
  /// database that exists, whose header is not to be touched.
  package var pageSize: Int?
  /// The most statements kept compiled.
  package var statementCacheCount: Int
  /// For tests: decides which calls fail.
  package var fault: FaultHook?

  package init(
    journalMode: JournalMode? = .wal, synchronous: Synchronous = .full,
    busyTimeoutMilliseconds: Int = Configuration.defaultBusyTimeoutMilliseconds,
    cacheKibibytes: Int = Configuration.defaultCacheKibibytes,
    spillKibibytes: Int = Configuration.defaultSpillKibibytes, pageSize: Int? = 4096,
    statementCacheCount: Int = Configuration.defaultStatementCacheCount, fault: FaultHook? = nil
  ) {
    self.journalMode = journalMode
    self.synchronous = synchronous
    self.busyTimeoutMilliseconds = busyTimeoutMilliseconds
    self.cacheKibibytes = cacheKibibytes
    self.spillKibibytes = spillKibibytes
    self.pageSize = pageSize
    self.statementCacheCount = statementCacheCount
    self.fault = fault
  }

  /// Five seconds, long enough for a bulk save of somebody else.
  package static let defaultBusyTimeoutMilliseconds = 5_000
  /// Enough for every statement of a few entities and a few dozen predicates.
  package static let defaultStatementCacheCount = 64
  /// 16 MiB, which hold all of some 100,000 tasks; taken page by page as they are read.
  package static let defaultCacheKibibytes = 16_384
  /// 256 MiB for all connections of the process together; beyond it their caches let pages go instead of
  /// growing.
  ///
  /// Source: sqlite.org/c3ref/hard_heap_limit64.html.
  package static let cachesLimit: Int64 = 256 << 20
  /// 64 MiB: some 300,000 new tasks in one commit.
  ///
  /// SQLite frees what is above the cache's size after the commit.
  package static let defaultSpillKibibytes = 65_536
}

extension Configuration {
  /// The pragmas for a connection, in the order in which they must run.
  ///
  /// Page size and auto-vacuum are for a new file, before its first table is made. 2 is incremental
  /// auto-vacuum, as in Core Data's files.
  func pragmas(canWrite: Bool) -> [String] {
    var list = [
      "PRAGMA trusted_schema = OFF",
      "PRAGMA foreign_keys = OFF",
      "PRAGMA mmap_size = 0",
      "PRAGMA temp_store = MEMORY",
      "PRAGMA cache_size = \(-cacheKibibytes)",
    ]
    if canWrite {
      if let pageSize {
        list.append("PRAGMA page_size = \(pageSize)")
        list.append("PRAGMA auto_vacuum = 2")
      }
      list.append("PRAGMA synchronous = \(synchronous.rawValue)")
      list.append("PRAGMA cache_spill = \(-spillKibibytes)")
    }
    return list
  }
}
