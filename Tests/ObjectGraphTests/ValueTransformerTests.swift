import ObjectGraph
import PredicateLanguage
import Testing

/// Transformable attributes whose values a program makes itself.
@Suite struct ValueTransformerTests {
  /// Keeps a number as as many bytes; 255 at most.
  private struct Unary: ObjectGraph.ValueTransformer {
    func transformedValue(_ value: Int) -> [UInt8]? {
      (0...255).contains(value) ? Array(repeating: 1, count: value) : nil
    }
    func reverseTransformedValue(_ bytes: [UInt8]) -> Int? {
      bytes.allSatisfy { $0 == 1 } ? bytes.count : nil
    }
  }

  private let name = "unary.\(UInt64.random(in: 0...UInt64.max))"

  @Test func `a value goes through its transformer both ways`() throws {
    ValueTransformers.set(Unary(), forName: name)
    defer { ValueTransformers.set(nil, forName: name) }
    let kept = try Kept(transformer: name)
    try kept.object.setTransformedValue(3, forKey: "count")
    #expect(try kept.object.value(forKey: "count") == .data([1, 1, 1]))
    #expect(try kept.object.transformedValue(forKey: "count", as: Int.self) == 3)
    try kept.object.setTransformedValue(Int?.none, forKey: "count")
    #expect(try kept.object.value(forKey: "count") == .null)
  }

  @Test func `bytes of somebody else are no value, and stay as they are`() throws {
    ValueTransformers.set(Unary(), forName: name)
    defer { ValueTransformers.set(nil, forName: name) }
    let kept = try Kept(transformer: name)
    try kept.object.setValue(.data([7, 8]), forKey: "count")
    #expect(try kept.object.transformedValue(forKey: "count", as: Int.self) == nil)
    #expect(try kept.object.value(forKey: "count") == .data([7, 8]))
  }

  @Test func `what cannot be transformed is an error with its reason`() throws {
    ValueTransformers.set(Unary(), forName: name)
    defer { ValueTransformers.set(nil, forName: name) }
    func reason(_ name: String?, _ body: (ManagedObject) throws(StoreError) -> Void) throws -> String {
      let kept = try Kept(transformer: name)
      do throws(StoreError) {
        try body(kept.object)
        return "none"
      } catch .transformer(property: "count", let reason) {
        return reason
      }
    }
    #expect(
      try reason(name) { object throws(StoreError) in try object.setTransformedValue(256, forKey: "count") }
        == "its transformer refuses the value")
    #expect(
      try reason(name) { object throws(StoreError) in try object.setTransformedValue("x", forKey: "count") }
        == "\(name) makes no values of type String")
    #expect(
      try reason("nobody") { object throws(StoreError) in try object.setTransformedValue(1, forKey: "count") }
        == "no transformer is named nobody")
    #expect(
      try reason(nil) { object throws(StoreError) in
        _ = try object.transformedValue(forKey: "count", as: Int.self)
      } == "it names no transformer")
  }
}

/// An object with what keeps it alive.
private struct Kept {
  let object: ManagedObject
  private let context: ManagedObjectContext

  init(transformer name: String?) throws {
    let entity = EntityDescription(
      "Thing",
      properties: [.attribute(AttributeDescription("count", .transformable, valueTransformerName: name))])
    let model = try ManagedObjectModel(entities: [entity])
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(try InMemoryStore(model: model))
    context = ManagedObjectContext(coordinator: coordinator)
    object = try context.insertNewObject(forEntityName: "Thing")
  }
}
