import Foundation
import JSON
import ObjectGraph
import PredicateLanguage
import SQLiteStore
import TaskServer
import Testing
import TestSupport

/// A server opens the store of an older model, or says why not.
@Suite struct `Servers and older stores` {
  private let directory: TemporaryDirectory
  private var path: String { directory.path("tasks.sqlite") }

  init() throws { directory = try TemporaryDirectory() }

  /// The built-in model with other tasks.
  private func model(
    without missing: Set<String> = [], adding more: [PropertyDescription] = [],
    unique: [[String]] = [["uuid"]]
  ) throws -> ManagedObjectModel {
    let entities = try TaskModel.make().entities.map { entity in
      guard entity.name == TaskModel.task else { return entity }
      return EntityDescription(
        entity.name, properties: entity.ownProperties.filter { !missing.contains($0.name) } + more,
        uniquenessConstraints: unique)
    }
    return try ManagedObjectModel(entities: entities)
  }

  /// Makes a store of a model, with tasks.
  private func makeStore(_ model: ManagedObjectModel, _ tasks: [[String: AttributeValue]]) throws {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(type: .sqlite, at: URL(filePath: path))
    let context = ManagedObjectContext(coordinator: coordinator)
    for task in tasks {
      let object = try context.insertNewObject(forEntityName: TaskModel.task)
      for (key, value) in task { try object.setValue(value, forKey: key) }
    }
    try context.save()
    coordinator.persistentStores[0].close()
  }

  private func open(
    _ model: ManagedObjectModel, _ migration: ServerConfiguration.Migration = .auto
  ) throws -> Conversation {
    try Conversation {
      $0.storage = .file(path)
      $0.sourceModels = [model]
      $0.migration = migration
    }
  }

  /// What a person at the terminal is told.
  private func refusal(
    _ model: ManagedObjectModel, _ migration: ServerConfiguration.Migration = .auto
  ) throws -> String {
    var configuration = ServerConfiguration()
    configuration.storage = .file("tasks.sqlite")
    let error = #expect(throws: StoreError.self) { try open(model, migration) }
    return StoreFailure.sentence(try #require(error), configuration)
  }

  private let task: [String: AttributeValue] = ["taskDescription": .string("milk"), "uuid": .string("a")]

  @Test func `an older store is opened, and what was done can be asked for`() throws {
    let old = try model(without: ["notificationEnabled"])
    try makeStore(old, [task])
    let client = try open(old)
    let found = try client.call("task.get", #"{"uuid": "a"}"#)
    #expect(found["taskDescription"] == "milk" && found["notificationEnabled"] == false)
    let plan = try client.call("store.migrationPlan")
    #expect(plan["steps"] == [] && plan["losses"] == [])
    #expect(
      plan["done"]?["steps"]?.text.hasPrefix(
        #"[{"action":"addAttribute","entity":"Task","properties":["notificationEnabled"],"#
          + #""summary":"add the attribute Task.notificationEnabled"}"#) == true)
    let backup = try #require(plan["done"]?["backup"]?.string)
    #expect(FileManager.default.fileExists(atPath: backup) && backup.contains("tasks.sqlite.before-"))
  }

  @Test func `a store that fits needs no plan`() throws {
    #expect(try Conversation().call("store.migrationPlan").text == #"{"steps":[],"losses":[]}"#)
    try makeStore(try TaskModel.make(), [task])
    #expect(try open(try TaskModel.make()).call("store.migrationPlan").text == #"{"steps":[],"losses":[]}"#)
  }

  @Test func `what would be lost is told, with the way to allow it`() throws {
    let old = try model(adding: [.attribute(AttributeDescription("color", .string))])
    try makeStore(
      old,
      [
        task.merging(["color": .string("red")]) { $1 },
        ["taskDescription": .string("b"), "uuid": .string("b")],
      ])
    #expect(
      try refusal(old) == """
        the store tasks.sqlite was made with another model and migrating it would throw away 1 value of Task.color; \
        --migrate lossy allows that
        """)
    #expect(
      try refusal(old, .never) == "the store was made with another model; these entities differ: Task")
    let client = try open(old, .lossy)
    #expect(
      try client.call("store.migrationPlan")["done"]?["losses"]?.text
        == #"[{"entity":"Task","property":"color","count":1}]"#)
    #expect(try client.call("task.count")["count"] == 2)
  }

  @Test func `what stands against it is told in one sentence`() throws {
    let wrong = try model(
      without: ["date"], adding: [.attribute(AttributeDescription("date", .string))], unique: [])
    try makeStore(wrong, [task])
    #expect(
      try refusal(wrong)
        == "the store tasks.sqlite was made with another model and cannot be migrated: Task.date: was String and is Date"
    )
  }

  @Test func `tasks that are not unique are told by their keys`() throws {
    let old = try model(unique: [])
    try makeStore(old, [task, task])
    #expect(
      try refusal(old) == """
        the store tasks.sqlite was made with another model and cannot be migrated, since values are not unique: \
        2 objects of Task have the same uuid (p1, p2)
        """)
  }

  /// Base64 of the hashes that released stores carry.
  @Test func `every released model stays known`() throws {
    let released: [[String: String]] = [
      [
        "Category": "YANakkutlNISOGkZgmHUAu9BJjOz3W3499a8uogeQfg=",
        "Settings": "6u2WXmZq3qCoEEwJ55qWm2aflB5vyNIPaZGoaYaTy70=",
        "Task": "Hy2sf4Guiz8dQooIqKc8NKLN5JAQVAxcL56Vljon1c0=",
      ]
    ]
    let hashes = try ReleasedModels.all().map { model in
      model.entityVersionHashesByName.mapValues { Data($0).base64EncodedString() }
    }
    #expect(hashes.count >= released.count && Array(hashes.prefix(released.count)) == released)
    #expect(
      hashes.last
        == (try TaskModel.make().entityVersionHashesByName.mapValues { Data($0).base64EncodedString() }))
  }
}
