import ObjectGraph
import PredicateLanguage
import Synchronization
import Testing

/// What a program does when objects come, go and are saved.
@Suite struct `Hooks` {
  private static let entities: [EntityDescription] = [
    .of("Base", [AttributeDescription("name", .string), AttributeDescription("count", .integer64)]),
    .of("Leaf", [], under: "Base"),
  ]

  /// What the hooks were called with, in order.
  private final class Calls: Sendable {
    private let list = Mutex<[String]>([])
    func note(_ call: String) { list.withLock { $0.append(call) } }
    func take() -> [String] {
      list.withLock { list in
        defer { list = [] }
        return list
      }
    }
  }

  private func hooks(_ calls: Calls, _ name: String) -> EntityHooks {
    var hooks = EntityHooks()
    hooks.awakeFromInsert = { _ in calls.note("\(name) awake") }
    hooks.willSave = { _ in calls.note("\(name) will") }
    hooks.didSave = { _ in calls.note("\(name) did") }
    hooks.prepareForDeletion = { _ in calls.note("\(name) prepare") }
    hooks.validateForInsert = { _ in
      calls.note("\(name) insert")
      return []
    }
    hooks.validateForUpdate = { _ in
      calls.note("\(name) update")
      return []
    }
    hooks.validateForDelete = { _ in
      calls.note("\(name) delete")
      return []
    }
    return hooks
  }

  @Test(arguments: StoreKind.allCases)
  func `are called in their order, a superentity's first`(kind: StoreKind) throws {
    let stage = try GraphStage(kind, Self.entities)
    let calls = Calls()
    try stage.coordinator.setHooks(hooks(calls, "base"), forEntityName: "Base")
    try stage.coordinator.setHooks(hooks(calls, "leaf"), forEntityName: "Leaf")
    let leaf = try stage.make("Leaf")
    #expect(calls.take() == ["base awake", "leaf awake"])
    try stage.context.save()
    #expect(
      calls.take() == ["base will", "leaf will", "base insert", "leaf insert", "base did", "leaf did"])
    try leaf.setValue(.string("x"), forKey: "name")
    try stage.context.save()
    #expect(
      calls.take() == ["base will", "leaf will", "base update", "leaf update", "base did", "leaf did"])
    try stage.context.delete(leaf)
    #expect(calls.take() == ["base prepare", "leaf prepare"])
    try stage.context.save()
    #expect(
      calls.take() == ["base will", "leaf will", "base delete", "leaf delete", "base did", "leaf did"])
    try stage.context.save()
    #expect(calls.take() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `an object may change itself as it wakes and before it is saved`(kind: StoreKind) throws {
    let stage = try GraphStage(kind, Self.entities)
    var hooks = EntityHooks()
    hooks.awakeFromInsert = { object throws(StoreError) in
      try object.setValue(.string("new"), forKey: "name")
    }
    hooks.willSave = { object throws(StoreError) in
      if object.isDeleted { return }
      guard case .integer(let count) = try object.value(forKey: "count") else {
        return try object.setValue(.integer(1), forKey: "count")
      }
      if count < 5 { try object.setValue(.integer(count + 1), forKey: "count") }
    }
    try stage.coordinator.setHooks(hooks, forEntityName: "Base")
    let leaf = try stage.make("Leaf")
    #expect(try leaf.value(forKey: "name") == .string("new"))
    try stage.context.save()
    // Asked again until it changes no more.
    let other = stage.another()
    #expect(try other.object(with: leaf.objectID).value(forKey: "count") == .integer(5))
  }

  @Test(arguments: StoreKind.allCases)
  func `a hook that never rests ends the save`(kind: StoreKind) throws {
    let stage = try GraphStage(kind, Self.entities)
    var hooks = EntityHooks()
    hooks.willSave = { object throws(StoreError) in
      let count: Int64 = if case .integer(let count) = try object.value(forKey: "count") { count } else { 0 }
      try object.setValue(.integer(count + 1), forKey: "count")
    }
    try stage.coordinator.setHooks(hooks, forEntityName: "Base")
    try stage.make("Base")
    #expect(throws: StoreError.limit("rounds of willSave", 1_000)) { try stage.context.save() }
    #expect(stage.context.hasChanges)
  }

  @Test(arguments: StoreKind.allCases)
  func `what a hook finds is among all failures of the save`(kind: StoreKind) throws {
    let stage = try GraphStage(kind, Self.entities)
    var hooks = EntityHooks()
    hooks.validateForInsert = { object in [object.failure("bad name", forKey: "name")] }
    try stage.coordinator.setHooks(hooks, forEntityName: "Base")
    try stage.make("Leaf", ["name": .string("x")])
    do throws(StoreError) {
      try stage.context.save()
      Issue.record("it was saved")
    } catch {
      guard case .invalid(let failures) = error else { throw error }
      #expect(failures.map(\.reason.rawValue) == [1550] && failures[0].message == "bad name")
      #expect(failures[0].value == .string("x"))
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `an error takes the insertion or the deletion back`(kind: StoreKind) throws {
    let stage = try GraphStage(kind, Self.entities)
    let base = try stage.make("Base")
    try stage.context.save()
    var hooks = EntityHooks()
    hooks.awakeFromInsert = { _ throws(StoreError) in throw .failed(reason: "no") }
    hooks.prepareForDeletion = { _ throws(StoreError) in throw .failed(reason: "no") }
    try stage.coordinator.setHooks(hooks, forEntityName: "Base")
    #expect(throws: StoreError.failed(reason: "no")) { try stage.make("Leaf") }
    #expect(throws: StoreError.failed(reason: "no")) { try stage.context.delete(base) }
    #expect(!stage.context.hasChanges)
    #expect(throws: StoreError.unknownEntity("Nope")) {
      try stage.coordinator.setHooks(nil, forEntityName: "Nope")
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a saved object wakes when a context first hands it out`(kind: StoreKind) throws {
    let stage = try GraphStage(kind, Self.entities)
    try stage.make("Base")
    try stage.context.save()
    let calls = Calls()
    var hooks = EntityHooks()
    hooks.awakeFromFetch = { _ in calls.note("fetched") }
    try stage.coordinator.setHooks(hooks, forEntityName: "Base")
    let other = stage.another()
    let held = try other.fetch(FetchRequest(entityName: "Base"))
    _ = try other.fetch(FetchRequest(entityName: "Base"))
    #expect(calls.take() == ["fetched"] && held.count == 1)
  }
}
