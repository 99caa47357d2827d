package import ObjectGraph

/// What went wrong with a store, as a sentence for the log and for the person at the terminal; here paths may
/// be named.
package enum StoreFailure {
  /// The sentence, without its capital and its full stop.
  package static func sentence(_ error: StoreError, _ configuration: ServerConfiguration) -> String {
    switch error {
    case .open(let reason), .failed(let reason):
      "the store cannot be opened: \(place(configuration)?.complaint(configuration) ?? reason)"
    case .incompatible(let entities):
      "the store was made with another model; these entities differ: \(entities.joined(separator: ", "))"
        + wayOn(configuration)
    case .migration(let failure):
      "the store \(name(configuration)) was made with another model \(MigrationText.clause(failure))"
    case .corrupt(let reason):
      place(configuration)?.isOtherFile == true
        ? "the store cannot be opened: \(name(configuration)) is no SQLite database"
        : "the store \(name(configuration)) is damaged: \(reason)"
    case .locked: "another process is using the store and did not finish in time"
    case .readOnly where configuration.isReadOnly: "the store is open for reading only"
    case .readOnly: "the store \(name(configuration)) cannot be written; --read-only opens it for reading"
    case .full: "no room is left for the store \(name(configuration))"
    default: "the store cannot be used: \(error)"
    }
  }

  /// What would have to be said for the store to be migrated, if that is all that is missing.
  private static func wayOn(_ configuration: ServerConfiguration) -> String {
    if configuration.isReadOnly { return "; a store that is only read is never migrated" }
    return configuration.migration == .never
      ? "; without --migrate never it is migrated if that is possible" : ""
  }

  /// The same for a store that was open when it happened.
  static func sentenceWhileOpen(_ error: StoreError, _ configuration: ServerConfiguration) -> String {
    guard case .failed(let reason) = error else { return sentence(error, configuration) }
    return "the store \(name(configuration)) has failed: \(reason)"
  }

  private static func place(_ configuration: ServerConfiguration) -> StorePlace? {
    guard case .file(let path) = configuration.storage else { return nil }
    return StorePlace(path: path)
  }

  /// What people call the store.
  static func name(_ configuration: ServerConfiguration) -> String {
    place(configuration)?.path ?? "in memory"
  }
}
