import ObjectGraph

/// The tables of a whole model.
struct StoreSchema: Sendable {
  let model: ManagedObjectModel
  /// One for each entity without a parent, in order of their numbers.
  let tables: [SharedTable]
  /// By position in `ManagedObjectModel.entities`.
  let mappings: [TableMapping]
  /// By position in `ManagedObjectModel.pairTables`.
  private(set) var pairs: [PairMapping]
  private let positions: [String: Int]

  /// The store's own tables, which no entity may have.
  private static let systemTables = ["Z_METADATA", "Z_PRIMARYKEY", "Z_MODELCACHE"]

  /// - Throws: `StoreError.open` for a model that the store cannot hold, or whose entities would share a
  ///   table without being related.
  init(_ model: ManagedObjectModel) throws(StoreError) {
    try model.checkStorable()
    self.model = model
    var names = UniqueNames(taken: Self.systemTables)
    var tables: [SharedTable] = []
    for root in model.entities where root.superentityName == nil {
      let table = SharedTable(root: root, in: model)
      guard names.next(table.name.name) == table.name.name else {
        throw .open(reason: "two entities would share the table \(table.name.quoted)")
      }
      tables.append(table)
    }
    self.tables = tables
    let roots = Dictionary(uniqueKeysWithValues: tables.map { ($0.root.name, $0) })
    mappings = model.entities.compactMap { entity in
      roots[entity.rootName].map { TableMapping(entity: entity, in: $0) }
    }
    pairs = []
    for table in model.pairTables { pairs.append(PairMapping(table, names: &names)) }
    positions = Dictionary(uniqueKeysWithValues: mappings.enumerated().map { ($1.entity.name, $0) })
  }

  /// The mapping of an entity of the model.
  func mapping(of entity: EntityDescription) throws(StoreError) -> TableMapping {
    try mapping(named: entity.name)
  }

  /// The mapping of the entity of that name.
  func mapping(named name: String) throws(StoreError) -> TableMapping {
    guard let position = positions[name] else { throw .unknownEntity(name) }
    return mappings[position]
  }

  /// The number of the entity of that name; nil if the model has none.
  func number(ofEntityNamed name: String) -> Int? { positions[name].map { $0 + 1 } }

  /// The mapping of a table of pairs of the model.
  func mapping(of table: PairTable) throws(StoreError) -> PairMapping {
    guard pairs.indices.contains(table.number) else { throw .unknownEntity(table.source.family.name) }
    return pairs[table.number]
  }

  /// The same schema for a file that has these tables.
  func adapted(to tables: Set<String>) -> StoreSchema {
    var result = self
    result.pairs = pairs.map { $0.adapted(to: tables) }
    return result
  }
}
