import Glibc

/// Standard output for those who print a text and are done.
package enum StandardOutput {
  /// Writes all of the text, waiting as long as it takes.
  ///
  /// A reader that is gone has read enough: that is no error.
  package static func write(_ text: String) throws(SystemError) { try write(Array(text.utf8)) }

  /// Writes all of the bytes in the same way.
  package static func write(_ bytes: [UInt8]) throws(SystemError) {
    do throws(SystemError) {
      try FileDescriptor.standardOutput.write(bytes)
    } catch {
      guard error.isReaderGone else { throw error }
    }
  }

  /// Whether a person is looking.
  package static var isTerminal: Bool { isatty(FileDescriptor.standardOutput.number) == 1 }

  /// Columns of the terminal's window; nil if there is no terminal, or if it does not say.
  package static var columnCount: Int? { FileDescriptor.standardOutput.windowColumnCount }
}
