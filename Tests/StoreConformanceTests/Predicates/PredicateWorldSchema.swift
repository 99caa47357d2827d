import ObjectGraph
import PredicateLanguage

/// The model as one who writes predicates sees it.
struct PredicateWorldSchema: Sendable {
  /// What can be asked of an entity.
  struct Entity: Sendable {
    var attributes: [(name: String, type: AttributeType)] = []
    var toOnes: [(name: String, entity: String)] = []
    var toManys: [(name: String, entity: String, isOrdered: Bool)] = []

    func names(_ kind: PhraseKind) -> [String] {
      attributes.filter { PhraseKind($0.type) == kind }.map(\.name)
    }
  }

  private let entities: [String: Entity]

  subscript(entity: String) -> Entity { entities[entity] ?? Entity() }

  static let names = ["Thing", "Thing", "Box", "Chest", "Item", "Item", "Tag"]

  private static let parents = ["Box": "Thing", "Item": "Thing", "Chest": "Box", "Manager": "Employee"]

  static func isA(_ entity: String, _ other: String) -> Bool {
    entity == other || parents[entity].map { isA($0, other) } ?? false
  }

  static let shared = PredicateWorldSchema(of: (try? PredicateWorldModel.make())?.entities ?? [])

  private init(of entities: [EntityDescription]) {
    self.entities = Dictionary(uniqueKeysWithValues: entities.map { ($0.name, Self.entity($0)) })
  }

  private static func entity(_ description: EntityDescription) -> Entity {
    var entity = Entity()
    for property in description.properties {
      switch property {
      case .attribute(let attribute): entity.attributes.append((attribute.name, attribute.type))
      case .relationship(let link) where link.isToMany:
        entity.toManys.append((link.name, link.destinationEntity, link.isOrdered))
      case .relationship(let link): entity.toOnes.append((link.name, link.destinationEntity))
      }
    }
    return entity
  }
}

/// The kinds of values that can be compared with each other.
enum PhraseKind: CaseIterable, Sendable {
  case number, text, date, uuid, url, data

  init(_ type: AttributeType) {
    switch type {
    case .string: self = .text
    case .date: self = .date
    case .uuid: self = .uuid
    case .uri: self = .url
    case .binary: self = .data
    default: self = .number
    }
  }
}
