import Foundation
import ObjectGraph
import PredicateLanguage
import SQLiteStore
import Testing
import TestSupport

/// The task manager, on every stack.
@MainActor @Suite(.serialized) struct TaskManagerTests {
  private let documents: Documents
  private let morning = Date(timeIntervalSinceReferenceDate: 800_000_000)

  init() throws { documents = try Documents() }

  private func manager(_ arrangement: Arrangement) throws -> TaskManager {
    TaskManager(context: try documents.stack(arrangement).managedObjectContext)
  }

  @Test(arguments: Arrangement.all)
  func `a task is added with its reminder off, and listed`(arrangement: Arrangement) throws {
    let manager = try manager(arrangement)
    try manager.addTask("Buy milk", date: morning, category: 2, uuid: "m")
    try manager.addTask("Write to Zoë", date: nil, finished: true, uuid: "z")
    #expect(
      try manager.taskData() == [
        TaskRecord(uuid: "m", description: "Buy milk", date: morning, category: 2),
        TaskRecord(uuid: "z", description: "Write to Zoë", finished: true),
      ])
    #expect(manager.context.performAndWait { !$0.hasChanges })
  }

  @Test(arguments: Arrangement.all)
  func `a task is finished, edited and reminded of by its uuid`(arrangement: Arrangement) throws {
    let manager = try manager(arrangement)
    for uuid in ["a", "b", "c"] { try manager.addTask(uuid, date: morning, uuid: uuid) }
    #expect(try manager.updateTask("b", isFinished: true))
    #expect(try manager.taskData().map(\.finished) == [false, true, false])
    let noon = morning.addingTimeInterval(3 * 3_600)
    #expect(try manager.editTask("a", "Cook", date: noon, finished: false, category: 4))
    #expect(try manager.taskNotification("a", isEnabled: true))
    #expect(try manager.editTask("c", "c", date: nil, finished: false, category: 0))
    #expect(
      try manager.taskData() == [
        TaskRecord(uuid: "a", description: "Cook", date: noon, category: 4, notificationEnabled: true),
        TaskRecord(uuid: "b", description: "b", date: morning, finished: true),
        TaskRecord(uuid: "c", description: "c"),
      ])
    let due = try ParsedPredicate(parsing: "notificationEnabled == YES AND date != NULL")
    #expect(try manager.tasks(where: due).map(\.uuid) == ["a"])
  }

  @Test(arguments: Arrangement.all)
  func `a deleted task is gone, and a task that is not there is reported`(arrangement: Arrangement) throws {
    let manager = try manager(arrangement)
    for uuid in ["a", "b"] { try manager.addTask(uuid, date: nil, uuid: uuid) }
    #expect(try manager.deleteTask("a"))
    let left = try manager.taskData()
    #expect(left.map(\.uuid) == ["b"])
    #expect(try !manager.deleteTask("a"))
    #expect(try !manager.updateTask("a", isFinished: true))
    #expect(try !manager.editTask("A", "A", date: nil, finished: true, category: 1))
    #expect(try !manager.taskNotification("' OR TRUEPREDICATE OR uuid == '", isEnabled: true))
    #expect(try manager.taskData() == left)
  }

  @Test(arguments: Arrangement.all)
  func `categories keep their colours`(arrangement: Arrangement) throws {
    let manager = try manager(arrangement)
    let red = Color(red: 1, green: 0.1, blue: 1.0 / 3, alpha: 0.5)
    try manager.addCategory("Work", red)
    try manager.addCategory("Home", Color(red: 0, green: 0, blue: 0, alpha: 1))
    #expect(try manager.editCategory("Home", to: "Garden", red))
    #expect(try !manager.editCategory("Home", to: "Cellar", red))
    #expect(
      try manager.categories() == [
        CategoryRecord(title: "Garden", color: red), CategoryRecord(title: "Work", color: red),
      ])
  }

  @Test(arguments: Arrangement.all)
  func `there is one settings object`(arrangement: Arrangement) throws {
    let manager = try manager(arrangement)
    #expect(try manager.setting("sortedBy") == .null)
    try manager.changeSettings(["sortedBy": .string("date")])
    try manager.changeSettings(["notificationsEnabled": .boolean(true)])
    try manager.changeSettings(["notificationsEnabled": .boolean(false)])
    #expect(try manager.setting("sortedBy") == .string("date"))
    #expect(try manager.setting("notificationsEnabled") == .boolean(false))
    let count = try manager.context.performAndWait { context throws(StoreError) in
      try context.count(for: FetchRequest(entityName: "Settings"))
    }
    #expect(count == 1)
  }

  /// The store of one set-up is the store of the other.
  @Test(arguments: SharedStack.SetUp.allCases, SharedStack.SetUp.allCases)
  func `everything survives a restart`(first: SharedStack.SetUp, second: SharedStack.SetUp) throws {
    let color = Color(red: 0.2, green: 0.4, blue: 0.6, alpha: 1)
    let tasks = try write(color, with: first)
    let manager = TaskManager(
      context: try documents.stack(second, at: documents.url).managedObjectContext)
    #expect(try manager.taskData() == tasks && tasks.count == 2)
    #expect(try manager.categories() == [CategoryRecord(title: "Work", color: color)])
    #expect(try manager.setting("sortedBy") == .string("name"))
    #expect(try manager.deleteTask("m"))
    #expect(try manager.taskData().map(\.uuid) == ["z"])
  }

  /// Writes something of each kind; the stack is gone when it returns.
  private func write(_ color: Color, with setUp: SharedStack.SetUp) throws -> [TaskRecord] {
    let stack = try documents.stack(setUp, at: documents.url)
    let manager = TaskManager(context: stack.managedObjectContext)
    try manager.addTask("Buy milk", date: morning, category: 2, uuid: "m")
    try manager.addTask("Write to Zoë", date: nil, finished: true, uuid: "z")
    try manager.addCategory("Work", color)
    try manager.changeSettings(["sortedBy": .string("name")])
    let tasks = try manager.taskData()
    stack.persistentStoreCoordinator.persistentStores[0].close()
    return tasks
  }

  @Test func `a task is found by its uuid through the index`() throws {
    let stack = try documents.stack(.byHand, at: documents.url)
    let coordinator = stack.persistentStoreCoordinator
    let store = try #require(coordinator.persistentStores.first as? SQLiteStore)
    let task = try #require(coordinator.managedObjectModel.entity(named: "Task"))
    let binder = Binder(entity: task, model: coordinator.managedObjectModel)
    let query = StoreQuery(entity: task, predicate: try binder.bind(try .equal("uuid", to: "m")))
    let plan = try store.explain(query).plan
    #expect(plan.contains { $0.contains("SEARCH") && $0.contains("INDEX") }, "\(plan)")
    #expect(!plan.contains { $0.contains("SCAN") }, "\(plan)")
  }
}
