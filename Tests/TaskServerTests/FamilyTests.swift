import JSON
import TaskServer
import Testing
import TestSupport

/// What the families of methods have each for themselves: keys, scope, settings; and what came to all of them.
@Suite struct FamilyTests {
  let client: Conversation

  init() throws { client = try Conversation() }

  /// The kind of an error, with the place.
  private func fails(_ method: String, _ params: String) throws -> String {
    let data = try #require(try client.call(method, params)["data"])
    return [data["kind"], data["pointer"], data["index"]].compactMap { $0?.string ?? $0?.text }
      .joined(separator: " ")
  }

  @Test func `a category without a number gets the one after the greatest`() throws {
    #expect(try client.call("category.add", #"{"values": {"category": "A"}}"#)["number"] == 1)
    let many = try client.call(
      "category.add",
      #"{"objects": [{"category": "B"}, {"category": "C", "number": 7}, {"category": "D"}], "properties": ["number"]}"#
    )
    #expect(try #require(many["objects"]?.array).map { $0["number"]?.text } == ["8", "7", "9"])
    _ = try client.call("context.save")
    // Pending objects count, deleted ones do not.
    _ = try client.call("category.delete", #"{"number": 9}"#)
    #expect(try client.call("category.add", #"{"values": {"category": "E"}}"#)["number"] == 9)
    #expect(
      try client.call("category.add", #"{"values": {"category": "F", "number": null}}"#)["number"] == .null)
    #expect(try fails("context.save", "{}") == "validation")
  }

  @Test func `after the greatest number there is none`() throws {
    _ = try client.call("category.add", #"{"values": {"category": "A", "number": 2147483647}}"#)
    #expect(try fails("category.add", #"{"values": {"category": "B"}}"#) == "limit.exceeded")
    #expect(try client.call("category.add", #"{"values": {"category": "B"}}"#)["code"] == -32602)
    #expect(try client.call("category.count")["count"] == 1)
  }

  @Test func `a category is found by its number`() throws {
    _ = try client.call(
      "category.add", #"{"values": {"category": "Home", "number": 3, "color": {"red": 1}}, "save": true}"#)
    #expect(try client.call("category.get", #"{"number": 3}"#)["color"]?.text == #"{"red":1}"#)
    #expect(
      try client.call("category.update", #"{"number": 3, "values": {"number": 4}, "save": true}"#)[
        "updatedCount"]
        == 1)
    #expect(try fails("category.get", #"{"number": 3}"#) == "object.notFound")
    #expect(try fails("category.get", #"{"number": "4"}"#) == "invalidParams /params/number")
    #expect(try fails("category.get", "{}") == "invalidParams /params")
    let deleted = try client.call("category.delete", #"{"number": 4, "save": true}"#)
    #expect(try #require(deleted["objects"]?.array).map { $0["number"]?.text } == ["4"])
  }

  @Test func `two categories of one number cannot both be saved`() throws {
    _ = try client.call("category.add", #"{"values": {"category": "A", "number": 1}, "save": true}"#)
    let error = try client.call("category.add", #"{"values": {"category": "B", "number": 1}, "save": true}"#)
    #expect(error["code"] == 133021)
    #expect(error["data"]?["constraint"]?.text == #"["number"]"#)
  }

  @Test func `objects of any entity are reached by its name`() throws {
    let made = try client.call(
      "object.insert", #"{"entity": "Category", "values": {"category": "A"}, "save": true}"#)
    let id = try #require(made["$objectID"]?.text)
    #expect(made["number"] == 1)
    #expect(
      try client.call("object.get", #"{"entity": "Category", "objectID": \#(id)}"#)["category"] == "A")
    #expect(try fails("object.get", #"{"entity": "Task", "objectID": \#(id)}"#) == "object.notFound")
    #expect(try fails("object.get", #"{"objectID": \#(id)}"#).hasPrefix("invalidParams"))
    #expect(try fails("object.count", #"{"entity": "Catgory"}"#) == "entity.unknown")
    #expect(
      try client.call("object.count", #"{"entity": "Catgory"}"#)["message"]
        == "There is no entity Catgory. Did you mean Category?")
    #expect(try client.call("object.count", #"{"entity": "Catgory"}"#)["data"]?["nearest"] == "Category")
    #expect(try fails("object.fetch", #"{"entity": "Task", "uuid": "a"}"#) == "invalidParams /params/uuid")
    #expect(
      try client.call("object.insert", #"{"entity": "Task", "values": {"taskDescription": "x"}}"#)["uuid"]?
        .string?.utf8.count == 36)
  }

  @Test func `several objects are updated each in its own way, all or none`() throws {
    for name in ["a", "b"] {
      _ = try client.call(
        "task.add", #"{"values": {"uuid": "\#(name)", "taskDescription": "x"}, "save": true}"#)
    }
    let id = try #require(try client.call("task.get", #"{"uuid": "b"}"#)["$objectID"]?.text)
    let done = try client.call(
      "task.update",
      #"""
      {"updates": [{"uuid": "a", "values": {"category": 1}}, {"objectID": \#(id), "values": {"category": 2}, "ifVersion": 1}],
      "properties": ["category"], "save": true}
      """#)
    #expect(done["updatedCount"] == 2)
    #expect(try #require(done["objects"]?.array).map { $0["category"]?.text } == ["1", "2"])
    let bad = [
      (#"[{"uuid": "a", "values": {"category": 9}}, {"uuid": "c", "values": {}}]"#, "object.notFound 1"),
      (
        #"[{"uuid": "a", "values": {"category": 9}}, {"uuid": "b", "values": {"categry": 1}}]"#,
        "property.unknown /params/updates/1/values/categry 1"
      ),
      (
        #"[{"uuid": "a", "values": {"category": "x"}}]"#, "value.type /params/updates/0/values/category 0"
      ),
      (#"[{"values": {}}]"#, "invalidParams /params/updates/0 0"),
      (#"[{"uuid": "", "values": {}}]"#, "invalidParams /params/updates/0/uuid 0"),
      (#"[{"uuid": "a"}]"#, "invalidParams /params/updates/0"),
      (
        #"[{"uuid": "a", "values": {}, "ifVersion": 1}, {"uuid": "b", "values": {}, "ifVersion": 1}]"#,
        "conflict.version"
      ),
    ]
    for (updates, error) in bad {
      #expect(try fails("task.update", #"{"updates": \#(updates)}"#) == error)
    }
    #expect(try fails("task.update", #"{"updates": [], "uuid": "a"}"#) == "invalidParams /params/updates")
    #expect(try fails("task.update", #"{"uuid": "a"}"#).hasPrefix("invalidParams"))
    #expect(try client.call("context.status", #"{"context": "view"}"#)["hasChanges"] == false)
  }

  @Test func `a fetch gives objects, their IDs or their properties`() throws {
    let added = try client.call("task.add", #"{"values": {"uuid": "a", "taskDescription": "x"}}"#)
    let id = try #require(added["$objectID"]?.text)
    #expect(
      try client.call("task.fetch", #"{"resultType": "objectIDs"}"#).text == #"{"objectIDs":[\#(id)]}"#)
    #expect(
      try client.call("task.fetch", #"{"resultType": "dictionaries", "properties": ["uuid", "category"]}"#)
        .text
        == #"{"dictionaries":[{"category":0,"uuid":"a"}]}"#)
    #expect(
      try client.call("task.fetch", #"{"resultType": "dictionaries", "properties": []}"#).text
        == #"{"dictionaries":[{}]}"#)
    #expect(try fails("task.fetch", #"{"resultType": "dictionary"}"#) == "invalidParams /params/resultType")
  }

  @Test func `settings are one object, made when they are first set`() throws {
    #expect(try client.call("settings.get")["$objectID"] == .null)
    #expect(try client.call("object.count", #"{"entity": "Settings"}"#)["count"] == 0)
    _ = try client.call("context.create", #"{"name": "other"}"#)
    let first = try client.call("settings.set", #"{"values": {"sortedBy": "date"}}"#)
    let second = try client.call(
      "settings.set", #"{"context": "other", "values": {"notificationsEnabled": true}, "save": true}"#)
    #expect(first["$objectID"] == second["$objectID"])
    // Mine are pending over what others saved.
    let mine = try client.call("settings.get")
    #expect(mine["sortedBy"] == "date" && mine["notificationsEnabled"] == true)
    #expect(try client.call("settings.get", #"{"context": "other"}"#)["sortedBy"] == .null)
    _ = try client.call("context.save")
    #expect(try client.call("object.count", #"{"entity": "Settings"}"#)["count"] == 1)
    #expect(
      try client.call("settings.get", #"{"context": "other", "properties": ["sortedBy"]}"#)["sortedBy"]
        == "date")
    #expect(
      try fails("settings.set", #"{"values": {"sortBy": "x"}}"#) == "property.unknown /params/values/sortBy")
  }

  @Test func `settings that two processes set at once are one object`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("tasks.sqlite")
    let clients = try (0..<4).map { _ in try Conversation { $0.storage = .file(path) } }
    // Sent to all before any is waited for.
    let line = #"{"jsonrpc":"2.0","id":1,"method":"settings.set","params":{"values":{"sortedBy":"x"}}}"#
    let early = clients.flatMap { $0.sayWithoutWaiting(line) }
    let late = clients.flatMap { $0.say() }
    let replies = try (early + late).map { try JSONValue(parsing: $0) }
    #expect(replies.count == 4)
    #expect(Set(replies.map { $0["result"]?["$objectID"]?.string ?? "none" }).count == 1)
    #expect(try clients[0].call("object.count", #"{"entity": "Settings"}"#)["count"] == 1)
  }

  @Test func `the model describes itself`() throws {
    let all = try client.call("model.describe")
    #expect(
      try #require(all["entities"]?.array).map { $0["name"]?.string } == ["Category", "Settings", "Task"])
    let task = try #require(
      try client.call("model.describe", #"{"entity": "Task"}"#)["entities"]?.array?.first)
    let finished = try #require(task["attributes"]?.array?.first { $0["name"] == "finished" })
    #expect(
      finished.text
        == #"{"name":"finished","type":"Boolean","isOptional":false,"isTransient":false,"default":false}"#)
    #expect(task["uniquenessConstraints"]?.text == #"[["uuid"]]"#)
    #expect(task["fetchIndexes"]?.text.contains(#"{"name":"byDate","elements":["date"]}"#) == true)
    #expect(task["versionHash"]?.string?.utf8.count == 44)
    #expect(try fails("model.describe", #"{"entity": "Tusk"}"#) == "entity.unknown")
  }

  @Test func `the store tells where and what it is`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("tasks.sqlite")
    let client = try Conversation { $0.storage = .file(path) }
    _ = try client.call("task.add", #"{"values": {"taskDescription": "x"}, "save": true}"#)
    let info = try client.call("store.info")
    #expect(info["type"] == "SQLite" && info["readOnly"] == false && info["readOnlyReason"] == nil)
    #expect(info["path"]?.string?.hasSuffix("/tasks.sqlite") == true)
    #expect(info["counts"]?.text == #"{"Category":0,"Settings":0,"Task":1}"#)
    #expect(info["metadata"]?["NSStoreType"] == "SQLite")
    #expect(info["metadata"]?["NSStoreModelVersionHashes"] == info["versionHashes"])
    #expect(try #require(info["sizes"]?["file"]?.int64) > 0)
    let reader = try Conversation {
      $0.storage = .file(path)
      $0.isReadOnly = true
    }
    #expect(try reader.call("store.info")["readOnlyReason"]?.string?.contains("--read-only") == true)
    #expect(try self.client.call("store.info")["path"] == nil)
  }

  @Test func `a family has only the members that it says it has`() throws {
    #expect(try fails("object.get", #"{"entity": "Task", "": "x"}"#) == "invalidParams /params/")
    #expect(try fails("task.get", #"{"entity": "Task", "uuid": "x"}"#) == "invalidParams /params/entity")
  }

  @Test func `the version of an object that was never saved is 0, also for ifVersion`() throws {
    _ = try client.call("task.add", #"{"values": {"uuid": "a", "taskDescription": "x"}}"#)
    let error = try client.call("task.update", #"{"uuid": "a", "values": {"category": 1}, "ifVersion": 3}"#)
    #expect(error["data"]?["kind"] == "conflict.version")
    #expect(error["data"]?["actual"] == 0)
    #expect(error["data"]?["object"]?["uuid"] == "a")
    #expect(
      try client.call("task.update", #"{"uuid": "a", "values": {"category": 1}, "ifVersion": 0}"#)[
        "updatedCount"]
        == 1)
  }

  @Test func `settings that are to be deleted are kept by setting them, and no second ones are inserted`()
    throws
  {
    _ = try client.call("settings.set", #"{"values": {"sortedBy": "a"}, "save": true}"#)
    _ = try client.call("object.delete", #"{"entity": "Settings", "predicate": "TRUEPREDICATE"}"#)
    #expect(try client.call("settings.get")["$objectID"] == .null)
    // A request that fails leaves the deletion pending.
    #expect(
      try fails("settings.set", #"{"values": {"sortedBy": 5}}"#) == "value.type /params/values/sortedBy")
    #expect(try client.call("settings.get")["$objectID"] == .null)
    let set = try client.call("settings.set", #"{"values": {"notificationsEnabled": true}, "save": true}"#)
    #expect(set["sortedBy"] == "a" && set["notificationsEnabled"] == true)
    #expect(
      try fails("object.insert", #"{"entity": "Settings", "values": {}}"#) == "invalidParams /params/entity")
    #expect(try client.call("object.count", #"{"entity": "Settings"}"#)["count"] == 1)
  }

  @Test func `an object that is updated twice at once is shown as it is in the end`() throws {
    _ = try client.call("task.add", #"{"values": {"uuid": "a", "taskDescription": "0"}, "save": true}"#)
    let done = try client.call(
      "task.update",
      #"""
      {"updates": [{"uuid": "a", "values": {"taskDescription": "1"}}, {"uuid": "a", "values": {"taskDescription": "2"}}],
      "properties": ["taskDescription"]}
      """#)
    #expect(done["updatedCount"] == 1)
    #expect(try #require(done["objects"]?.array).map { $0["taskDescription"]?.string } == ["2", "2"])
  }
}
