import ObjectGraph

/// The tables of a whole model.
struct StoreSchema: Sendable {
  let model: ManagedObjectModel
  /// By position in `ManagedObjectModel.entities`.
  let mappings: [TableMapping]
  private let positions: [String: Int]

  /// - Throws: `StoreError.open` for a model that the store cannot hold, or whose entities would share a
  ///   table.
  init(_ model: ManagedObjectModel) throws(StoreError) {
    try model.checkStorable()
    self.model = model
    mappings = model.entities.enumerated().map { TableMapping(entity: $1, number: $0 + 1) }
    positions = Dictionary(uniqueKeysWithValues: mappings.enumerated().map { ($1.entity.name, $0) })
    let tables = mappings.map(\.table)
    if let table = tables.first(where: { name in tables.count { $0 == name } > 1 }) {
      throw .open(reason: "two entities would share the table \(table.quoted)")
    }
  }

  /// The mapping of an entity of the model.
  func mapping(of entity: EntityDescription) throws(StoreError) -> TableMapping {
    guard let position = positions[entity.name] else { throw .unknownEntity(entity.name) }
    return mappings[position]
  }
}
