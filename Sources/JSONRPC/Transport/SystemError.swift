import Glibc

/// An error number of the system's (`errno`).
package struct SystemError: Error, Hashable, Sendable {
  /// The system's number, as in errno(3).
  package let code: Int32

  /// - Parameter code: the system's number.
  package init(_ code: Int32) {
    self.code = code
  }

  /// What it means, in the system's words: "No space left on device".
  package var reason: String { FileDescriptor.reason(ofError: code) }

  /// Nobody reads what was to be written, nor will.
  var isReaderGone: Bool { code == EPIPE }

  /// There is no process of the number.
  package static let noSuchProcess = SystemError(ESRCH)
}
