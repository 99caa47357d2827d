/// How a store of one model becomes a store of another, inferred from the two models alone.
///
/// What can be inferred is what Core Data infers (lightweight migration): entities, attributes and
/// relationships that are added, removed or renamed by their renaming identifiers; required to optional, and
/// optional to required with a default; to-one to to-many; with an order or without; another parent entity;
/// abstract or not; constraints and indexes.
///
/// ```
/// let plan = try MigrationPlan(from: old, to: new)
/// for step in plan.steps { print(step) }  // add the attribute Task.notes
/// ```
public struct MigrationPlan: Hashable, Sendable {
  /// What changes: new and changed entities in the new model's order, then what is removed.
  public let steps: [MigrationStep]
  /// What could be thrown away, in the old model's order; whether there is anything is the store's to say.
  public var losses: [MigrationLoss]
  /// Where the objects of each entity go: those of the new model in its order, then those that are removed.
  public let entityMappings: [EntityMapping]

  /// Infers a plan.
  ///
  /// - Throws: `MigrationObstacles` with everything that cannot be inferred.
  /// - Complexity: O(properties, inherited ones counted again for each subentity).
  public init(
    from source: ManagedObjectModel, to destination: ManagedObjectModel
  ) throws(MigrationObstacles) {
    let pairs = ModelPairs(source, destination)
    let obstacles = ObstacleSearch(pairs).obstacles
    guard obstacles.isEmpty else { throw MigrationObstacles(obstacles: obstacles) }
    steps = StepList(pairs).steps
    losses = MigrationLoss.possible(in: pairs)
    entityMappings = EntityMapping.all(
      pairs, source.entityVersionHashesByName, destination.entityVersionHashesByName)
  }
}

extension EntityMapping {
  fileprivate static func all(
    _ pairs: ModelPairs, _ oldHashes: [String: [UInt8]], _ newHashes: [String: [UInt8]]
  ) -> [EntityMapping] {
    let kept = pairs.new.entities.indices.map { position in
      let name = pairs.new.entities[position].name
      let source = pairs.sources[position].map { pairs.old.entities[$0].name }
      let isSame = source.map { oldHashes[$0] } == newHashes[name]
      return EntityMapping(
        kind: source == nil ? .add : isSame ? .copy : .transform, sourceEntityName: source,
        destinationEntityName: name,
        propertyMappings: pairs.properties[position].map { PropertyMapping($0, pairs) })
    }
    let removed = pairs.old.entities.indices.filter { pairs.destinations[$0] == nil }.map { position in
      EntityMapping(
        kind: .remove, sourceEntityName: pairs.old.entities[position].name, destinationEntityName: nil,
        propertyMappings: [])
    }
    return kept + removed
  }
}

extension PropertyMapping {
  fileprivate init(_ pair: ModelPairs.Property, _ pairs: ModelPairs) {
    let property = pairs.new[pair.place]
    let source = pair.source.map { pairs.old[$0] }
    name = property.name
    sourceName = source?.name
    fillsMissingValues = property.isAttribute && !property.isOptional && source?.isOptional == true
  }
}

extension MigrationLoss {
  /// Everything that has no place in the new model, whether or not the store has any.
  fileprivate static func possible(in pairs: ModelPairs) -> [MigrationLoss] {
    var affected: [ModelPairs.Place: [Int]] = [:]
    for (destination, removals) in pairs.removals.enumerated() {
      guard let source = pairs.sources[destination], pairs.keepsObjects(of: source) else { continue }
      for place in removals { affected[place, default: []].append(source) }
    }
    return pairs.old.entities.indices.flatMap { position in
      objects(of: position, in: pairs) + values(declaredBy: position, in: pairs, affected)
    }
  }

  private static func objects(of position: Int, in pairs: ModelPairs) -> [MigrationLoss] {
    let entity = pairs.old.entities[position]
    if entity.isAbstract || pairs.keepsObjects(of: position) { return [] }
    return [MigrationLoss(entity: entity.name, property: nil, affectedEntities: [entity.name], count: nil)]
  }

  private static func values(
    declaredBy position: Int, in pairs: ModelPairs, _ affected: [ModelPairs.Place: [Int]]
  ) -> [MigrationLoss] {
    let entity = pairs.old.entities[position]
    return entity.ownProperties.indices.compactMap { index in
      let place = ModelPairs.Place(entity: position, property: index)
      guard let entities = affected[place], !pairs.keepsInverse(of: place) else { return nil }
      return MigrationLoss(
        entity: entity.name, property: pairs.old[place].name,
        affectedEntities: entities.sorted().map { pairs.old.entities[$0].name }, count: nil)
    }
  }
}

extension ModelPairs {
  /// Whether there are objects of an old entity itself, and a place for them in the new model.
  fileprivate func keepsObjects(of position: Int) -> Bool {
    if old.entities[position].isAbstract { return false }
    return destinations[position].map { !new.entities[$0].isAbstract } ?? false
  }

  /// Whether a relationship of the old model lives on in the one at its other end.
  fileprivate func keepsInverse(of place: Place) -> Bool {
    guard case .relationship(let relationship) = old[place], let name = relationship.inverseName,
      let end = old.position(of: relationship.destinationEntity), let inverse = old.place(of: name, in: end)
    else { return false }
    return kept.contains(inverse)
  }
}
