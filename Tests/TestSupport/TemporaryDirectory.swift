package import Foundation

/// A directory of its own, removed with everything in it when nobody holds it any more.
package final class TemporaryDirectory: Sendable {
  /// Where it is.
  package let url: URL

  /// Makes it.
  package init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "objwire-tests-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of a file in it.
  package func path(_ name: String) -> String { url.appending(path: name).path }
}
