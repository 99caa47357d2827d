/// What a store holds: entities, frozen and checked.
///
/// A model is valid by construction; `init` reports every complaint at once.
public struct ManagedObjectModel: Sendable {
  /// Every entity, resolved, in the order Core Data numbers them.
  ///
  /// Pre-order through the inheritance trees, siblings by name. Position + 1 is the entity's number (`Z_ENT`) in a store.
  public let entities: [EntityDescription]
  /// Free names for this version of the model, kept in a store's metadata.
  public let versionIdentifiers: [String]
  /// The version hash of each entity: 32 bytes that change when, and only when, what is stored changes.
  public let entityVersionHashesByName: [String: [UInt8]]

  /// Checks and resolves a model.
  ///
  /// - Throws: `ModelError` with all complaints.
  public init(entities declared: [EntityDescription], versionIdentifiers: [String] = []) throws(ModelError) {
    let complaints = ModelCheck.complaints(about: declared)
    guard complaints.isEmpty else { throw ModelError(complaints: complaints) }
    entities = Self.resolve(declared, under: nil)
    self.versionIdentifiers = versionIdentifiers
    entityVersionHashesByName = VersionHash.hashes(of: entities)
  }

  /// The entity of that name, compared by UTF-8 bytes.
  ///
  /// - Complexity: O(entities).
  public func entity(named name: String) -> EntityDescription? {
    entities.first { $0.name.utf8.elementsEqual(name.utf8) }
  }

  /// Position + 1 in `entities`: the number an SQLite store knows the entity by.
  public func entityNumber(named name: String) -> Int? {
    entities.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }.map { $0 + 1 }
  }

  private static func resolve(
    _ declared: [EntityDescription], under parent: EntityDescription?
  ) -> [EntityDescription] {
    declared.filter { $0.superentityName == parent?.name }
      .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
      .flatMap { child in
        let resolved = EntityDescription(
          child, root: parent?.rootName ?? child.name, inherited: parent?.properties ?? [])
        return [resolved] + resolve(declared, under: resolved)
      }
  }
}
