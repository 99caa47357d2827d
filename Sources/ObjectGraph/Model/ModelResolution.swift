/// Turns the entities that an author declared into those that the engine works with.
///
/// Two passes: the first numbers entities and finds out how each relationship is kept, by names alone; the second puts
/// the entities together, of which each then knows its properties, relationships and subentities.
struct ModelResolution {
  /// Resolved, in order of their numbers.
  private(set) var entities: [EntityDescription] = []
  /// Every table of pairs, by its number.
  private(set) var pairTables: [PairTable] = []
  private let children: [String?: [EntityDescription]]
  private var families: [String: EntityFamily] = [:]
  /// By declaring entity, then by relationship.
  private var pairs: [String: [String: (PairTable, PairTable.Side)]] = [:]

  /// - Parameter declared: entities that nothing is wrong with.
  init(_ declared: [EntityDescription]) {
    children = Dictionary(grouping: declared, by: \.superentityName).mapValues { siblings in
      siblings.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }
    var ordered: [EntityDescription] = []
    for root in children[nil] ?? [] { number(root, &ordered) }
    let table = RelationshipTable(ordered)
    let lineage = Lineage(ordered)
    for index in ordered.indices { findPairs(index, ordered, table, lineage) }
    for root in children[nil] ?? [] { entities += resolved(root, under: nil, table, lineage, ordered) }
  }

  /// Pre-order, siblings by name: as Core Data numbers entities.
  private mutating func number(_ entity: EntityDescription, _ ordered: inout [EntityDescription]) {
    let first = ordered.count
    ordered.append(entity)
    for child in children[entity.name] ?? [] { number(child, &ordered) }
    families[entity.name] = EntityFamily(number: first + 1, names: ordered[first...].map(\.name))
  }
}

// MARK: - Relationships

extension ModelResolution {
  /// What declares a relationship, and the relationship.
  private typealias Declared = (index: Int, relationship: RelationshipDescription)

  /// The relationship of that name that an entity has or inherits.
  private static func relationship(
    named name: String, of index: Int, _ table: RelationshipTable, _ lineage: Lineage
  ) -> Declared? {
    for position in [index] + lineage.ancestorPositions(of: index) {
      if let found = table.relationship(named: name, of: position) { return (position, found) }
    }
    return nil
  }

  private static func inverse(
    of relationship: RelationshipDescription, _ table: RelationshipTable, _ lineage: Lineage
  ) -> Declared? {
    guard let name = relationship.inverseName,
      let destination = lineage.position(of: relationship.destinationEntity)
    else { return nil }
    return Self.relationship(named: name, of: destination, table, lineage)
  }

  private mutating func findPairs(
    _ index: Int, _ ordered: [EntityDescription], _ table: RelationshipTable, _ lineage: Lineage
  ) {
    let entity = ordered[index]
    for name in table.names(of: index) {
      guard let relationship = table.relationship(named: name, of: index), relationship.isToMany,
        !relationship.isTransient, pairs[entity.name]?[name] == nil,
        let family = families[entity.name], let destinations = families[relationship.destinationEntity]
      else { continue }
      let inverse = Self.inverse(of: relationship, table, lineage)
      if inverse?.relationship.isToMany == false { continue }
      let made = PairTable(
        number: pairTables.count, source: PairTable.End(family: family, relationship: relationship),
        inverse: inverse.flatMap { inverse in
          families[ordered[inverse.index].name].map {
            PairTable.End(family: $0, relationship: inverse.relationship)
          }
        }, destinations: destinations)
      pairTables.append(made)
      pairs[entity.name, default: [:]][name] = (made, .source)
      if let inverse, !made.isSymmetric {
        pairs[ordered[inverse.index].name, default: [:]][inverse.relationship.name] = (made, .destination)
      }
    }
  }
}

// MARK: - Entities

extension ModelResolution {
  /// What an entity takes over from the one above it.
  private struct Inheritance {
    var root: String
    var properties: [PropertyDescription]
    /// For each property the entity that declares it.
    var declarers: [String: String]
    var constraints: [(entity: String, properties: [String])]
  }

  private func resolved(
    _ entity: EntityDescription, under parent: Inheritance?, _ table: RelationshipTable, _ lineage: Lineage,
    _ ordered: [EntityDescription]
  ) -> [EntityDescription] {
    var inheritance =
      parent ?? Inheritance(root: entity.name, properties: [], declarers: [:], constraints: [])
    inheritance.properties = (inheritance.properties + entity.ownProperties)
      .sorted(by: PropertyDescription.precedes)
    for property in entity.ownProperties { inheritance.declarers[property.name] = entity.name }
    inheritance.constraints += entity.uniquenessConstraints.map { (entity.name, $0) }
    let below = (children[entity.name] ?? []).flatMap {
      resolved($0, under: inheritance, table, lineage, ordered)
    }
    let parts = ResolvedParts(
      family: families[entity.name] ?? EntityFamily(number: 0, names: [entity.name]), root: inheritance.root,
      properties: inheritance.properties, subentities: below, constraints: inheritance.constraints,
      declarers: inheritance.declarers)
    return [
      EntityDescription(entity, parts) { relationship, column in
        resolved(
          relationship, column, inheritance.declarers[relationship.name] ?? entity.name, table, lineage)
      }
    ] + below
  }

  private func resolved(
    _ relationship: RelationshipDescription, _ column: Int?, _ declarer: String, _ table: RelationshipTable,
    _ lineage: Lineage
  ) -> ResolvedRelationship? {
    guard let destination = families[relationship.destinationEntity] else { return nil }
    let inverse = Self.inverse(of: relationship, table, lineage)?.relationship
    let storage: ResolvedRelationship.Storage
    if let column {
      storage = .column(column)
    } else if let (table, side) = pairs[declarer]?[relationship.name] {
      storage = .pairs(table, side)
    } else if relationship.isToMany, !relationship.isTransient {
      storage = .inverseColumn
    } else {
      return nil
    }
    return ResolvedRelationship(
      description: relationship, destination: destination, inverse: inverse, storage: storage)
  }
}

/// What resolving found out about one entity.
struct ResolvedParts {
  var family: EntityFamily
  var root: String
  /// Own and inherited, in byte order of their names.
  var properties: [PropertyDescription]
  /// All of them, in order of their numbers.
  var subentities: [EntityDescription]
  /// Own and inherited.
  var constraints: [(entity: String, properties: [String])]
  /// For each property the entity that declares it.
  var declarers: [String: String]
}
