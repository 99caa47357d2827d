import Foundation
import ObjectGraph
import PredicateLanguage
import SQLiteStore
import Testing
import TestSupport

/// Rules of attributes hold at every save, whatever the store; numbers are Apple's (NSCocoaErrorDomain).
@Suite struct `Rules of attributes` {
  private static let ten = Decimal(10)

  private static let entity = EntityDescription(
    "Thing",
    properties: [
      attribute("small", .integer16, .integer(-5), .integer(5)),
      attribute("ratio", .float, .double(Double(Float(0.1))), .double(0.5)),
      attribute("price", .decimal, .decimal(ten / 100), .decimal(ten)),
      attribute("due", .date, .date(0), .date(86_400)),
      .attribute(
        AttributeDescription(
          "code", .string, rules: AttributeRules(minimumLength: 2, maximumLength: 4))),
      .attribute(
        AttributeDescription(
          "mail", .string, rules: AttributeRules(maximumLength: 20, regularExpression: "[^@\\s]+@[^@\\s]+"))),
      .attribute(
        AttributeDescription(
          "name", .string, isOptional: false, defaultValue: .string("-"),
          rules: AttributeRules(minimumLength: 1))),
    ])

  private static func attribute(
    _ name: String, _ type: AttributeType, _ minimum: AttributeValue, _ maximum: AttributeValue
  ) -> PropertyDescription {
    let rules = AttributeRules(minimumValue: minimum, maximumValue: maximum)
    return .attribute(AttributeDescription(name, type, rules: rules))
  }

  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func context(_ kind: StoreKind) throws -> ManagedObjectContext {
    let coordinator = PersistentStoreCoordinator(
      managedObjectModel: try ManagedObjectModel(entities: [Self.entity]))
    let isFile = kind == .sqlite
    try coordinator.addPersistentStore(
      type: isFile ? .sqlite : .inMemory, at: isFile ? folder.url.appending(path: "s.sqlite") : nil)
    return ManagedObjectContext(coordinator: coordinator)
  }

  /// What a save of one object with these values says: number and property of each failure.
  private func check(
    _ kind: StoreKind, _ values: [String: AttributeValue], _ expected: String...
  ) throws {
    let context = try context(kind)
    let object = try context.insertNewObject(forEntityName: "Thing")
    for (name, value) in values { try object.setValue(value, forKey: name) }
    var found: [String] = []
    do throws(StoreError) {
      try context.save()
    } catch {
      guard case .invalid(let failures) = error else { throw error }
      found = failures.map { "\($0.reason.rawValue) \($0.property)" }
      #expect(failures.allSatisfy { $0.value == values[$0.property] && $0.objectID == object.objectID })
    }
    #expect(found == expected)
  }

  @Test(arguments: StoreKind.allCases)
  func `a value at its bounds is saved, and so is a missing one`(kind: StoreKind) throws {
    try check(kind, [:])
    try check(
      kind,
      [
        "small": .integer(-5), "ratio": .double(Double(Float(0.1))), "price": .decimal(Self.ten / 100),
        "due": .date(0), "code": .string("ab"), "name": .string("x"),
      ])
    try check(
      kind,
      [
        "small": .integer(5), "ratio": .double(0.5), "price": .decimal(Self.ten), "due": .date(86_400),
        "code": .string("abcd"),
      ])
  }

  @Test(arguments: StoreKind.allCases)
  func `a value beyond its bounds is refused with Apple's number, all of them at once`(kind: StoreKind) throws
  {
    try check(
      kind,
      [
        "small": .integer(-6), "ratio": .double(0), "price": .decimal(Decimal(string: "0.0999")!),
        "due": .date(-0.5), "code": .string("a"), "name": .string(""),
      ], "1670 code", "1640 due", "1670 name", "1620 price", "1620 ratio", "1620 small")
    try check(
      kind,
      [
        "small": .integer(6), "ratio": .double(1), "price": .decimal(Decimal(string: "10.001")!),
        "due": .date(86_400.5), "code": .string("abcde"), "name": .null,
      ], "1660 code", "1630 due", "1570 name", "1610 price", "1610 ratio", "1610 small")
  }

  @Test(arguments: StoreKind.allCases)
  func `a string matches its regular expression as a whole`(kind: StoreKind) throws {
    try check(kind, ["mail": .string("a@b.example")])
    try check(kind, ["mail": .null])
    try check(kind, ["mail": .string("")], "1680 mail")
    try check(kind, ["mail": .string("to a@b.example")], "1680 mail")
    try check(kind, ["mail": .string("a@b@example"), "name": .string("")], "1680 mail", "1670 name")
    try check(kind, ["mail": .string("a.very.long.name@b.example")], "1660 mail")
  }

  @Test(arguments: StoreKind.allCases)
  func `lengths count UTF-16 units, as Core Data does`(kind: StoreKind) throws {
    try check(kind, ["code": .string("😀😀")])
    try check(kind, ["code": .string("😀😀😀")], "1660 code")
    try check(kind, ["code": .string("é")], "1670 code")
    try check(kind, ["code": .string("e\u{301}")])
  }

  @Test(arguments: StoreKind.allCases)
  func `a change is checked in what it changes, and nothing is saved if it fails`(kind: StoreKind) throws {
    let context = try context(kind)
    let object = try context.insertNewObject(forEntityName: "Thing")
    try object.setValue(.integer(3), forKey: "small")
    try context.save()
    try object.setValue(.integer(9), forKey: "small")
    try object.setValue(.string("ok"), forKey: "code")
    guard case .invalid(let failures) = storeError({ () throws(StoreError) in try context.save() }) else {
      Issue.record("9 was saved")
      return
    }
    #expect(failures.map(\.reason) == [.numberTooLarge] && failures.map(\.property) == ["small"])
    #expect(context.hasChanges)
    try object.setValue(.integer(5), forKey: "small")
    #expect(try context.save().updatedCount == 1)
  }
}
