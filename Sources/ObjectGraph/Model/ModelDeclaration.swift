/// A model as its author writes it, before it is checked.
struct ModelDeclaration: Sendable {
  var entities: [EntityDescription] = []
  /// Names of entities by name of the configuration.
  var configurations: [String: [String]] = [:]
  /// By name.
  var fetchRequestTemplates: [String: FetchRequestTemplate] = [:]
  var versionIdentifiers: [String] = []
}
