import Glibc
import Synchronization

extension LogOutput {
  /// A log on standard error.
  package static func errorOutput(complaint: @escaping @Sendable (Int) -> String) -> LogOutput {
    LogOutput(ErrorLog(), name: "stderr", complaint: complaint)
  }
}

/// Standard error as the target of a log: waits for whoever reads it.
private final class ErrorLog: LogTarget {
  let batchLimit = ErrorOutput.lineLimit
  private let isGone = Atomic(false)

  func write(_ lines: ArraySlice<UInt8>) -> Bool {
    guard !isGone.load(ordering: .relaxed) else { return false }
    // A pipe that is ready takes PIPE_BUF bytes at once and whole, so that lines of several processes do not mix.
    _ = FileDescriptor.wait(for: [(.standardError, Int16(POLLOUT))])
    do throws(SystemError) {
      try FileDescriptor.standardError.write(Array(lines))
      return true
    } catch {
      if error.isReaderGone { isGone.store(true, ordering: .relaxed) }
      return false
    }
  }
}
