import Glibc

/// The three descriptors that every process should begin with.
package enum StandardStreams {
  /// Opens /dev/null in place of each of them that is closed, and makes a reader that goes away an error of
  /// the write instead of a signal; to be called before anything else is opened.
  ///
  /// Otherwise the next file that is opened, a store or an event, would get the number and be taken for the
  /// stream.
  /// - Returns: whether standard output was open.
  /// - Throws: `SystemError` if /dev/null cannot be opened.
  package static func complete() throws(SystemError) -> Bool {
    _ = signal(SIGPIPE, SIG_IGN)
    var wasOutputOpen = true
    // In this order each open gets the number it is for: the lowest that is free.
    for stream in [FileDescriptor.standardInput, .standardOutput, .standardError] where !stream.isOpen {
      if stream == .standardOutput { wasOutputOpen = false }
      try FileDescriptor.openNull()
    }
    return wasOutputOpen
  }
}
