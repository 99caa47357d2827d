/// One thing that a migration changes, in the terms of the two models.
public struct MigrationStep: Hashable, Sendable {
  /// What is done; the raw values are the words that programs are told.
  public enum Action: String, Hashable, Sendable, CaseIterable {
    case addEntity, removeEntity, renameEntity
    /// The entity inherits from another one, or from none.
    case changeParent
    case makeAbstract, makeConcrete
    case addAttribute, removeAttribute, renameAttribute
    /// The attribute is declared by an entity further up or down.
    case moveAttribute
    /// How the attribute is kept changes, its values do not.
    case changeAttribute
    case addRelationship, removeRelationship, renameRelationship, moveRelationship
    /// The relationship leads to another entity, which the objects at its end belong to as well.
    case changeDestination
    case makeOptional
    /// Missing values of an attribute get its default.
    case makeRequired
    case makeToMany, makeOrdered, makeUnordered
    case addConstraint, removeConstraint, addIndex, removeIndex
  }

  /// What is done.
  public var action: Action
  /// The entity in the new model; in the old one where it, or its property, is removed.
  public var entity: String
  /// What of the entity is meant: one property, or those of a constraint; none where it is the entity itself
  /// or an index.
  public var properties: [String]
  /// The name before, of what the action says: the entity, the property, the parent, the destination, the
  /// index; nil if there was none or it stays.
  public var oldName: String?
  /// The name after; nil if there is none any more or it stays.
  public var newName: String?

  init(
    _ action: Action, _ entity: String, _ properties: [String] = [], oldName: String? = nil,
    newName: String? = nil
  ) {
    self.action = action
    self.entity = entity
    self.properties = properties
    self.oldName = oldName
    self.newName = newName
  }
}

extension MigrationStep: CustomStringConvertible {
  /// For people, such as `rename Task.title to name`.
  public var description: String {
    let property = ([entity] + properties).joined(separator: ".")
    let constraint = "(" + properties.joined(separator: ", ") + ")"
    return switch action {
    case .addEntity: "add the entity \(entity)"
    case .removeEntity: "remove the entity \(entity)"
    case .renameEntity: "rename the entity \(oldName ?? "") to \(entity)"
    case .changeParent:
      "let \(entity) inherit from \(newName ?? "nothing") instead of \(oldName ?? "nothing")"
    case .makeAbstract: "make \(entity) abstract"
    case .makeConcrete: "make \(entity) concrete"
    case .addAttribute: "add the attribute \(property)"
    case .removeAttribute: "remove the attribute \(property)"
    case .renameAttribute: "rename the attribute \(oldName ?? "") to \(property)"
    case .moveAttribute, .moveRelationship: "move \(oldName ?? "") to \(property)"
    case .changeAttribute: "change how \(property) is kept"
    case .addRelationship: "add the relationship \(property)"
    case .removeRelationship: "remove the relationship \(property)"
    case .renameRelationship: "rename the relationship \(oldName ?? "") to \(property)"
    case .changeDestination: "let \(property) lead to \(newName ?? "") instead of \(oldName ?? "")"
    case .makeOptional: "make \(property) optional"
    case .makeRequired: "make \(property) required"
    case .makeToMany: "make \(property) to-many"
    case .makeOrdered: "give \(property) an order"
    case .makeUnordered: "take the order from \(property)"
    case .addConstraint: "make \(constraint) unique in \(entity)"
    case .removeConstraint: "let \(constraint) of \(entity) be the same in several objects"
    case .addIndex: "add the index \(newName ?? "") of \(entity)"
    case .removeIndex: "remove the index \(oldName ?? "") of \(entity)"
    }
  }
}
