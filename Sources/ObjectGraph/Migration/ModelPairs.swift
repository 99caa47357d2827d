/// An old and a new model side by side: which entity and which property is which.
struct ModelPairs {
  typealias Place = ModelLayout.Place

  /// A stored property of an entity of the new model, and where its values are in the old one.
  struct Property {
    let place: Place
    /// Nil for a new property.
    let source: Place?
  }

  let old: ModelLayout
  let new: ModelLayout
  /// By entity of the new model: the entity in the old one; nil for a new one.
  let sources: [Int?]
  /// By entity of the old model: the entity in the new one; nil for one that is removed.
  let destinations: [Int?]
  /// By entity of the new model, in order of `ModelLayout.places`; empty for a new entity.
  let properties: [[Property]]
  /// By entity of the new model: what its counterpart has and it does not.
  let removals: [[Place]]
  /// What of the old model lives on in any entity of the new one.
  let kept: Set<Place>
  /// Renaming identifiers that cannot be followed.
  let contests: [MigrationObstacle]

  init(_ source: ManagedObjectModel, _ destination: ManagedObjectModel) {
    let (old, new) = (ModelLayout(source), ModelLayout(destination))
    let entities = RenamingPairs(Self.items(old.entities), Self.items(new.entities))
    var contests = entities.contests.map { contest in
      MigrationObstacle(
        entity: new.entities[contest.loser].name, property: nil,
        reason: .renaming(
          source: old.entities[contest.source].name, also: new.entities[contest.winner].name))
    }
    var properties: [[Property]] = []
    var removals: [[Place]] = []
    for (position, source) in entities.sources.enumerated() {
      let pairs = source.map { EntityPair(old, $0, new, position) }
      properties.append(pairs?.properties ?? [])
      removals.append(pairs?.removals ?? [])
      for obstacle in pairs?.contests ?? [] where !contests.contains(obstacle) { contests.append(obstacle) }
    }
    var destinations = [Int?](repeating: nil, count: old.entities.count)
    for (position, source) in entities.sources.enumerated() {
      if let source { destinations[source] = position }
    }
    self.old = old
    self.new = new
    sources = entities.sources
    self.destinations = destinations
    self.properties = properties
    self.removals = removals
    kept = Set(properties.joined().compactMap(\.source))
    self.contests = contests
  }

  private static func items(_ entities: [EntityDescription]) -> [RenamingPairs.Item] {
    entities.map { RenamingPairs.Item(name: $0.name, identifier: $0.renamingIdentifier) }
  }
}

/// The properties of one entity in both models; an attribute never becomes a relationship.
private struct EntityPair {
  private(set) var properties: [ModelPairs.Property] = []
  private(set) var removals: [ModelPairs.Place] = []
  private(set) var contests: [MigrationObstacle] = []

  init(_ old: ModelLayout, _ source: Int, _ new: ModelLayout, _ destination: Int) {
    var found: [ModelPairs.Place: ModelPairs.Place] = [:]
    for isAttribute in [true, false] {
      let before = old.places[source].filter { old[$0].isAttribute == isAttribute }
      let after = new.places[destination].filter { new[$0].isAttribute == isAttribute }
      let pairs = RenamingPairs(Self.items(before, old), Self.items(after, new))
      for (position, place) in after.enumerated() {
        found[place] = pairs.sources[position].map { before[$0] }
      }
      removals += before.indices.filter { !pairs.claimed.contains($0) }.map { before[$0] }
      contests += pairs.contests.map { contest in
        let loser = after[contest.loser]
        return MigrationObstacle(
          entity: new.entities[loser.entity].name, property: new[loser].name,
          reason: .renaming(
            source: old[before[contest.source]].name, also: new[after[contest.winner]].name))
      }
    }
    properties = new.places[destination].map { ModelPairs.Property(place: $0, source: found[$0]) }
  }

  private static func items(_ places: [ModelPairs.Place], _ layout: ModelLayout) -> [RenamingPairs.Item] {
    places.map { RenamingPairs.Item(name: layout[$0].name, identifier: layout[$0].renamingIdentifier) }
  }
}
