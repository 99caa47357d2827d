/// What a store holds: entities, frozen and checked.
///
/// A model is valid by construction; `init` reports every complaint at once.
public struct ManagedObjectModel: Sendable {
  /// Every entity, resolved, in the order Core Data numbers them.
  ///
  /// Pre-order through the inheritance trees, siblings by name. Position + 1 is the entity's number (`Z_ENT`) in a store.
  public let entities: [EntityDescription]
  /// Where the to-many relationships lie that no column can hold.
  public let pairTables: [PairTable]
  /// Names of entities by the name of the configuration that they make up.
  public let configurations: [String: [String]]
  /// Fetch requests that the model keeps, by name.
  public let fetchRequestTemplatesByName: [String: FetchRequestTemplate]
  /// Free names for this version of the model, kept in a store's metadata.
  public let versionIdentifiers: [String]
  /// The version hash of each entity: 32 bytes that change when, and only when, what is stored changes.
  public let entityVersionHashesByName: [String: [UInt8]]
  /// How derived attributes are computed.
  let derivations: DerivationTable
  private let positions: [String: Int]

  /// Checks and resolves a model.
  ///
  /// - Parameters:
  ///   - configurations: named parts of the model, each a list of names of entities.
  ///   - fetchRequestTemplates: fetch requests by name.
  /// - Throws: `ModelError` with all complaints.
  /// - Complexity: O(properties, inherited ones counted again for each subentity).
  public init(
    entities declared: [EntityDescription], configurations: [String: [String]] = [:],
    fetchRequestTemplates: [String: FetchRequestTemplate] = [:], versionIdentifiers: [String] = []
  ) throws(ModelError) {
    let declaration = ModelDeclaration(
      entities: declared, configurations: configurations, fetchRequestTemplates: fetchRequestTemplates,
      versionIdentifiers: versionIdentifiers)
    let findings = ModelCheck.findings(about: declaration)
    guard findings.isEmpty else { throw ModelError(complaints: findings.map(\.complaint)) }
    self.init(checked: declaration)
  }

  /// - Parameter declaration: one that nothing is wrong with.
  init(checked declaration: ModelDeclaration) {
    let resolution = ModelResolution(declaration.entities)
    entities = resolution.entities
    pairTables = resolution.pairTables
    derivations = DerivationTable(entities)
    configurations = declaration.configurations
    fetchRequestTemplatesByName = declaration.fetchRequestTemplates
    versionIdentifiers = declaration.versionIdentifiers
    entityVersionHashesByName = VersionHash.hashes(of: entities)
    positions = Dictionary(entities.enumerated().map { ($1.name, $0) }) { first, _ in first }
  }

  /// The entity of that name, compared by UTF-8 bytes.
  public func entity(named name: String) -> EntityDescription? {
    position(of: name).map { entities[$0] }
  }

  /// Position + 1 in `entities`: the number an SQLite store knows the entity by.
  public func entityNumber(named name: String) -> Int? {
    position(of: name).map { $0 + 1 }
  }

  /// Keys of dictionaries may be equal with other bytes: U+212A, KELVIN SIGN, is another K.
  private func position(of name: String) -> Int? {
    positions[name].flatMap { entities[$0].name.utf8.elementsEqual(name.utf8) ? $0 : nil }
  }

  /// The entities of a configuration, in the order of `entities`; nil if the model has none of that name.
  public func entities(forConfigurationName name: String) -> [EntityDescription]? {
    guard let members = configurations[name].map({ Set($0) }) else { return nil }
    return entities.filter { members.contains($0.name) }
  }
}
