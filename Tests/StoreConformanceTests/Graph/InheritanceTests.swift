import ObjectGraph
import PredicateLanguage
import Testing

/// Entities in one table: what an object of a subentity shows, and where it is found.
@Suite struct `Inheritance` {
  private static let entities: [EntityDescription] = [
    .of("Vehicle", [AttributeDescription("name", .string)], isAbstract: true),
    .of("Car", [AttributeDescription("doors", .integer16)], under: "Vehicle"),
    .of(
      "Bike", [AttributeDescription("doors", .string), AttributeDescription("gears", .integer16)],
      under: "Vehicle"),
    .of("Racer", [AttributeDescription("speed", .double)], under: "Car"),
    .of(
      "Owner", [], RelationshipDescription("vehicle", to: "Vehicle"),
      RelationshipDescription("fleet", to: "Vehicle", maxCount: 0)),
  ]

  private static func filled(_ kind: StoreKind) throws -> GraphStage {
    let stage = try GraphStage(kind, entities)
    try stage.make("Car", ["name": .string("b"), "doors": .integer(4)])
    try stage.make("Bike", ["name": .string("a"), "doors": .string("none"), "gears": .integer(21)])
    try stage.make("Racer", ["name": .string("c"), "doors": .integer(2), "speed": .double(300)])
    return stage
  }

  private static func names(_ context: ManagedObjectContext, _ request: FetchRequest) throws -> [String] {
    try context.fetch(request).map { object in
      guard case .string(let name) = try object.value(forKey: "name") else { return "-" }
      return "\(object.entity.name) \(name)"
    }
  }

  @Test(arguments: StoreKind.allCases, [false, true])
  func `a fetch of a superentity finds all below it, in one order`(kind: StoreKind, isSaved: Bool) throws {
    let stage = try Self.filled(kind)
    if isSaved { try stage.context.save() }
    var request = FetchRequest(entityName: "Vehicle")
    request.sortDescriptors = [SortDescriptor("name")]
    #expect(try Self.names(stage.context, request) == ["Bike a", "Car b", "Racer c"])
    request.entityName = "Car"
    #expect(try Self.names(stage.context, request) == ["Car b", "Racer c"])
    #expect(try stage.context.count(for: request) == 2)
    request.includesSubentities = false
    #expect(try Self.names(stage.context, request) == ["Car b"])
    #expect(try stage.context.count(for: request) == 1)
    request.predicate = try ParsedPredicate(parsing: "doors > 1")
    request.includesSubentities = true
    #expect(try Self.names(stage.context, request) == ["Car b", "Racer c"])
  }

  @Test(arguments: StoreKind.allCases)
  func `properties of one name in siblings are two`(kind: StoreKind) throws {
    let stage = try Self.filled(kind)
    try stage.context.save()
    let other = stage.another()
    let bike = try #require(try other.fetch(FetchRequest(entityName: "Bike")).first)
    #expect(try bike.value(forKey: "doors") == .string("none") && bike.value(forKey: "gears") == .integer(21))
    let racer = try #require(try other.fetch(FetchRequest(entityName: "Racer")).first)
    #expect(try racer.value(forKey: "doors") == .integer(2) && racer.value(forKey: "speed") == .double(300))
  }

  @Test(arguments: StoreKind.allCases)
  func `keys are unique in the whole tree, and an ID names the own entity`(kind: StoreKind) throws {
    let stage = try Self.filled(kind)
    let saved = try stage.context.save()
    let keys = saved.permanentIDs.compactMap(\.permanent.primaryKey)
    #expect(keys.sorted() == [1, 2, 3])
    let racer = try #require(saved.permanentIDs.map(\.permanent).first { $0.entity == "Racer" })
    let wrong = ObjectID(store: racer.store, entity: "Car", key: racer.key)
    #expect(throws: StoreError.objectNotFound(wrong)) { try stage.context.existingObject(with: wrong) }
  }

  @Test(arguments: StoreKind.allCases)
  func `no object is of an abstract entity`(kind: StoreKind) throws {
    let stage = try GraphStage(kind, Self.entities)
    #expect(throws: StoreError.abstractEntity("Vehicle")) {
      try stage.context.insertNewObject(forEntityName: "Vehicle")
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a relationship to a superentity leads to any below it, and to nothing else`(kind: StoreKind) throws {
    let stage = try Self.filled(kind)
    let owner = try stage.make("Owner")
    let all = try stage.context.fetch(FetchRequest(entityName: "Vehicle"))
    try owner.setObject(all[1], forKey: "vehicle")
    try owner.add(all, toRelationship: "fleet")
    try stage.context.save()
    let other = stage.another()
    let seen = try #require(try other.fetch(FetchRequest(entityName: "Owner")).first)
    #expect(try seen.object(forKey: "vehicle")?.entity.name == all[1].entity.name)
    #expect(
      try seen.objects(forRelationshipNamed: "fleet").map(\.objectID)
        == all.map(\.objectID).sorted { $0.primaryKey! < $1.primaryKey! })
    #expect(throws: StoreError.destination(property: "vehicle", expected: "Vehicle", owner.objectID)) {
      try owner.setObject(owner, forKey: "vehicle")
    }
    #expect(throws: StoreError.destination(property: "fleet", expected: "Vehicle", nil)) {
      try owner.setValue(.list([.integer(1)]), forKey: "fleet")
    }
  }
}
