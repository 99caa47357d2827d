/// The relationships that entities declare, found by name.
struct RelationshipTable {
  /// For each entity, in order of declaration.
  private let entities: [[String: RelationshipDescription]]

  /// - Complexity: O(properties).
  init(_ entities: [EntityDescription]) {
    self.entities = entities.map { entity in
      let relationships = entity.ownProperties.compactMap { property in
        if case .relationship(let relationship) = property { relationship } else { nil }
      }
      return Dictionary(relationships.map { ($0.name, $0) }) { first, _ in first }
    }
  }

  /// The first relationship of that name that the entity at a position declares itself.
  func relationship(named name: String, of index: Int) -> RelationshipDescription? {
    entities[index][name].flatMap { $0.name.utf8.elementsEqual(name.utf8) ? $0 : nil }
  }

  /// The names of those that the entity at a position declares itself, in byte order.
  func names(of index: Int) -> [String] { entities[index].keys.sorted() }
}
