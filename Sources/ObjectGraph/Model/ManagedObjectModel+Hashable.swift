extension ManagedObjectModel: Hashable {
  /// Whether everything that their authors wrote is the same, the order of entities aside.
  public static func == (left: ManagedObjectModel, right: ManagedObjectModel) -> Bool {
    left.entityVersionHashesByName == right.entityVersionHashesByName
      && left.entities.map(\.declaration) == right.entities.map(\.declaration)
      && left.configurations == right.configurations
      && left.fetchRequestTemplatesByName == right.fetchRequestTemplatesByName
      && left.versionIdentifiers == right.versionIdentifiers
  }

  /// Hashes the version hashes, which models that are not equal rarely share.
  public func hash(into hasher: inout Hasher) { hasher.combine(entityVersionHashesByName) }
}
