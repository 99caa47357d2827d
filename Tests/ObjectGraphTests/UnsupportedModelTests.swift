import ObjectGraph
import PredicateLanguage
import Testing

/// What a model may say although no store can do it yet: loading works, a store says what is missing.
@Suite struct `Models that stores cannot hold yet` {
  private func check(_ entities: [EntityDescription], _ expected: [String]) throws {
    let model = try ManagedObjectModel(entities: entities)
    #expect(model.entityVersionHashesByName.count == entities.count)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    var found: String?
    do throws(StoreError) {
      try coordinator.addPersistentStore(type: .inMemory)
    } catch {
      if case .open(let reason) = error { found = reason }
    }
    let list = expected.joined(separator: ", ")
    #expect(found == (expected.isEmpty ? nil : "stores cannot hold everything of the model yet: \(list)"))
    #expect(coordinator.persistentStores.isEmpty == !expected.isEmpty)
  }

  private func entity(_ name: String, _ attribute: AttributeDescription) -> EntityDescription {
    EntityDescription(name, properties: [.attribute(attribute)])
  }

  @Test func `plain attributes with rules are held`() throws {
    let rules = AttributeRules(minimumLength: 1, maximumLength: 5, regularExpression: "[a-z]+")
    try check([entity("A", AttributeDescription("a", .string, rules: rules))], [])
  }

  @Test func `everything else is named, with its entity and property`() throws {
    let part = AttributeDescription("x", .double)
    let way = RelationshipDescription("r", to: "A", isTransient: true)
    try check(
      [
        entity("A", AttributeDescription("a", .undefined, isTransient: true)),
        entity("B", AttributeDescription("a", .string, derivationExpression: "canonical:(b)")),
        entity("C", AttributeDescription("a", .composite, elements: [part])),
        EntityDescription("D", properties: [.relationship(way)]),
        entity("E", AttributeDescription("a", .string, rules: AttributeRules(regularExpression: "(?=x)x"))),
      ],
      [
        "C.a is a composite attribute", "D.r is a transient relationship",
        "E.a is an attribute whose regular expression cannot be checked",
        "B.a is derived in a way that is not known",
      ])
  }

  @Test func `indexes of other kinds and fetched properties do no harm`() throws {
    let index = FetchIndexDescription(
      "tree", [.init("a", collation: .rTree), .init("", expression: "a.length")],
      partialIndexPredicate: "a != nil")
    try check(
      [
        EntityDescription(
          "I", properties: [],
          fetchedProperties: [FetchedPropertyDescription("a", FetchRequestTemplate(entityName: "J"))]),
        EntityDescription(
          "J", properties: [.attribute(AttributeDescription("a", .double))], fetchIndexes: [index]),
      ], [])
  }

  @Test func `a long list ends with the number of the rest`() throws {
    let part = AttributeDescription("x", .double)
    let entities = (10..<32).map { entity("E\($0)", AttributeDescription("a", .composite, elements: [part])) }
    let named = entities.prefix(20).map { "\($0.name).a is a composite attribute" }
    try check(entities, named + ["and 2 more"])
  }

  @Test func `a configuration that the model has not is refused`() throws {
    let model = try ManagedObjectModel(
      entities: [EntityDescription("A", properties: [])], configurations: ["Local": ["A"]])
    #expect(model.entities(forConfigurationName: "Local")?.map(\.name) == ["A"])
    #expect(model.entities(forConfigurationName: "Cloud") == nil)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    #expect(
      throws: StoreError.open(reason: "the model has no configuration named Lokal (did you mean Local?)")
    ) { try coordinator.addPersistentStore(type: .inMemory, configuration: "Lokal") }
    try coordinator.addPersistentStore(type: .inMemory, configuration: "Local")
    #expect(coordinator.persistentStores.map(\.configurationName) == ["Local"])
  }
}
