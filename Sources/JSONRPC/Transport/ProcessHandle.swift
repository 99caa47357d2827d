import CLinux
import Glibc

/// Another process, by a descriptor that cannot come to mean a later process of the same number.
///
/// Source: pidfd_open(2).
package struct ProcessHandle: Sendable {
  private let descriptor: FileDescriptor

  /// Nil if there is no such process.
  package init?(_ processID: Int32) {
    let number = pidfd_open(processID, 0)
    guard number >= 0 else { return nil }
    descriptor = FileDescriptor(number: number)
  }

  /// Returns when the process has ended; gives the handle up.
  package func waitUntilExit() {
    _ = FileDescriptor.wait(for: [(descriptor, Int16(POLLIN))])
    descriptor.close()
  }
}
