import FoundationEssentials
import Glibc
import JSONRPC

/// What the system says about a file that cannot be used.
package enum FileFailure {
  /// Why, in words that can follow a colon: "permission denied"; nil if the error does not say.
  package static func reason(_ error: any Error) -> String? {
    guard let failure = error as? CocoaError, let system = failure.underlying as? POSIXError else {
      return nil
    }
    if system.code == .ENOENT { return "there is no such file" }
    let words = SystemError(system.code.rawValue).reason
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}
