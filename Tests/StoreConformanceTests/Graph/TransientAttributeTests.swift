import ObjectGraph
import PredicateLanguage
import Testing

/// Transient attributes live in a context and nowhere else.
@Suite struct `Transient attributes` {
  private static let entities: [EntityDescription] = [
    .of(
      "Thing",
      [
        AttributeDescription("name", .string),
        AttributeDescription("mark", .integer32, isTransient: true, defaultValue: .integer(7)),
        AttributeDescription("any", .undefined, isTransient: true),
      ])
  ]

  @Test(arguments: StoreKind.allCases)
  func `keep their values over a save, in their own context`(kind: StoreKind) throws {
    let stage = try GraphStage(kind, Self.entities)
    let thing = try stage.make("Thing")
    #expect(try thing.value(forKey: "mark") == .integer(7) && thing.value(forKey: "any") == .null)
    try thing.setValue(.integer(1), forKey: "mark")
    try thing.setValue(.string("x"), forKey: "any")
    try stage.context.save()
    #expect(try thing.value(forKey: "mark") == .integer(1) && thing.value(forKey: "any") == .string("x"))
    let other = stage.another()
    #expect(try other.object(with: thing.objectID).value(forKey: "mark") == .integer(7))
    try thing.setValue(.integer(2), forKey: "mark")
    #expect(!stage.context.hasChanges)
  }

  @Test(arguments: StoreKind.allCases)
  func `are lost when the object is refreshed, and when changes are given up`(kind: StoreKind) throws {
    let stage = try GraphStage(kind, Self.entities)
    let thing = try stage.make("Thing")
    try stage.context.save()
    try thing.setValue(.integer(1), forKey: "mark")
    _ = try stage.context.refresh([thing.objectID], keepChanges: true)
    #expect(try thing.value(forKey: "mark") == .integer(7))
    try thing.setValue(.integer(1), forKey: "mark")
    stage.context.rollback()
    #expect(try thing.value(forKey: "mark") == .integer(7))
  }

  @Test(arguments: StoreKind.allCases)
  func `a block that fails takes them back`(kind: StoreKind) throws {
    let stage = try GraphStage(kind, Self.entities)
    let thing = try stage.make("Thing")
    try thing.setValue(.integer(1), forKey: "mark")
    try? stage.context.atomically { () throws(StoreError) in
      try thing.setValue(.integer(2), forKey: "mark")
      throw .cancelled
    }
    #expect(try thing.value(forKey: "mark") == .integer(1))
  }

  @Test(arguments: StoreKind.allCases)
  func `take values of their type alone, and predicates do not know them`(kind: StoreKind) throws {
    let stage = try GraphStage(kind, Self.entities)
    let thing = try stage.make("Thing")
    #expect(throws: StoreError.valueType(property: "mark", expected: .integer32)) {
      try thing.setValue(.string("x"), forKey: "mark")
    }
    let request = FetchRequest(entityName: "Thing", predicate: try ParsedPredicate(parsing: "mark == 1"))
    #expect(throws: StoreError.self) { try stage.context.fetch(request) }
  }
}
