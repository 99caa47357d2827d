import ObjectGraph
import PredicateLanguage
import Testing

@Suite struct `Complaints about a model` {
  private func check(_ entities: [EntityDescription], _ expected: [String]) {
    var complaints: [String] = []
    do throws(ModelError) {
      _ = try ManagedObjectModel(entities: entities)
    } catch {
      complaints = error.complaints.map(\.description)
    }
    #expect(complaints == expected)
  }

  private func attribute(
    _ name: String, _ type: AttributeType = .string, isTransient: Bool = false,
    defaultValue: AttributeValue = .null
  ) -> PropertyDescription {
    .attribute(AttributeDescription(name, type, isTransient: isTransient, defaultValue: defaultValue))
  }

  @Test func `a sound model has none, and so has an empty one`() {
    check([], [])
    check([EntityDescription("A", properties: [attribute("a"), attribute("A"), attribute("_1")])], [])
    check(
      [EntityDescription("B", superentity: "A", properties: []), EntityDescription("A", properties: [])], [])
  }

  @Test func `regular expressions can be read, and are for strings`() {
    func attribute(_ name: String, _ pattern: String, _ type: AttributeType = .string) -> PropertyDescription
    {
      .attribute(AttributeDescription(name, type, rules: AttributeRules(regularExpression: pattern)))
    }
    check([EntityDescription("A", properties: [attribute("a", "[a-z]+"), attribute("b", "(a)\\1")])], [])
    check(
      [EntityDescription("A", properties: [attribute("a", "a(b"), attribute("n", "1", .integer16)])],
      [
        "A.a: its regular expression cannot be read at byte 1: The group is not closed. "
          + "The character itself is written \\(.",
        "A.n: it has a rule for strings, but is not of type String",
      ])
  }

  @Test func `names are C identifiers`() {
    let reason = "its name is not made of letters, digits and _ alone"
    check(
      [
        EntityDescription("", properties: []),
        EntityDescription("1a", properties: [attribute("b c"), attribute("é"), attribute("a\0")]),
      ],
      [": its name is empty", "1a: \(reason)", "1a.b c: \(reason)", "1a.é: \(reason)", "1a.a\0: \(reason)"])
  }

  @Test func `names are unique, among inherited properties too`() {
    check(
      [
        EntityDescription("A", properties: [attribute("x"), attribute("x")]),
        EntityDescription("A", properties: []),
        EntityDescription("B", superentity: "A", properties: [attribute("x")]),
      ],
      [
        "A.x: another property has this name", "A: another entity has this name",
        "B.x: an inherited property has this name",
      ])
  }

  @Test func `superentities exist and lead somewhere`() {
    check(
      [
        EntityDescription("A", superentity: "B", properties: []),
        EntityDescription("B", superentity: "A", properties: []),
        EntityDescription("C", superentity: "C", properties: []),
        EntityDescription("D", superentity: "X", properties: []),
      ],
      [
        "A: it inherits from itself", "B: it inherits from itself", "C: it inherits from itself",
        "D: its superentity X does not exist",
      ])
  }

  @Test func `defaults fit their types`() {
    check(
      [
        EntityDescription(
          "A",
          properties: [
            attribute("a", .integer16, defaultValue: .integer(32_768)),
            attribute("b", .boolean, defaultValue: .integer(1)),
            attribute("c", .date, defaultValue: .date(.infinity)),
            attribute("d", .integer16, defaultValue: .integer(-32_768)),
          ])
      ],
      [
        "A.a: its default value is not of type Integer 16", "A.b: its default value is not of type Boolean",
        "A.c: its default value is not of type Date",
      ])
  }

  @Test func `constraints and indexes name stored properties`() {
    check(
      [
        EntityDescription(
          "A",
          properties: [
            attribute("a"), attribute("t", isTransient: true),
            .relationship(RelationshipDescription("many", to: "A", maxCount: 0)),
          ],
          uniquenessConstraints: [[], ["a", "t"], ["nothing"]],
          fetchIndexes: [FetchIndexDescription("byMany", [.init("a"), .init("many")])])
      ],
      [
        "A: a uniqueness constraint names no property",
        "A.t: a uniqueness constraint names it, but it is not a stored property",
        "A.nothing: a uniqueness constraint names it, but it is not a stored property",
        "A.many: fetch index byMany names it, but it is not a stored property",
      ])
  }

  @Test func `destinations exist`() {
    check(
      [EntityDescription("A", properties: [.relationship(RelationshipDescription("r", to: "X"))])],
      ["A.r: its destination entity X does not exist"])
  }

  @Test func `all of them come at once, in order of declaration`() {
    check(
      [
        EntityDescription("b a d", superentity: "X", properties: [attribute("?")]),
        EntityDescription("A", properties: [], uniquenessConstraints: [["x"]]),
      ],
      [
        "b a d: its name is not made of letters, digits and _ alone",
        "b a d: its superentity X does not exist",
        "b a d.?: its name is not made of letters, digits and _ alone",
        "A.x: a uniqueness constraint names it, but it is not a stored property",
      ])
  }
}
