import Glibc
import Synchronization

extension LogOutput {
  /// A log in a file that is appended to and changed for a new one when it is full; see `LogFile`.
  ///
  /// - Parameter sizeLimit: another one for tests.
  /// - Throws: `SystemError` if the file cannot be opened for writing; a directory, or a pipe without a reader, neither.
  package static func file(
    _ path: String, sizeLimit: Int = LogFile.sizeLimit, complaint: @escaping @Sendable (Int) -> String
  ) throws(SystemError) -> LogOutput {
    LogOutput(try LogFile(path: path, sizeLimit: sizeLimit), name: "file", complaint: complaint)
  }
}

/// A file of log lines that several processes may share.
///
/// Every write appends whole lines, so nobody's lines are torn. Before a write that would make the file longer than
/// `sizeLimit` it becomes `PATH.1`, what was that `PATH.2`, and so on; the oldest beyond `keptCount` goes. Whoever renames
/// holds a lock on the file; everybody else notices that the path means another file and follows. So does a log that
/// somebody else's tool has moved away.
package final class LogFile: LogTarget {
  /// Bytes of the file, at most, one longer line aside: 8 MiB.
  package static let sizeLimit = 8 << 20
  /// Older files that are kept.
  package static let keptCount = 5

  let batchLimit = 64 << 10
  private let path: String
  private let sizeLimit: Int
  private let state: Mutex<State>

  private struct State {
    var file: FileDescriptor
    /// A write that failed may have left the beginning of a line.
    var isTorn = false
  }

  init(path: String, sizeLimit: Int) throws(SystemError) {
    self.path = path
    self.sizeLimit = sizeLimit
    state = Mutex(State(file: try FileDescriptor.append(to: path)))
  }

  deinit { state.withLock { $0.file.close() } }

  func write(_ lines: ArraySlice<UInt8>) -> Bool {
    state.withLock { state in
      follow(&state)
      changeIfFull(&state, adding: lines.count)
      do throws(SystemError) {
        // One call, for the system appends each call's bytes as a whole.
        try state.file.write(state.isTorn ? [0x0A] + lines : Array(lines))
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
  }

  private func changeIfFull(_ state: inout State, adding count: Int) {
    guard isFull(state.file, adding: count) else { return }
    let full = state.file
    full.lock()
    // Somebody else may have changed it while the lock was waited for.
    if let facts = full.facts, FileDescriptor.facts(of: path)?.isSameFile(as: facts) == true { shift() }
    full.unlock()
    follow(&state)
  }

  private func isFull(_ file: FileDescriptor, adding count: Int) -> Bool {
    guard let facts = file.facts, facts.isRegular, facts.size > 0 else { return false }
    return facts.size + count > sizeLimit
  }

  /// Each file takes the name of the next older one; the oldest is replaced.
  private func shift() {
    for number in stride(from: Self.keptCount - 1, through: 1, by: -1) {
      FileDescriptor.rename("\(path).\(number)", to: "\(path).\(number + 1)")
    }
    FileDescriptor.rename(path, to: "\(path).1")
  }
}
