import ObjectGraph

/// The tables of a store; names and numbers are those of the whole model, whatever part the store holds.
struct StoreSchema: Sendable {
  let configuration: StoreConfiguration
  /// One for each entity without a parent that the store holds, in order of their numbers.
  let tables: [SharedTable]
  /// The same for the entities that the store does not hold; see `ForeignTables`.
  let foreignTables: [SharedTable]
  /// By position in `ManagedObjectModel.entities`.
  let mappings: [TableMapping]
  /// By position in `ManagedObjectModel.pairTables`.
  private(set) var pairs: [PairMapping]
  private let positions: [String: Int]

  /// The store's own tables, which no entity may have.
  private static let systemTables = ["Z_METADATA", "Z_PRIMARYKEY", "Z_MODELCACHE"]

  /// - Throws: `StoreError.open` for a model that the store cannot hold, or whose entities would share a
  ///   table without being related.
  init(_ configuration: StoreConfiguration) throws(StoreError) {
    let model = configuration.model
    try model.checkStorable()
    self.configuration = configuration
    var names = UniqueNames(taken: Self.systemTables)
    var tables: [SharedTable] = []
    for root in model.entities where root.superentityName == nil {
      let table = SharedTable(root: root, in: model)
      guard names.next(table.name.name) == table.name.name else {
        throw .open(reason: "two entities would share the table \(table.name.quoted)")
      }
      try table.checkWidth()
      tables.append(table)
    }
    self.tables = tables.filter { configuration.holds($0.root) }
    foreignTables = tables.filter { !configuration.holds($0.root) }
    let roots = Dictionary(uniqueKeysWithValues: tables.map { ($0.root.name, $0) })
    mappings = model.entities.compactMap { entity in
      roots[entity.rootName].map { TableMapping(entity: entity, in: $0) }
    }
    pairs = []
    for table in model.pairTables { pairs.append(PairMapping(table, names: &names)) }
    positions = Dictionary(uniqueKeysWithValues: mappings.enumerated().map { ($1.entity.name, $0) })
  }

  /// The whole model.
  var model: ManagedObjectModel { configuration.model }

  /// The tables of pairs that the store holds.
  var ownPairs: [PairMapping] { pairs.filter { configuration.holds($0.table) } }

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
