import JSON
import TaskServer
import Testing
import TestSupport

/// The tutorials' task manager over the wire, one test a step, over both stores.
@Suite struct TutorialScenarioTests {
  enum Storage: CaseIterable { case memory, file }

  /// A folder for documents, and servers over the store in it.
  private let documents: TemporaryDirectory

  init() throws { documents = try TemporaryDirectory() }

  private func client(_ storage: Storage, at path: String? = nil) throws -> Conversation {
    let path = path ?? documents.path("person.db")
    return try Conversation { configuration in
      if storage == .file { configuration.storage = .file(path) }
    }
  }

  /// The tasks by their date, as `uuid description date finished category notificationEnabled`.
  private func tasks(_ client: Conversation) throws -> [String] {
    let names = ["uuid", "taskDescription", "date", "finished", "category", "notificationEnabled"]
    let objects = try client.call("task.fetch", #"{"sort": ["date"]}"#)["objects"]?.array
    return try #require(objects).map { task in
      names.map { name in task[name]?.string ?? task[name]?.text ?? "?" }.joined(separator: " ")
    }
  }

  private func add(_ uuid: String, _ date: String?, to client: Conversation) throws {
    let date = date.map { "\"\($0)\"" } ?? "null"
    let task = try client.call(
      "task.add",
      """
      {"values": {"uuid": "\(uuid)", "taskDescription": "Task \(uuid)", "date": \(date), "category": 2},
       "save": true}
      """)
    #expect(task["saved"]?["insertedCount"] == 1, "\(task.text)")
  }

  @Test(arguments: Storage.allCases)
  func `the context saves only if it has changes`(_ storage: Storage) throws {
    let client = try client(storage)
    #expect(try client.call("context.status")["hasChanges"] == false)
    #expect(try client.call("context.save")["saved"]?["insertedCount"] == 0)
    _ = try client.call("task.add", #"{"values": {"uuid": "a", "taskDescription": "a"}}"#)
    #expect(try client.call("context.status")["hasChanges"] == true)
    #expect(try client.call("context.save")["saved"]?["insertedCount"] == 1)
    #expect(try client.call("context.status")["hasChanges"] == false)
  }

  @Test(arguments: Storage.allCases)
  func `a task is added with its reminder off, and listed`(_ storage: Storage) throws {
    let client = try client(storage)
    try add("a", "2026-12-01T09:00:00Z", to: client)
    try add("b", nil, to: client)
    #expect(
      try tasks(client) == [
        "b Task b null false 2 false", "a Task a 2026-12-01T09:00:00Z false 2 false",
      ])
  }

  @Test(arguments: Storage.allCases)
  func `a task is finished, edited and reminded of by its uuid`(_ storage: Storage) throws {
    let client = try client(storage)
    for (uuid, day) in [("a", 1), ("b", 2), ("c", 3)] { try add(uuid, "2026-12-0\(day)T09:00Z", to: client) }
    let changes = [
      #""uuid": "b", "values": {"finished": true}"#,
      """
      "uuid": "a", "values": {"taskDescription": "Cook", "date": "2026-12-01T12:00:00Z", "finished": false,
        "category": 4}
      """,
      #""uuid": "a", "values": {"notificationEnabled": true}"#,
    ]
    for change in changes {
      let result = try client.call("task.update", "{\(change), \"save\": true}")
      #expect(result["updatedCount"] == 1 && result["saved"]?["updatedCount"] == 1, "\(result.text)")
    }
    #expect(
      try tasks(client) == [
        "a Cook 2026-12-01T12:00:00Z false 4 true", "b Task b 2026-12-02T09:00:00Z true 2 false",
        "c Task c 2026-12-03T09:00:00Z false 2 false",
      ])
    let due = #"{"predicate": "notificationEnabled == YES AND date != NULL", "properties": ["uuid"]}"#
    #expect(
      try client.call("task.fetch", due)["objects"]?.array?.map { $0["uuid"] } == [.string("a")])
  }

  @Test(arguments: Storage.allCases)
  func `a deleted task is gone, and a task that is not there is reported`(_ storage: Storage) throws {
    let client = try client(storage)
    for uuid in ["a", "b"] { try add(uuid, nil, to: client) }
    let deleted = try client.call("task.delete", #"{"uuid": "a", "save": true}"#)
    #expect(deleted["deletedCount"] == 1 && deleted["saved"]?["deletedCount"] == 1)
    let left = try tasks(client)
    #expect(left.count == 1)
    for (method, values) in [
      ("task.delete", ""), ("task.update", #", "values": {"finished": true}"#),
      ("task.update", #", "values": {"taskDescription": "x", "date": null, "category": 1}"#),
      ("task.update", #", "values": {"notificationEnabled": true}"#),
    ] {
      let error = try client.call(method, #"{"uuid": "a"\#(values), "save": true}"#)
      #expect(error["data"]?["kind"] == "object.notFound" && error["data"]?["uuid"] == "a")
    }
    #expect(try tasks(client) == left)
    #expect(try client.call("context.status")["hasChanges"] == false)
  }

  @Test func `everything survives a restart`() throws {
    let before = try write()
    let client = try client(.file)
    #expect(try tasks(client) == before && before.count == 2)
    #expect(try client.call("task.get", #"{"uuid": "b"}"#)["$version"] == 2)
  }

  /// Writes tasks; the server is gone when it returns.
  private func write() throws -> [String] {
    let client = try client(.file)
    try add("a", "2026-12-01T09:00:00.125Z", to: client)
    try add("b", nil, to: client)
    _ = try client.call("task.update", #"{"uuid": "b", "values": {"finished": true}, "save": true}"#)
    return try tasks(client)
  }

  @Test func `a store that cannot be opened is an error with the reason`() throws {
    _ = try write()
    let error = #expect(throws: (any Error).self) {
      try client(.file, at: documents.path("person.db/below.db"))
    }
    #expect("\(try #require(error))".contains(documents.path("person.db")))
  }

  @Test(arguments: Storage.allCases)
  func `categories keep title and colour, and survive a restart`(_ storage: Storage) throws {
    let first = try client(storage)
    let red = #"{"red": 1, "green": 0.1, "blue": 0, "alpha": 0.5}"#
    let home = try first.call(
      "category.add", #"{"values": {"category": "Home", "color": \#(red)}, "save": true}"#)
    _ = try first.call("category.add", #"{"values": {"category": "Work"}, "save": true}"#)
    let number = try #require(home["number"]?.text)
    _ = try first.call(
      "category.update", #"{"number": \#(number), "values": {"category": "Garden"}, "save": true}"#)
    _ = try first.call("category.delete", #"{"predicate": "category == 'Work'", "save": true}"#)
    #expect(first.server.close() == .success)
    let last = storage == .file ? try client(storage) : first
    let garden = try last.call("category.fetch", #"{"sort": ["category"]}"#)["objects"]?.array
    #expect(garden?.map { $0["category"] } == ["Garden"])
    #expect(garden?.first?["color"] == (try JSONValue(parsing: red)))
  }

  @Test(arguments: Storage.allCases)
  func `the settings are one object that is changed in place`(_ storage: Storage) throws {
    let client = try client(storage)
    _ = try client.call("settings.set", #"{"values": {"notificationsEnabled": true}, "save": true}"#)
    _ = try client.call("settings.set", #"{"values": {"sortedBy": "date"}, "save": true}"#)
    let settings = try client.call("settings.get")
    #expect(settings["notificationsEnabled"] == true && settings["sortedBy"] == "date")
    #expect(try client.call("object.count", #"{"entity": "Settings"}"#)["count"] == 1)
  }
}
