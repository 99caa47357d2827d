import Foundation

/// The server under test.
enum Binary {
  /// `$OBJWIRE_BINARY`, else the `objwire` that the same build put beside the test bundle.
  static let path: String = {
    if let chosen = ProcessInfo.processInfo.environment["OBJWIRE_BINARY"] { return chosen }
    let bundle = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: bundle).deletingLastPathComponent().appendingPathComponent("objwire").path
  }()

  /// Whether the long forms of random tests are wanted: `$OBJWIRE_FULL` is 1.
  static let runsFully = ProcessInfo.processInfo.environment["OBJWIRE_FULL"] == "1"

  /// A public data file, or nil where the shared directory is absent.
  ///
  /// The directory is `$OBJWIRE_SHARED`, else `../shared` beside the project.
  static func sharedData(_ name: String) -> Data? {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let shared =
      ProcessInfo.processInfo.environment["OBJWIRE_SHARED"].map { URL(fileURLWithPath: $0, relativeTo: root) }
      ?? root.deletingLastPathComponent().appendingPathComponent("shared")
    return try? Data(contentsOf: shared.appendingPathComponent("data").appendingPathComponent(name))
  }
}
