import ObjectGraph
import PredicateLanguage
import Testing

/// How many objects may be at the other end of a relationship; Apple's numbers.
@Suite struct `Counts of relationships` {
  private static func stage(
    _ kind: StoreKind, isOptional: Bool, _ minimum: Int32, _ maximum: Int32
  ) throws -> GraphStage {
    try GraphStage(
      kind,
      [
        .of(
          "Team", [AttributeDescription("name", .string)],
          RelationshipDescription(
            "members", to: "Member", inverse: "team", isOptional: isOptional, minCount: minimum,
            maxCount: maximum),
          RelationshipDescription("captain", to: "Member", isOptional: isOptional)),
        .of("Member", [], RelationshipDescription("team", to: "Team", inverse: "members")),
      ])
  }

  private func team(_ stage: GraphStage, _ count: Int) throws -> ManagedObject {
    let team = try stage.make("Team")
    let members = try (0..<count).map { _ in try stage.make("Member") }
    try team.add(members, toRelationship: "members")
    if let first = members.first { try team.setObject(first, forKey: "captain") }
    return team
  }

  @Test(
    arguments: StoreKind.allCases,
    [
      (0, true, []), (1, true, ["1580 members"]), (2, true, []), (3, true, []), (4, true, ["1590 members"]),
      (0, false, ["1570 captain", "1580 members"]), (1, false, ["1580 members"]), (3, false, []),
    ] as [(Int, Bool, [String])])
  func `a new object has as many as it may`(kind: StoreKind, case: (Int, Bool, [String])) throws {
    let stage = try Self.stage(kind, isOptional: `case`.1, 2, 3)
    _ = try team(stage, `case`.0)
    #expect(try stage.failures() == `case`.2)
  }

  @Test(arguments: StoreKind.allCases)
  func `a required relationship without a smallest count lacks its value`(kind: StoreKind) throws {
    let stage = try Self.stage(kind, isOptional: false, 0, 0)
    _ = try team(stage, 0)
    #expect(try stage.failures() == ["1570 captain", "1570 members"])
  }

  @Test(arguments: StoreKind.allCases)
  func `an object is checked when its members change at the other end`(kind: StoreKind) throws {
    let stage = try Self.stage(kind, isOptional: true, 2, 3)
    let team = try team(stage, 2)
    #expect(try stage.failures() == [])
    let members = try team.objects(forRelationshipNamed: "members")
    try members[0].setValue(.null, forKey: "team")
    #expect(try stage.failures() == ["1580 members"])
    stage.context.rollback()
    try stage.context.delete(members[1])
    #expect(try stage.failures() == ["1580 members"])
    try stage.context.delete(members[0])
    #expect(try stage.failures() == [])
    // What did not change is not looked at.
    try team.setValue(.string("x"), forKey: "name")
    #expect(try stage.failures() == [])
  }
}
