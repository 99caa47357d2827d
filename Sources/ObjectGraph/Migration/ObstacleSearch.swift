import PredicateLanguage

/// Finds everything of a new model that cannot be inferred from an old one.
struct ObstacleSearch {
  private(set) var obstacles: [MigrationObstacle] = []
  private var noted: Set<MigrationObstacle> = []
  private let pairs: ModelPairs

  init(_ pairs: ModelPairs) {
    self.pairs = pairs
    obstacles = pairs.contests
    for position in pairs.new.entities.indices {
      for pair in pairs.properties[position] { check(pair, of: position) }
    }
  }

  /// An inherited property is looked at once for each entity, and told once.
  private mutating func note(_ reason: MigrationObstacle.Reason, _ place: ModelPairs.Place) {
    let obstacle = MigrationObstacle(
      entity: pairs.new.entities[place.entity].name, property: pairs.new[place].name, reason: reason)
    if noted.insert(obstacle).inserted { obstacles.append(obstacle) }
  }

  private mutating func check(_ pair: ModelPairs.Property, of position: Int) {
    let source = pair.source.map { pairs.old[$0] }
    switch (source, pairs.new[pair.place]) {
    case (nil, .attribute(let new)):
      if new.needsDefault, !pairs.new.entities[position].isAbstract {
        note(.requiredWithoutDefault, pair.place)
      }
    case (.attribute(let old)?, .attribute(let new)): check(old, new, pair.place)
    case (.relationship(let old)?, .relationship(let new)):
      if old.isToMany, !new.isToMany { note(.toManyBecomesToOne, pair.place) }
      checkEnds(old, new, pair.place)
    case (nil, .relationship(let new)): checkInverse(new, pair.place)
    case (.attribute?, .relationship), (.relationship?, .attribute): break
    }
  }

  private mutating func check(
    _ old: AttributeDescription, _ new: AttributeDescription, _ place: ModelPairs.Place
  ) {
    if old.type != new.type {
      note(.type(from: old.type, to: new.type), place)
    } else if old.elements != new.elements {
      note(.elements, place)
    }
    if old.allowsExternalBinaryDataStorage != new.allowsExternalBinaryDataStorage {
      note(.externalStorage, place)
    }
    if old.isOptional, new.needsDefault { note(.requiredWithoutDefault, place) }
  }

  /// A new relationship whose other end has been there before.
  private mutating func checkInverse(_ new: RelationshipDescription, _ place: ModelPairs.Place) {
    guard !new.isToMany, let end = pairs.new.position(of: new.destinationEntity),
      let inverse = new.inverseName.flatMap({ pairs.new.place(of: $0, in: end) }),
      pairs.properties[end].first(where: { $0.place == inverse })?.source != nil
    else { return }
    note(.newInverseIsToOne, place)
  }

  private mutating func checkEnds(
    _ old: RelationshipDescription, _ new: RelationshipDescription, _ place: ModelPairs.Place
  ) {
    guard let oldEnd = pairs.old.position(of: old.destinationEntity),
      let newEnd = pairs.new.position(of: new.destinationEntity)
    else { return }
    // What belongs to the old end must belong to the new one, or to what the new one's subentities share.
    guard let successor = pairs.destinations[oldEnd], pairs.new.isEntity(successor, newEnd) else {
      return note(.destination(from: old.destinationEntity, to: new.destinationEntity), place)
    }
    guard let oldInverse = old.inverseName.flatMap({ pairs.old.place(of: $0, in: oldEnd) }),
      let newInverse = new.inverseName.flatMap({ pairs.new.place(of: $0, in: newEnd) })
    else { return }
    let pair = pairs.properties[successor].first { $0.place == newInverse }
    if let source = pair?.source, source != oldInverse { note(.inverse, place) }
  }
}

extension AttributeDescription {
  /// Whether objects that have no value cannot be given one.
  fileprivate var needsDefault: Bool { !isOptional && defaultValue == .null }
}
