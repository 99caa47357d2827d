import ObjectGraph
import PredicateLanguage
import Testing

/// One part of the recipe at a time; expected values come from the recipe, worked out with Python's hashlib.
@Suite struct `The recipe of version hashes` {
  private func check(_ entity: EntityDescription, _ expected: String) throws {
    let model = try ManagedObjectModel(entities: [entity])
    let hash = try #require(model.entityVersionHashesByName["E"])
    #expect(hash.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == expected)
  }

  private static let number = PropertyDescription.attribute(AttributeDescription("a", .integer32))
  private static let plain = "81acd27d2f4338d1dfcaa7734754ef15588e01e15bdc836e9e1faeca72c4fe6d"

  @Test func `a modifier and being abstract count`() throws {
    try check(EntityDescription("E", properties: [Self.number]), Self.plain)
    try check(
      EntityDescription("E", isAbstract: true, properties: [Self.number]),
      "bc9d8ab657fe0a1ac17230d2d3f78a73077646268c6646df6899701666b48cd0")
    try check(
      EntityDescription("E", properties: [Self.number], versionHashModifier: "2"),
      "4dbd15494f72fba42868abf77d11783486cec72816b7b13b94505ec3af13f137")
  }

  @Test(arguments: [
    (AttributeDescription("a", .integer32, defaultValue: .integer(3)), plain),
    (
      AttributeDescription("a", .integer32, versionHashModifier: "2"),
      "93778bb26656fd1453a49e7db1d470a04ea55d9bbf40cf4b92507c8427d8fe45"
    ),
    (
      AttributeDescription("a", .integer32, isOptional: false),
      "823c2ae677fc9ba5ae794332cdbb272a85ffd3b3f2637b7cfa21c00f5f65a3c1"
    ),
    (
      AttributeDescription("a", .binary),
      "b33b7f072669db2274857aa0eb85243fabcd86d6e4aea233bbce8784d87844c7"
    ),
    (
      AttributeDescription("a", .binary, allowsExternalBinaryDataStorage: true),
      "5bc4c26bf236d96f3fe93e7417207557ff84540d47c14cb174602a06c40efb88"
    ),
    (
      AttributeDescription("a", .binary, preservesValueInHistoryOnDeletion: true),
      "5bc4c26bf236d96f3fe93e7417207557ff84540d47c14cb174602a06c40efb88"
    ),
  ])
  func `what an attribute stores counts, its default does not`(
    attribute: AttributeDescription, expected: String
  ) throws {
    try check(EntityDescription("E", properties: [.attribute(attribute)]), expected)
  }

  @Test(arguments: [RelationshipDescription.DeleteRule.noAction, .nullify, .cascade, .deny])
  func `a delete rule does not count, bounds do`(rule: RelationshipDescription.DeleteRule) throws {
    try check(
      EntityDescription(
        "E", properties: [.relationship(RelationshipDescription("r", to: "E", deleteRule: rule))]),
      "ba808de5ed9e4cc91292335294a2bf3ffe802a1d34585f24f891e32c0701ee7f")
    let bounded = RelationshipDescription("r", to: "E", minCount: 2, maxCount: 258, deleteRule: rule)
    try check(
      EntityDescription("E", properties: [.relationship(bounded)]),
      "445070b1b138acff33ea911ffd1a5158188e05315d56f3e882351d3b48640b04")
  }

  @Test func `a fetch index does not count`() throws {
    let index = FetchIndexDescription("byA", [FetchIndexDescription.Element("a")])
    try check(EntityDescription("E", properties: [Self.number], fetchIndexes: [index]), Self.plain)
  }
}
