import ObjectGraph
import PredicateLanguage
import TaskServer
import Testing

@Suite struct TaskModelTests {
  @Test func `the model has the three entities of a task manager`() throws {
    let model = try TaskModel.make()
    #expect(model.entities.map(\.name) == ["Category", "Settings", "Task"])
    #expect(
      try columns("Task") == [
        "category", "date", "finished", "notificationEnabled", "taskDescription", "uuid",
      ])
    #expect(try columns("Category") == ["category", "color", "number"])
    #expect(try columns("Settings") == ["notificationsEnabled", "sortedBy"])
  }

  @Test func `a new task is unfinished, in category 0 and silent`() throws {
    let task = try #require(try TaskModel.make().entity(named: TaskModel.task))
    #expect(task.defaultRow == [.integer(0), .null, .boolean(false), .boolean(false), .null, .null])
  }

  @Test func `a task needs a description and a uuid, a setting may be missing`() throws {
    func required(_ name: String) throws -> [String] {
      try #require(try TaskModel.make().entity(named: name)).columns.filter { !$0.isOptional }.map(\.name)
    }
    #expect(
      try required("Task") == ["category", "finished", "notificationEnabled", "taskDescription", "uuid"])
    #expect(try required("Category") == ["category", "number"])
    #expect(try required("Settings").isEmpty)
  }

  private func columns(_ name: String) throws -> [String] {
    try #require(try TaskModel.make().entity(named: name)).columns.map(\.name)
  }
}
