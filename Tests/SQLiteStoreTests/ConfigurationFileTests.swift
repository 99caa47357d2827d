import Foundation
import ObjectGraph
import PredicateLanguage
import SQLite
import SQLiteStore
import Testing
import TestSupport

/// What the file of a store holds that has a part of the model.
@Suite struct ConfigurationFileTests {
  private let directory: TemporaryDirectory
  private let model: ManagedObjectModel

  init() throws {
    directory = try TemporaryDirectory()
    func entity(_ name: String, _ others: String..., one: String? = nil) -> EntityDescription {
      let toOne = one.map { [PropertyDescription.relationship(RelationshipDescription("one", to: $0))] } ?? []
      return EntityDescription(
        name,
        properties: toOne + [.attribute(AttributeDescription("name", .string))]
          + others.map { .relationship(RelationshipDescription($0.lowercased() + "s", to: $0, maxCount: 0)) })
    }
    model = try ManagedObjectModel(
      entities: [entity("A", "B", "C", one: "B"), entity("B"), entity("C", "B")],
      configurations: ["Ends": ["A", "C"], "Middle": ["B"], "None": []])
  }

  private var path: String { directory.path("part.sqlite") }

  private func open(_ configuration: String?, isReadOnly: Bool = false) throws(StoreError) -> SQLiteStore {
    try SQLiteStore(
      path: path, model: model, configuration: configuration,
      options: SQLiteStore.Options(isReadOnly: isReadOnly))
  }

  private func column(_ sql: String) throws -> [String] {
    let connection = try Connection(.file(path: path, access: .readOnly), Configuration(journalMode: nil))
    defer { connection.close() }
    return try connection.rows(sql).map { row in
      row.map { value in
        switch value {
        case .text(let text): text
        case .integer(let number): "\(number)"
        default: "-"
        }
      }.joined(separator: " ")
    }
  }

  @Test func `has the tables and key rows of its entities, numbered as in the whole model`() throws {
    try open("Ends").close()
    let tables = try column("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    #expect(tables == ["ZA", "ZC", "Z_1CS", "Z_METADATA", "Z_MODELCACHE", "Z_PRIMARYKEY"])
    #expect(try column("SELECT Z_ENT, Z_NAME FROM Z_PRIMARYKEY ORDER BY Z_ENT") == ["1 A", "3 C"])
  }

  @Test func `rows are of the numbers of the whole model`() throws {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    let store = try open("Ends")
    defer { store.close() }
    try coordinator.addPersistentStore(store)
    let context = ManagedObjectContext(coordinator: coordinator)
    let (a, c) = (
      try context.insertNewObject(forEntityName: "A"), try context.insertNewObject(forEntityName: "C")
    )
    try a.add([c], toRelationship: "cs")
    try context.save()
    #expect(try column("SELECT Z_ENT, Z_PK FROM ZC") == ["3 1"])
    #expect(try column("SELECT * FROM Z_1CS") == ["1 1"])
    context.disconnect()
  }

  @Test(arguments: [false, true])
  func `opens again with the same configuration`(isReadOnly: Bool) throws {
    let first = try open("Ends")
    first.close()
    let second = try open("Ends", isReadOnly: isReadOnly)
    #expect(first.identifier == second.identifier && second.configurationName == "Ends")
    // A relationship to what is elsewhere can be followed, also where nothing can be written.
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(second)
    let context = ManagedObjectContext(coordinator: coordinator)
    let request = FetchRequest(entityName: "A", predicate: try ParsedPredicate(parsing: "one.name == 'x'"))
    #expect(try context.count(for: request) == 0)
    context.disconnect()
    second.close()
  }

  @Test(arguments: [
    ("Middle", ["A", "B", "C"]), (nil, ["B"]), ("None", ["A", "C"]),
  ])
  func `another configuration is another model`(configuration: String?, entities: [String]) throws {
    try open("Ends").close()
    #expect(throws: StoreError.incompatible(entities: entities)) { try open(configuration) }
    #expect(throws: StoreError.incompatible(entities: entities)) {
      try open(configuration, isReadOnly: true)
    }
    try open("Ends").close()
  }

  @Test func `a store of a part of an older model is refused, not migrated`() throws {
    let old = try ManagedObjectModel(
      entities: [EntityDescription("A", properties: []), EntityDescription("B", properties: [])],
      configurations: ["Ends": ["A"]])
    try SQLiteStore(path: path, model: old, configuration: "Ends").close()
    let before = try Data(contentsOf: URL(filePath: path))
    let options = SQLiteStore.Options(migration: .lossy, sourceModels: [old, model])
    #expect(throws: StoreError.incompatible(entities: ["A", "C"])) {
      try SQLiteStore(path: path, model: model, configuration: "Ends", options: options)
    }
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
  }

  @Test func `a store of a whole model is none of a part`() throws {
    try open(nil).close()
    #expect(throws: StoreError.incompatible(entities: ["B"])) { try open("Ends") }
  }
}
