import ObjectGraph
import PredicateLanguage

/// What methods that know their entity expect of it; the built-in model has it, others may.
struct EntityRole: Sendable {
  /// An attribute that there must be.
  struct Attribute: Sendable {
    let name: String
    /// One of these.
    let types: [AttributeType]
  }

  /// The entity's name.
  let entity: String
  /// What stands before the dot of the methods.
  let prefix: String
  /// What the methods use of it.
  let attributes: [Attribute]
  /// Whether the attributes together are unique, and so name objects for people.
  let isKey: Bool

  static let task = EntityRole(
    entity: TaskModel.task, prefix: "task",
    attributes: [Attribute(name: TaskModel.taskKey, types: [.string])], isKey: true)

  static let category = EntityRole(
    entity: TaskModel.category, prefix: "category",
    attributes: [Attribute(name: TaskModel.categoryKey, types: [.integer16, .integer32, .integer64])],
    isKey: true)

  static let settings = EntityRole(
    entity: TaskModel.settings, prefix: "settings",
    attributes: [
      Attribute(name: "notificationsEnabled", types: [.boolean]),
      Attribute(name: "sortedBy", types: [.string]),
    ], isKey: false)

  static let all = [task, category, settings]

  /// Whether an entity is what the methods expect.
  func isPlayed(by entity: EntityDescription) -> Bool {
    sameBytes(entity.name, self.entity) && complaint(about: entity) == nil
  }

  /// What an entity of the name lacks, as the rest of a sentence; nil if it lacks nothing.
  func complaint(about entity: EntityDescription) -> String? {
    if entity.isAbstract { return "is abstract" }
    for attribute in attributes where !attribute.isPresent(in: entity) {
      return "has no attribute \(attribute.name) of type \(attribute.types.map(\.name).list(joinedBy: "or"))"
    }
    let names = attributes.map(\.name)
    guard isKey, !entity.uniquenessConstraints.contains(where: { $0.elementsEqual(names, by: sameBytes) })
    else { return nil }
    return "has no uniqueness constraint of \(names.list(joinedBy: "and"))"
  }
}

extension EntityRole.Attribute {
  fileprivate func isPresent(in entity: EntityDescription) -> Bool {
    guard case .attribute(let attribute) = entity.property(named: name) else { return false }
    return types.contains(attribute.type) && entity.columnIndex(named: name) != nil
  }
}

/// The entities of a model that have methods of their own, or why they have none: found once for a server.
struct TaskEntities: Sendable {
  /// An entity, or why the methods of a role have none.
  enum Player: Sendable {
    case entity(EntityDescription)
    /// The model has no entity of the name.
    case missing
    /// It has one that lacks something, as the rest of a sentence.
    case unfit(String)
  }

  let task: Player
  let category: Player
  let settings: Player

  init(_ model: ManagedObjectModel) {
    task = Self.player(of: .task, in: model)
    category = Self.player(of: .category, in: model)
    settings = Self.player(of: .settings, in: model)
  }

  private static func player(of role: EntityRole, in model: ManagedObjectModel) -> Player {
    guard let entity = model.entity(named: role.entity) else { return .missing }
    return role.complaint(about: entity).map { .unfit($0) } ?? .entity(entity)
  }
}
