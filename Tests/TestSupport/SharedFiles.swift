package import Foundation

/// Public test data that lies beside the project and is not part of it.
///
/// `OBJWIRE_SHARED` names its directory, default `../shared` from the project's root. A test that uses it is
/// `.enabled(if:)` the file is there.
package enum SharedFiles {
  /// The file or directory at a path below the shared directory; nil if it is absent.
  package static func url(_ path: String) -> URL? {
    let url = directory.appending(path: path)
    return FileManager.default.fileExists(atPath: url.path) ? url : nil
  }

  private static var directory: URL {
    if let path = ProcessInfo.processInfo.environment["OBJWIRE_SHARED"], !path.isEmpty {
      return URL(filePath: path)
    }
    // Tests/TestSupport/SharedFiles.swift is three steps below the root.
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return root.deletingLastPathComponent().appending(path: "shared")
  }
}
