import ObjectGraph
import PredicateLanguage
import Testing

@Suite struct `A model merged from several` {
  private func attribute(_ name: String, _ type: AttributeType = .string) -> PropertyDescription {
    .attribute(AttributeDescription(name, type))
  }

  private func model(_ entities: EntityDescription..., versions: [String] = []) throws -> ManagedObjectModel {
    try ManagedObjectModel(entities: entities, versionIdentifiers: versions)
  }

  private func complaints(_ models: ManagedObjectModel...) -> [String] {
    do throws(ModelError) {
      _ = try ManagedObjectModel(merging: models)
      return []
    } catch {
      return error.complaints.map(\.description)
    }
  }

  @Test func `holds every entity, and looks as if it had been declared at once`() throws {
    let base = EntityDescription("Base", isAbstract: true, properties: [attribute("name")])
    let leaf = EntityDescription("Leaf", superentity: "Base", properties: [attribute("size", .integer16)])
    let other = EntityDescription("Alone", properties: [attribute("name")])
    let merged = try ManagedObjectModel(merging: [model(base, leaf), model(other)])
    let whole = try model(other, leaf, base)
    #expect(merged.entities.map(\.name) == ["Alone", "Base", "Leaf"])
    #expect(merged.entity(named: "Leaf")?.properties.map(\.name) == ["name", "size"])
    #expect(merged.entityVersionHashesByName == whole.entityVersionHashesByName)
  }

  @Test func `of nothing is empty, and of one is that one`() throws {
    #expect(try ManagedObjectModel(merging: []).entities.isEmpty)
    let one = try model(EntityDescription("A", properties: [attribute("b")]), versions: ["1"])
    let merged = try ManagedObjectModel(merging: [one, one])
    #expect(merged.entityVersionHashesByName == one.entityVersionHashesByName)
    #expect(merged.versionIdentifiers == ["1"])
  }

  @Test func `takes an entity that several describe alike once, whatever the order of its properties`() throws
  {
    let left = try model(EntityDescription("A", properties: [attribute("b"), attribute("c")]))
    let right = try model(EntityDescription("A", properties: [attribute("c"), attribute("b")]))
    #expect(try ManagedObjectModel(merging: [left, right]).entities.count == 1)
  }

  @Test func `keeps version identifiers in order, each once, told apart by their bytes`() throws {
    let versions = [["b", "a"], ["e\u{301}", "b"], ["\u{e9}"]]
    let models = try versions.map { try model(versions: $0) }
    let merged = try ManagedObjectModel(merging: models).versionIdentifiers
    #expect(merged.map { Array($0.utf8) } == ["b", "a", "e\u{301}", "\u{e9}"].map { Array($0.utf8) })
  }

  @Test func `is refused with every difference between entities of one name`() throws {
    let left = EntityDescription(
      "A", properties: [attribute("same"), attribute("type"), attribute("mine")],
      uniquenessConstraints: [["same"]])
    let right = EntityDescription(
      "A", isAbstract: true, properties: [attribute("same"), attribute("type", .date), attribute("theirs")],
      fetchIndexes: [FetchIndexDescription("i", [.init("same")])], versionHashModifier: "2")
    #expect(
      try complaints(model(left), model(right)) == [
        "A: the models disagree about whether it is abstract",
        "A: the models disagree about its uniqueness constraints",
        "A: the models disagree about its fetch indexes",
        "A: the models disagree about its version hash modifier",
        "A.mine: only some of the models have it",
        "A.theirs: only some of the models have it",
        "A.type: the models describe it differently",
      ])
  }

  @Test func `is refused when an entity inherits from two`() throws {
    let root = EntityDescription("R", properties: [])
    let below = try model(root, EntityDescription("A", superentity: "R", properties: []))
    let alone = try model(EntityDescription("A", properties: []))
    #expect(complaints(below, alone) == ["A: the models disagree about its superentity"])
  }
}
