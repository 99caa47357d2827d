import Glibc

/// An error number of the system's (`errno`).
package struct SystemError: Error, Hashable, Sendable {
  /// The system's number, as in errno(3).
  package let code: Int32

  init(_ code: Int32) {
    self.code = code
  }

  /// There is no process of the number.
  package static let noSuchProcess = SystemError(ESRCH)
}
