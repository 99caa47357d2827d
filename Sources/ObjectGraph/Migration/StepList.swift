/// The differences of two models as a list for people and programs.
struct StepList {
  private(set) var steps: [MigrationStep] = []
  private let pairs: ModelPairs
  /// By place in the new model: where objects have the property's values in the old one, in the order of the
  /// new model's entities; empty for an added property.
  private let sources: [ModelPairs.Place: [ModelPairs.Place]]

  init(_ pairs: ModelPairs) {
    self.pairs = pairs
    sources = Self.sources(pairs)
    for position in pairs.new.entities.indices {
      addEntity(position)
      addProperties(position)
      addConstraints(position)
      addIndexes(position)
    }
    let parents = Set(pairs.old.parents.compactMap { $0 })
    for position in pairs.old.entities.indices { addRemovals(position, isParent: parents.contains(position)) }
  }

  private static func sources(_ pairs: ModelPairs) -> [ModelPairs.Place: [ModelPairs.Place]] {
    var sources: [ModelPairs.Place: [ModelPairs.Place]] = [:]
    for pair in pairs.properties.joined() {
      if let source = pair.source {
        if sources[pair.place]?.contains(source) != true { sources[pair.place, default: []].append(source) }
      } else if sources[pair.place] == nil {
        sources[pair.place] = []
      }
    }
    return sources
  }

  private mutating func add(
    _ action: MigrationStep.Action, _ entity: String, _ properties: [String] = [], oldName: String? = nil,
    newName: String? = nil
  ) {
    steps.append(MigrationStep(action, entity, properties, oldName: oldName, newName: newName))
  }
}

// MARK: - Entities

extension StepList {
  private mutating func addEntity(_ position: Int) {
    let entity = pairs.new.entities[position]
    guard let source = pairs.sources[position] else { return add(.addEntity, entity.name) }
    let old = pairs.old.entities[source]
    if old.name != entity.name { add(.renameEntity, entity.name, oldName: old.name, newName: entity.name) }
    let (oldParent, newParent) = (pairs.old.parents[source], pairs.new.parents[position])
    if newParent.map({ pairs.sources[$0] }) != oldParent.map({ Optional($0) }) {
      add(
        .changeParent, entity.name, oldName: old.superentityName, newName: entity.superentityName)
    }
    if old.isAbstract != entity.isAbstract {
      add(entity.isAbstract ? .makeAbstract : .makeConcrete, entity.name)
    }
  }

  private mutating func addRemovals(_ position: Int, isParent: Bool) {
    let entity = pairs.old.entities[position]
    if pairs.destinations[position] == nil { add(.removeEntity, entity.name) }
    for place in pairs.old.places[position] where place.entity == position {
      // With a removed entity everything goes that it declared for itself alone.
      if pairs.kept.contains(place) || (pairs.destinations[position] == nil && !isParent) { continue }
      let property = pairs.old[place]
      add(property.isAttribute ? .removeAttribute : .removeRelationship, entity.name, [property.name])
    }
  }
}

// MARK: - Properties

extension StepList {
  private mutating func addProperties(_ position: Int) {
    for place in pairs.new.places[position] where place.entity == position {
      guard let sources = sources[place] else { continue }
      let property = pairs.new[place]
      if sources.isEmpty {
        add(
          property.isAttribute ? .addAttribute : .addRelationship, pairs.new.entities[position].name,
          [property.name])
      }
      for source in sources { addProperty(place, from: source) }
    }
  }

  private mutating func addProperty(_ place: ModelPairs.Place, from source: ModelPairs.Place) {
    let entity = pairs.new.entities[place.entity].name
    let (old, new) = (pairs.old[source], pairs.new[place])
    if pairs.destinations[source.entity] != place.entity {
      let before = pairs.old.entities[source.entity].name + "." + old.name
      add(new.isAttribute ? .moveAttribute : .moveRelationship, entity, [new.name], oldName: before)
    } else if old.name != new.name {
      add(
        new.isAttribute ? .renameAttribute : .renameRelationship, entity, [new.name], oldName: old.name,
        newName: new.name)
    }
    if old.isOptional != new.isOptional {
      add(new.isOptional ? .makeOptional : .makeRequired, entity, [new.name])
    }
    switch (old, new) {
    case (.attribute(let old), .attribute(let new)):
      if old.isKeptDifferently(than: new) { add(.changeAttribute, entity, [new.name]) }
    case (.relationship(let old), .relationship(let new)): addRelationship(old, new, entity)
    case (.attribute, .relationship), (.relationship, .attribute): break
    }
  }

  private mutating func addRelationship(
    _ old: RelationshipDescription, _ new: RelationshipDescription, _ entity: String
  ) {
    let oldEnd = pairs.old.position(of: old.destinationEntity).flatMap { pairs.destinations[$0] }
    if oldEnd != pairs.new.position(of: new.destinationEntity) {
      add(
        .changeDestination, entity, [new.name], oldName: old.destinationEntity,
        newName: new.destinationEntity)
    }
    if new.isToMany, !old.isToMany { add(.makeToMany, entity, [new.name]) }
    if old.isOrdered != new.isOrdered {
      add(new.isOrdered ? .makeOrdered : .makeUnordered, entity, [new.name])
    }
  }
}

extension AttributeDescription {
  /// Whether the version hash differs although type and name say nothing about it.
  fileprivate func isKeptDifferently(than other: AttributeDescription) -> Bool {
    derivationExpression != other.derivationExpression || versionHashModifier != other.versionHashModifier
      || preservesValueInHistoryOnDeletion != other.preservesValueInHistoryOnDeletion
  }
}

// MARK: - Constraints and indexes

extension StepList {
  private mutating func addConstraints(_ position: Int) {
    guard let source = pairs.sources[position] else { return }
    let entity = pairs.new.entities[position]
    let old = pairs.old.entities[source].uniquenessConstraints.map { $0.map { newName(of: $0, position) } }
    let new = entity.uniquenessConstraints
    for constraint in new where !old.contains(constraint.map(Optional.some)) {
      add(.addConstraint, entity.name, constraint)
    }
    for (index, constraint) in old.enumerated() where !new.contains(constraint.compactMap { $0 }) {
      add(.removeConstraint, entity.name, pairs.old.entities[source].uniquenessConstraints[index])
    }
  }

  private mutating func addIndexes(_ position: Int) {
    guard let source = pairs.sources[position] else { return }
    let entity = pairs.new.entities[position]
    let old = pairs.old.entities[source].fetchIndexes.map { index in
      var index = index
      for element in index.elements.indices {
        let name = index.elements[element].property
        index.elements[element].property = newName(of: name, position) ?? name
      }
      return index
    }
    for index in entity.fetchIndexes where !old.contains(index) {
      add(.addIndex, entity.name, newName: index.name)
    }
    for index in old where !entity.fetchIndexes.contains(index) {
      add(.removeIndex, entity.name, oldName: index.name)
    }
  }

  /// What a property of an old entity is called in its counterpart at a position; nil if it is removed.
  private func newName(of name: String, _ position: Int) -> String? {
    guard let source = pairs.sources[position], let place = pairs.old.place(of: name, in: source) else {
      return nil
    }
    return pairs.properties[position].first { $0.source == place }.map { pairs.new[$0.place].name }
  }
}
