package import ObjectGraph

/// The versions of the built-in model that have been released, each as it was.
///
/// A store keeps the version that it was made with until a newer objwire opens it. So a change of `TaskModel`
/// that changes a version hash begins with a copy of the version before, added here with a function that
/// makes it; nothing is ever taken away.
package enum ReleasedModels {
  /// A version by the name in its history, and how it is made.
  private typealias Version = (name: String, make: @Sendable () throws(ModelError) -> ManagedObjectModel)

  /// The oldest first; the last one is `TaskModel`.
  private static let versions: [Version] = [("0.1", TaskModel.make)]

  /// Every version, the oldest first.
  ///
  /// - Throws: `ModelError` only if a declaration were wrong.
  package static func all() throws(ModelError) -> [ManagedObjectModel] { try made(versions) }

  /// Every version before the present one, the oldest first.
  ///
  /// - Throws: as `all`.
  package static func earlier() throws(ModelError) -> [ManagedObjectModel] { try made(versions.dropLast()) }

  private static func made(_ versions: [Version]) throws(ModelError) -> [ManagedObjectModel] {
    try versions.map { version throws(ModelError) in try version.make() }
  }
}
