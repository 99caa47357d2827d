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

  /// Writes a file, and makes the folders that it lies in.
  package func write(_ bytes: [UInt8], to name: String) throws {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  /// Writes a file of text, and makes the folders that it lies in.
  package func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }
}
