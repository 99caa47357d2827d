import Spelling

/// The part of a model that one store holds: all entities, or those of a configuration.
///
/// Entities keep the numbers they have in the whole model. A configuration holds inheritance trees whole, for
/// relatives share a table; a relationship may lead out of it, and then leads nowhere.
package struct StoreConfiguration: Sendable {
  /// Core Data's name for the configuration that holds everything.
  package static let defaultName = "PF_DEFAULT_CONFIGURATION_NAME"
  /// Entities that one error names.
  package static let namedEntities = 20

  /// The whole model.
  package let model: ManagedObjectModel
  /// The name of the configuration; nil for all of the model.
  package let name: String?
  /// What the store holds, in order of their numbers.
  package let entities: [EntityDescription]
  private let numbers: Set<Int>

  /// All of a model.
  package init(_ model: ManagedObjectModel) {
    self.init(model: model, name: nil, entities: model.entities, numbers: [])
  }

  /// - Parameter name: nil or `defaultName` for all of the model.
  /// - Throws: `StoreError.open` for a name that the model does not have, and for a configuration that has
  ///   some entities of an inheritance tree and not the others.
  package init(_ name: String?, of model: ManagedObjectModel) throws(StoreError) {
    guard let name, name != Self.defaultName else {
      self.init(model)
      return
    }
    guard let members = model.entities(forConfigurationName: name) else {
      let nearest = NearestName.of(name, in: model.configurations.keys.sorted())
      throw .open(
        reason: "the model has no configuration named \(name)"
          + (nearest.map { " (did you mean \($0)?)" } ?? ""))
    }
    self.init(model: model, name: name, entities: members, numbers: Set(members.map(\.number)))
    try checkTrees()
  }

  private init(model: ManagedObjectModel, name: String?, entities: [EntityDescription], numbers: Set<Int>) {
    self.model = model
    self.name = name
    self.entities = entities
    self.numbers = numbers
  }

  private func checkTrees() throws(StoreError) {
    let splits = model.entities.filter { $0.superentityName == nil }.compactMap { root -> String? in
      let tree = [root] + root.subentities
      let missing = tree.filter { !holds($0) }
      guard !missing.isEmpty, missing.count < tree.count else { return nil }
      return "\(Self.list(tree.filter(holds))) without \(Self.list(missing))"
    }
    guard !splits.isEmpty else { return }
    throw .open(
      reason: "the configuration \(name ?? Self.defaultName) splits a hierarchy: it has "
        + splits.prefix(Self.namedEntities).joined(separator: "; "))
  }

  /// Names of entities for an error, `namedEntities` at most.
  static func list(_ entities: [EntityDescription]) -> String {
    let rest = entities.count - namedEntities
    return entities.prefix(namedEntities).map(\.name).joined(separator: ", ")
      + (rest > 0 ? ", and \(rest) more" : "")
  }
}

extension StoreConfiguration {
  /// Whether it is all of the model.
  package var isWhole: Bool { name == nil }

  /// Whether an entity's objects lie in the store.
  package func holds(_ entity: EntityDescription) -> Bool { isWhole || numbers.contains(entity.number) }

  /// Whether pairs of a table lie in the store: both ends do.
  package func holds(_ table: PairTable) -> Bool {
    isWhole || numbers.contains(table.source.family.number) && numbers.contains(table.destinations.number)
  }

  /// The version hash of each entity in the store.
  package var entityVersionHashesByName: [String: [UInt8]] {
    if isWhole { return model.entityVersionHashesByName }
    let names = Set(entities.map(\.name))
    return model.entityVersionHashesByName.filter { names.contains($0.key) }
  }
}
