import ObjectGraph
import PredicateLanguage
import Testing

/// What becomes of the objects at the other end; Apple's answers (Core Data Programming Guide, "Relationship Delete
/// Rules").
@Suite struct `Delete rules` {
  private static func stage(
    _ kind: StoreKind, _ rule: RelationshipDescription.DeleteRule, ofStaff: Bool = true
  ) throws -> GraphStage {
    try GraphStage(
      kind,
      [
        .of(
          "Department", [AttributeDescription("name", .string)],
          RelationshipDescription("staff", to: "Person", inverse: "department", maxCount: 0, deleteRule: rule)
        ),
        .of(
          "Person", [AttributeDescription("name", .string)],
          RelationshipDescription("department", to: "Department", inverse: "staff"),
          RelationshipDescription(
            "helpers", to: "Person", inverse: "helps", maxCount: 0, deleteRule: .cascade),
          RelationshipDescription("helps", to: "Person", inverse: "helpers", deleteRule: .cascade)),
      ])
  }

  /// A department with two people, saved.
  private static func filled(
    _ kind: StoreKind, _ rule: RelationshipDescription.DeleteRule
  ) throws -> (GraphStage, ManagedObject, [ManagedObject]) {
    let stage = try stage(kind, rule)
    let department = try stage.make("Department")
    let people = try (0..<2).map { _ in try stage.make("Person") }
    try department.add(people, toRelationship: "staff")
    try stage.context.save()
    return (stage, department, people)
  }

  @Test(arguments: StoreKind.allCases)
  func `nullify lets the others lead nowhere, at once`(kind: StoreKind) throws {
    let (stage, department, people) = try Self.filled(kind, .nullify)
    try stage.context.delete(department)
    for person in people { #expect(try person.value(forKey: "department") == .null && person.isUpdated) }
    let saved = try stage.context.save()
    #expect(saved.deletedCount == 1 && saved.updatedCount == 2)
    let other = stage.another()
    #expect(try other.count(for: FetchRequest(entityName: "Person")) == 2)
    #expect(try other.existingObject(with: people[0].objectID).value(forKey: "department") == .null)
  }

  @Test(arguments: StoreKind.allCases)
  func `cascade deletes them too, and a circle ends`(kind: StoreKind) throws {
    let (stage, department, people) = try Self.filled(kind, .cascade)
    let helper = try stage.make("Person")
    try people[0].add([helper], toRelationship: "helpers")
    try helper.add([people[0]], toRelationship: "helpers")
    try stage.context.save()
    try stage.context.delete(department)
    #expect(people.allSatisfy(\.isDeleted) && helper.isDeleted)
    #expect(try stage.context.save().deletedCount == 4)
    #expect(try stage.another().count(for: FetchRequest(entityName: "Person")) == 0)
  }

  @Test(arguments: StoreKind.allCases)
  func `deny fails the save until the dependants are gone, or lead elsewhere`(kind: StoreKind) throws {
    let (stage, department, people) = try Self.filled(kind, .deny)
    try stage.context.delete(department)
    #expect(try stage.failures() == ["1600 staff"])
    #expect(department.isDeleted)
    try stage.context.delete(people[0])
    #expect(try stage.failures() == ["1600 staff"])
    try people[1].setValue(.null, forKey: "department")
    #expect(try stage.failures() == [])
    #expect(try stage.another().count(for: FetchRequest(entityName: "Department")) == 0)
  }

  @Test(arguments: StoreKind.allCases)
  func `no action leaves them as they are`(kind: StoreKind) throws {
    let (stage, department, people) = try Self.filled(kind, .noAction)
    try stage.context.delete(department)
    try stage.context.save()
    #expect(try people[0].value(forKey: "department") == .objectID(department.objectID))
    #expect(throws: StoreError.objectNotFound(department.objectID)) {
      try stage.context.existingObject(with: department.objectID)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a long chain of cascades needs no deep stack`(kind: StoreKind) throws {
    let stage = try Self.stage(kind, .nullify)
    let people = try (0..<5_000).map { _ in try stage.make("Person") }
    for (person, next) in zip(people, people.dropFirst()) {
      try next.setValue(.objectID(person.objectID), forKey: "helps")
    }
    try stage.context.save()
    try stage.context.delete(people[0])
    #expect(try stage.context.save().deletedCount == people.count)
  }

  @Test(arguments: StoreKind.allCases)
  func `a deletion conflicts with a member that others have added`(kind: StoreKind) throws {
    for rule in [RelationshipDescription.DeleteRule.nullify, .cascade, .deny] {
      let (stage, department, _) = try Self.filled(kind, rule)
      let other = stage.another()
      try stage.context.delete(department)
      let late = try other.insertNewObject(forEntityName: "Person")
      try late.setValue(.objectID(department.objectID), forKey: "department")
      try other.save()
      do throws(StoreError) {
        try stage.context.save()
        Issue.record("the deletion was saved")
      } catch {
        switch error {
        case .conflict(let conflicts): #expect(conflicts.map(\.objectID) == [department.objectID])
        case .invalid(let failures): #expect(failures.map(\.reason) == [.relationshipDeniedDelete])
        default: Issue.record("\(error)")
        }
      }
      if rule == .deny { continue }
      // Taken up again, the deletion knows the new member.
      _ = try stage.context.refresh([department.objectID], keepChanges: true)
      try stage.context.save()
      let left = try stage.another().count(for: FetchRequest(entityName: "Person"))
      #expect(left == (rule == .cascade ? 0 : 3))
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a member cannot be saved with an owner that others have deleted`(kind: StoreKind) throws {
    let (stage, department, _) = try Self.filled(kind, .nullify)
    try stage.make("Person", ["department": .objectID(department.objectID)])
    let other = stage.another()
    try other.delete(department.objectID)
    try other.save()
    #expect(throws: StoreError.self) { try stage.context.save() }
    stage.context.rollback()
    #expect(try stage.context.count(for: FetchRequest(entityName: "Person")) == 2)
  }
}
