import Glibc

/// Standard error, written so that a reader who does not read never stops us.
package enum ErrorOutput {
  /// Bytes of the longest line: what a pipe that is ready takes without waiting (PIPE_BUF).
  package static let lineLimit = 4_096

  /// Writes one line, or drops it if it would have to wait.
  package static func write(line: String) {
    let bytes = Array((line.prefix(bytes: lineLimit - 1) + "\n").utf8)
    let ready = FileDescriptor.wait(for: [(.standardError, Int16(POLLOUT))], milliseconds: 0)
    guard ready[0] & Int16(POLLOUT) != 0 else { return }
    try? FileDescriptor.standardError.write(bytes)
  }

  /// Writes all of the text, waiting as long as it takes: for commands that serve nobody, and whose
  /// complaints are what was asked for.
  package static func write(whole text: String) { try? FileDescriptor.standardError.write(Array(text.utf8)) }

  /// Whether a person is looking.
  package static var isTerminal: Bool { isatty(FileDescriptor.standardError.number) == 1 }
}
