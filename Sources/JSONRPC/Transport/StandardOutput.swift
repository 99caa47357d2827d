import Glibc

/// Standard output for those who print a text and are done.
package enum StandardOutput {
  /// Writes all of the text, waiting as long as it takes.
  ///
  /// A reader that is gone has read enough: that is no error.
  package static func write(_ text: String) throws(SystemError) {
    do throws(SystemError) {
      try FileDescriptor.standardOutput.write(Array(text.utf8))
    } catch {
      guard error.isReaderGone else { throw error }
    }
  }
}
