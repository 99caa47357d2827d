import ObjectGraph
import PredicateLanguage
import TestSupport

/// Objects as plain data, each with a label of its own, so that the same ones can be made in many stores.
struct PredicateWorld {
  /// One object to make.
  struct Object {
    var label: String
    var entity: String
    var values: [String: AttributeValue]
  }

  /// One end of a relationship to set: its whole list of members.
  struct Members {
    var owner: String
    var relationship: String
    var members: [String]
  }

  var objects: [Object] = []
  var members: [Members] = []

  /// The labels of all objects of an entity; for Thing and Box those of its subentities too.
  func labels(of entity: String) -> [String] {
    objects.filter { PredicateWorldSchema.isA($0.entity, entity) }.map(\.label)
  }

  /// How many objects of each entity a world has.
  static let counts: [(entity: String, count: UInt64)] = [
    ("Box", 10), ("Chest", 8), ("Item", 22), ("Tag", 8),
  ]

  /// The relationships that are set; their inverses follow.
  private static let links: [(owner: String, name: String, destination: String, most: UInt64)] = [
    ("Thing", "children", "Thing", 4), ("Thing", "tags", "Tag", 4), ("Tag", "things", "Thing", 6),
    ("Box", "items", "Item", 5), ("Chest", "secrets", "Item", 4), ("Tag", "peers", "Tag", 3),
  ]

  static func random(_ random: inout SeededGenerator) -> PredicateWorld {
    var world = PredicateWorld()
    for (entity, count) in counts {
      for number in 0..<count { world.objects.append(object("\(entity)\(number)", entity, &random)) }
    }
    for _ in 0..<70 { world.members.append(world.link(&random)) }
    return world
  }

  /// A new object with values that often are missing or equal to others.
  static func object(_ label: String, _ entity: String, _ random: inout SeededGenerator) -> Object {
    var values: [String: AttributeValue] = [:]
    for attribute in PredicateWorldSchema.shared[entity].attributes where !random.chance(5) {
      values[attribute.name] = WorldValue.value(attribute.type, &random)
    }
    return Object(label: label, entity: entity, values: values)
  }

  /// Members for a relationship of some object: often a few, sometimes none.
  func link(_ random: inout SeededGenerator) -> Members {
    if random.chance(5) { return cover(&random) }
    let link = random.pick(Self.links)
    let owner = random.pick(labels(of: link.owner))
    let possible = labels(of: link.destination)
    var members: [String] = []
    for _ in 0..<random.next() % (link.most + 1) {
      let member = random.pick(possible)
      if !members.contains(member) { members.append(member) }
    }
    return Members(owner: owner, relationship: link.name, members: members)
  }

  private func cover(_ random: inout SeededGenerator) -> Members {
    let item = random.pick(labels(of: "Item"))
    return Members(
      owner: random.pick(labels(of: "Box")), relationship: "cover", members: random.chance(6) ? [] : [item])
  }
}
