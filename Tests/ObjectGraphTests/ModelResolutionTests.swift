import ObjectGraph
import PredicateLanguage
import Testing
import TestSupport

@Suite struct `A resolved model` {
  private func attribute(_ name: String, isTransient: Bool = false) -> PropertyDescription {
    .attribute(AttributeDescription(name, .string, isTransient: isTransient, defaultValue: .string(name)))
  }

  private func family() throws -> ManagedObjectModel {
    try ManagedObjectModel(entities: [
      EntityDescription("Zebra", superentity: "Animal", properties: [attribute("stripes")]),
      EntityDescription("Plant", properties: []),
      EntityDescription("Foal", superentity: "Zebra", properties: [attribute("age")]),
      EntityDescription("animal", properties: []),
      EntityDescription("Ape", superentity: "Animal", properties: []),
      EntityDescription(
        "Animal", isAbstract: true,
        properties: [
          attribute("name"), attribute("mood", isTransient: true),
          .relationship(RelationshipDescription("home", to: "Plant")),
          .relationship(RelationshipDescription("food", to: "Plant", maxCount: 0)),
        ]),
    ])
  }

  @Test func `numbers entities through the trees, siblings by the bytes of their names`() throws {
    let model = try family()
    #expect(model.entities.map(\.name) == ["Animal", "Ape", "Zebra", "Foal", "Plant", "animal"])
    #expect(model.entityNumber(named: "Foal") == 4)
    #expect(model.entityNumber(named: "foal") == nil)
    #expect(model.entity(named: "animal")?.superentityName == nil)
  }

  @Test func `tells each entity what it inherits and where its rows lie`() throws {
    let foal = try #require(try family().entity(named: "Foal"))
    #expect(foal.properties.map(\.name) == ["age", "food", "home", "mood", "name", "stripes"])
    #expect(foal.ownProperties.map(\.name) == ["age"])
    #expect(foal.rootName == "Animal")
    #expect(foal.property(named: "name") != nil && foal.property(named: "Name") == nil)
  }

  @Test func `gives a column to stored attributes and to-one relationships alone, in byte order`() throws {
    let foal = try #require(try family().entity(named: "Foal"))
    #expect(foal.columns.map(\.name) == ["age", "home", "name", "stripes"])
    #expect(foal.columnIndex(named: "name") == 2)
    #expect(foal.columnIndex(named: "mood") == nil && foal.columnIndex(named: "food") == nil)
    #expect(foal.defaultRow == [.string("age"), .null, .string("name"), .string("stripes")])
  }

  @Test func `sorts names by bytes, capitals first`() throws {
    let entity = EntityDescription("E", properties: ["b", "_", "B", "a1", "a", "A"].map { attribute($0) })
    let resolved = try ManagedObjectModel(entities: [entity]).entities[0]
    #expect(resolved.columns.map(\.name) == ["A", "B", "_", "a", "a1", "b"])
  }
}
