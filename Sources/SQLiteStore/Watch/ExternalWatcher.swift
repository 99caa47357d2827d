import FoundationEssentials
import ObjectGraph
import SQLite

/// Finds out what other processes have changed, by comparing the store with what it was at the last look.
final class ExternalWatcher {
  /// Waits between looks after the file has changed, in milliseconds: a commit is visible a moment after its
  /// bytes.
  static let looks: [Int32] = [2, 10, 50, 250]

  /// Objects of own commits after which the snapshot is renewed although nobody else has written: an old
  /// snapshot keeps the write-ahead log from being emptied.
  static let notedLimit = 1_000

  let watch: WatchSchedule
  /// The writer's data version at the last look.
  private(set) var version: Int64
  private var snapshot: PinnedSnapshot
  /// Of a store without a writer.
  private let monitor: Connection?

  /// One look at the store, taken while nobody in this process writes.
  struct Step {
    var snapshot: PinnedSnapshot
    var version: Int64
    /// No other process can have committed before the snapshot.
    var isQuiet: Bool
    /// What this process has committed since the look before.
    var own: OwnCommits
  }

  init(
    path: String, snapshot: PinnedSnapshot, version: Int64, monitor: Connection?
  ) throws(StoreError) {
    let directory = URL(filePath: path).deletingLastPathComponent().path
    guard let files = FileWatch(directory: directory) else {
      throw .open(reason: "the directory \(directory) cannot be watched")
    }
    watch = WatchSchedule(files)
    self.snapshot = snapshot
    self.version = version
    self.monitor = monitor
  }

  func stop() { watch.stop() }

  /// Changes when another process has committed; for stores without a writer.
  func monitoredVersion() throws(StoreError) -> Int64 {
    guard let monitor else { return version }
    return try monitor.version()
  }

  /// Moves on to a newer look.
  ///
  /// - Returns: what others changed in between; nil if nothing.
  func advance(_ step: Step) throws(StoreError) -> CommitNotice? {
    let before = snapshot
    snapshot = step.snapshot
    version = step.version
    guard !step.isQuiet else { return nil }
    return try before.changes(until: step.snapshot, apartFrom: step.own)
  }
}

/// When to look: after a change of the files, and a few times shortly after it.
final class WatchSchedule: Sendable {
  private let files: FileWatch

  init(_ files: FileWatch) { self.files = files }

  func stop() { files.stop() }

  /// Waits for a reason to look again.
  ///
  /// - Parameter attempt: how often it was looked since the last change of the files; it is counted up here.
  /// - Returns: false when the store was closed.
  func wait(_ attempt: inout Int) -> Bool {
    let pause = attempt < ExternalWatcher.looks.count ? ExternalWatcher.looks[attempt] : nil
    switch files.wait(milliseconds: pause) {
    case .changed: attempt = 0
    case .timedOut: attempt += 1
    case .stopped: return false
    }
    return true
  }
}
