import CLinux
import Glibc

/// Another process, by a descriptor that cannot come to mean a later process of the same number.
///
/// Source: pidfd_open(2).
package struct ProcessHandle: Sendable {
  private let descriptor: FileDescriptor

  /// - Throws: `SystemError.noSuchProcess`; every other error says nothing about the process: an old kernel
  ///   or a sandbox without pidfd_open, no descriptor left, a number that cannot be a process.
  package init(_ processID: Int32) throws(SystemError) {
    let number = pidfd_open(processID, 0)
    guard number >= 0 else { throw SystemError(errno) }
    descriptor = FileDescriptor(number: number)
  }

  /// Returns when the process has ended; gives the handle up.
  package func waitUntilExit() {
    _ = FileDescriptor.wait(for: [(descriptor, Int16(POLLIN))])
    descriptor.close()
  }
}
