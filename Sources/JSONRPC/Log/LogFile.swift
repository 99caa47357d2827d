import Glibc
import Synchronization

extension LogOutput {
  /// A log in a file that is appended to and changed for a new one when it is full; see `LogFile`.
  ///
  /// - Parameters:
  ///   - sizeLimit: another one for tests.
  ///   - complaint: the line that says how many lines are missing, without its end.
  ///   - isStuck: the line that says that a full file goes on growing, and why.
  /// - Throws: `SystemError` if the file cannot be opened for writing; a directory, or a pipe without a
  ///   reader, neither.
  package static func file(
    _ path: String, sizeLimit: Int = LogFile.sizeLimit, complaint: @escaping @Sendable (Int) -> String,
    isStuck: @escaping @Sendable (SystemError) -> String
  ) throws(SystemError) -> LogOutput {
    let file = try LogFile(path: path, sizeLimit: sizeLimit, isStuck: isStuck)
    return LogOutput(file, name: "file", complaint: complaint)
  }
}

/// A file of log lines that several processes may share.
///
/// Every write appends whole lines, so nobody's lines are torn. Before a write that would make the file
/// longer than `sizeLimit` it becomes `PATH.1`, what was that `PATH.2`, and so on; the oldest beyond
/// `keptCount` goes. Whoever renames holds a lock on the file; everybody else notices that the path means
/// another file and follows. So does a log that somebody else's tool has moved away. A file that cannot be
/// renamed goes on growing, says so, and is tried again each time that it has grown by `sizeLimit`.
package final class LogFile: LogTarget {
  /// Bytes of the file, at most, one longer line aside, if it can be renamed: 8 MiB.
  package static let sizeLimit = 8 << 20
  /// Older files that are kept.
  package static let keptCount = 5

  let batchLimit = 64 << 10
  private let path: String
  private let sizeLimit: Int
  private let isStuck: @Sendable (SystemError) -> String
  private let state: Mutex<State>

  private struct State {
    var file: FileDescriptor
    /// A write that failed may have left the beginning of a line.
    var isTorn = false
    /// The file is full when it would have more bytes.
    var fullSize: Int
  }

  init(
    path: String, sizeLimit: Int, isStuck: @escaping @Sendable (SystemError) -> String
  ) throws(SystemError) {
    self.path = path
    self.sizeLimit = sizeLimit
    self.isStuck = isStuck
    state = Mutex(State(file: try FileDescriptor.append(to: path), fullSize: sizeLimit))
  }

  deinit { state.withLock { $0.file.close() } }

  func write(_ lines: ArraySlice<UInt8>) -> Bool {
    state.withLock { state in
      follow(&state)
      let complaint = changeIfFull(&state, adding: lines.count).map { Array((isStuck($0) + "\n").utf8) } ?? []
      do throws(SystemError) {
        // One call, for the system appends each call's bytes as a whole.
        try state.file.write((state.isTorn ? [0x0A] : []) + complaint + lines)
        state.isTorn = false
        return true
      } catch {
        state.isTorn = true
        return false
      }
    }
  }

  /// Goes on in the file that the path means now.
  private func follow(_ state: inout State) {
    guard let facts = state.file.facts, facts.isRegular else { return }
    if let other = FileDescriptor.facts(of: path), other.isSameFile(as: facts) { return }
    guard let file = try? FileDescriptor.append(to: path) else { return }
    state.file.close()
    state.file = file
    state.fullSize = sizeLimit
  }

  /// - Returns: why a file that is full cannot be changed, as far as that is not known yet.
  private func changeIfFull(_ state: inout State, adding count: Int) -> SystemError? {
    guard let full = state.file.facts, full.isRegular, full.size > 0, full.size + count > state.fullSize
    else {
      return nil
    }
    let isKnown = state.fullSize > sizeLimit
    do throws(SystemError) {
      try change(state.file, full)
      follow(&state)
      return nil
    } catch {
      state.fullSize = full.size + sizeLimit
      return isKnown ? nil : error
    }
  }

  private func change(_ file: FileDescriptor, _ facts: FileStatus) throws(SystemError) {
    file.lock()
    defer { file.unlock() }
    // Somebody else may have changed it while the lock was waited for.
    guard FileDescriptor.facts(of: path)?.isSameFile(as: facts) == true else { return }
    // Each file takes the name of the next older one; the oldest is replaced. There may be fewer.
    let older = Self.olderPaths(of: path)
    for (path, name) in zip(older, older.dropFirst()).reversed() {
      try? FileDescriptor.rename(path, to: name)
    }
    try FileDescriptor.rename(path, to: older[0])
  }

  /// The names that full files get, the youngest first.
  package static func olderPaths(of path: String) -> [String] { (1...keptCount).map { "\(path).\($0)" } }
}
