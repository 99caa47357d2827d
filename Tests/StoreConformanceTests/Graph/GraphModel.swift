import ObjectGraph
import PredicateLanguage

/// One relationship as the reference graph knows it: nothing of how the engine resolves it.
struct Link: Hashable, Sendable {
  var owner: String
  var name: String
  var destination: String
  var inverse: String?
  var isToMany = false
  var isOrdered = false
  var rule = RelationshipDescription.DeleteRule.nullify
  var isOptional = true
  var counts: ClosedRange<Int>?

  var property: PropertyDescription {
    .relationship(
      RelationshipDescription(
        name, to: destination, inverse: inverse, isOptional: isOptional,
        minCount: Int32(counts?.lowerBound ?? 0), maxCount: isToMany ? Int32(counts?.upperBound ?? 0) : 1,
        isOrdered: isOrdered, deleteRule: rule))
  }
}

/// A model with every kind of relationship.
enum GraphModel {
  /// Entities and what they inherit from; a superentity before its subentities.
  static let parents: [(entity: String, parent: String?)] = [
    ("Being", nil), ("Person", "Being"), ("Employee", "Person"), ("Company", nil), ("Site", nil),
    ("Item", nil), ("Tag", nil), ("Badge", nil), ("Project", nil), ("Note", nil), ("Memo", "Note"),
  ]

  static let abstract: Set<String> = ["Being"]

  static let links: [Link] = [
    Link(
      owner: "Being", name: "tags", destination: "Tag", inverse: "beings", isToMany: true, isOrdered: true),
    Link(
      owner: "Tag", name: "beings", destination: "Being", inverse: "tags", isToMany: true, isOrdered: true),
    Link(owner: "Person", name: "spouse", destination: "Person", inverse: "spouse"),
    Link(owner: "Person", name: "friends", destination: "Person", inverse: "friends", isToMany: true),
    Link(owner: "Person", name: "boss", destination: "Employee", inverse: "reports"),
    Link(owner: "Employee", name: "reports", destination: "Person", inverse: "boss", isToMany: true),
    Link(owner: "Person", name: "employer", destination: "Company", inverse: "staff"),
    Link(
      owner: "Company", name: "staff", destination: "Person", inverse: "employer", isToMany: true,
      isOrdered: true),
    Link(
      owner: "Company", name: "sites", destination: "Site", inverse: "company", isToMany: true, rule: .cascade
    ),
    Link(owner: "Site", name: "company", destination: "Company", inverse: "sites"),
    Link(owner: "Site", name: "items", destination: "Item", inverse: "site", isToMany: true, rule: .deny),
    Link(owner: "Item", name: "site", destination: "Site", inverse: "items"),
    Link(owner: "Item", name: "next", destination: "Item", inverse: "previous", rule: .cascade),
    Link(owner: "Item", name: "previous", destination: "Item", inverse: "next"),
    Link(owner: "Employee", name: "badge", destination: "Badge", inverse: "holder", rule: .cascade),
    Link(owner: "Badge", name: "holder", destination: "Employee", inverse: "badge", isOptional: false),
    Link(
      owner: "Project", name: "members", destination: "Person", inverse: "projects", isToMany: true,
      isOptional: false, counts: 1...3),
    Link(owner: "Person", name: "projects", destination: "Project", inverse: "members", isToMany: true),
    Link(owner: "Note", name: "seenBy", destination: "Being", isToMany: true, isOrdered: true),
    Link(owner: "Memo", name: "answers", destination: "Note", inverse: "answeredBy", isToMany: true),
    Link(owner: "Note", name: "answeredBy", destination: "Memo", inverse: "answers"),
  ]

  /// An entity and everything above it.
  static func lineage(_ entity: String) -> [String] {
    var result = [entity]
    while let parent = parents.first(where: { $0.entity == result.last })?.parent { result.append(parent) }
    return result
  }

  /// Whether an entity is another, or inherits from it.
  static func isA(_ entity: String, _ other: String) -> Bool { lineage(entity).contains(other) }

  /// Own and inherited relationships.
  static let linksByEntity: [String: [Link]] = Dictionary(
    uniqueKeysWithValues: parents.map { entity, _ in
      (entity, links.filter { isA(entity, $0.owner) })
    })

  static func link(_ name: String, of entity: String) -> Link? {
    linksByEntity[entity]?.first { $0.name == name }
  }

  static let concrete = parents.map(\.entity).filter { !abstract.contains($0) }

  static func make() throws -> ManagedObjectModel {
    try ManagedObjectModel(
      entities: parents.map { entity, parent in
        let own = links.filter { $0.owner == entity }.map(\.property)
        let name = AttributeDescription("name", .string)
        return EntityDescription(
          entity, superentity: parent, isAbstract: abstract.contains(entity),
          properties: own + (parent == nil ? [.attribute(name)] : []))
      })
  }
}
