import JSON
import Testing

extension ProcessSuite {
  /// `context.*` and `object.refresh`: protocol.md, "Contexts".
  @Suite struct ContextTests {
    @Test func `the view context always exists`() throws {
      let server = try Server(store: nil)
      try server.check(
        "context.status",
        gives: #"{"name": "view", "hasChanges": false, "inserted": [], "updated": [], "deleted": []}"#)
      try server.check("context.status", #"{"context": "view"}"#, gives: #"{"name": "view"}"#)
      #expect(try server.call("context.list").line.contains(#""view""#))
      try server.check("task.count", #"{"context": "veiw"}"#, failsWith: "context.unknown")
    }

    @Test func `changes stay in their context until it is saved`() throws {
      let server = try Server(store: nil)
      try server.check("context.create", #"{"name": "work"}"#, gives: #"{"context": "work"}"#)
      try server.check("context.create", #"{"name": "work"}"#, failsWith: "context.exists")
      try server.check(
        "task.add", #"{"context": "work", "values": {"taskDescription": "a", "uuid": "A"}}"#, gives: "{}")
      try server.check("task.count", #"{"context": "work"}"#, gives: #"{"count": 1}"#)
      try server.check("task.count", gives: #"{"count": 0}"#)
      try server.check(
        "context.save", #"{"context": "work"}"#,
        gives: #"{"saved": {"insertedCount": 1, "savedTo": "store"}}"#)
      try server.check("task.count", gives: #"{"count": 1}"#)
    }

    @Test func `a context without a name is given one`() throws {
      let server = try Server(store: nil)
      let name = try #require(server.call("context.create").result?["context"]?.string)
      try server.check(
        "task.add", #"{"context": "\#(name)", "values": {"taskDescription": "a"}, "save": true}"#, gives: "{}"
      )
    }

    @Test func `contexts are limited to sixty-four`() throws {
      let server = try Server(store: nil)
      var made = 1
      while made < 100, try server.call("context.create").result != nil { made += 1 }
      #expect(made == 64)
      try server.check("context.create", failsWith: "context.limit")
      try server.check("task.count", gives: #"{"count": 0}"#)
    }

    @Test func `status lists pending changes by reference`() throws {
      let server = try TaskTests.filled()
      try server.check("task.add", #"{"values": {"taskDescription": "a", "uuid": "F"}}"#, gives: "{}")
      try server.check("task.update", #"{"uuid": "A", "values": {"category": 9}}"#, gives: "{}")
      try server.check("task.delete", #"{"uuid": "B"}"#, gives: "{}")
      let pending =
        #""inserted": [{"$objectID": "*", "$entity": "Task", "uuid": "F"}], "updated": [{"uuid": "A"}], "deleted": [{"uuid": "B"}]"#
      try server.check("context.status", gives: #"{"hasChanges": true, \#(pending)}"#)
      try server.check("context.rollback", gives: "{\(pending)}")
      try server.check("context.status", gives: #"{"hasChanges": false}"#)
      #expect(try server.uuids().joined() == "ABCDE")
    }

    @Test func `a change that changes nothing leaves nothing pending`() throws {
      let server = try TaskTests.filled()
      try server.check("task.update", #"{"uuid": "A", "values": {"category": 1}}"#, gives: "{}")
      try server.check("context.status", gives: #"{"hasChanges": false}"#)
      try server.check("task.add", #"{"values": {"taskDescription": "a", "uuid": "F"}}"#, gives: "{}")
      try server.check("task.delete", #"{"uuid": "F"}"#, gives: "{}")
      try server.check(
        "context.save", gives: #"{"saved": {"insertedCount": 0, "updatedCount": 0, "deletedCount": 0}}"#)
    }

    @Test func `a context with changes is closed only with discard`() throws {
      let server = try Server(store: nil)
      try server.check("context.create", #"{"name": "work"}"#, gives: "{}")
      try server.check("task.add", #"{"context": "work", "values": {"taskDescription": "a"}}"#, gives: "{}")
      try server.check("context.close", #"{"context": "work"}"#, failsWith: "context.hasChanges")
      try server.check("context.close", #"{"context": "work", "discard": true}"#, gives: "{}")
      try server.check("task.count", #"{"context": "work"}"#, failsWith: "context.unknown")
      try server.check("context.create", #"{"name": "work"}"#, gives: "{}")
      try server.check("task.count", #"{"context": "work"}"#, gives: #"{"count": 0}"#)
      try server.expectEnd(0)
    }

    @Test func `reset forgets pending changes`() throws {
      let server = try TaskTests.filled()
      try server.check("task.update", #"{"uuid": "A", "values": {"category": 9}}"#, gives: "{}")
      try server.check("context.reset", gives: "{}")
      try server.check("task.get", #"{"uuid": "A"}"#, gives: #"{"category": 1}"#)
      try server.expectEnd(0)
    }

    @Test func `refresh drops one object's changes, or keeps them`() throws {
      let server = try TaskTests.filled()
      let id = try #require(server.call("task.get", #"{"uuid": "A"}"#).result?["$objectID"]?.string)
      try server.check("task.update", #"{"uuid": "A", "values": {"category": 9}}"#, gives: "{}")
      try server.check(
        "object.refresh", #"{"objectIDs": ["\#(id)"], "keepChanges": true}"#,
        gives: #"{"objects": [{"category": 9}]}"#)
      try server.check(
        "object.refresh", #"{"objectIDs": ["\#(id)"]}"#, gives: #"{"objects": [{"category": 1}]}"#)
      try server.check("context.status", gives: #"{"hasChanges": false}"#)
    }

    @Test func `when the save of a request fails its own changes are withdrawn and earlier ones stay`() throws
    {
      let server = try TaskTests.filled()
      try server.check("task.update", #"{"uuid": "B", "values": {"category": 9}}"#, gives: "{}")
      let data = try server.check(
        "task.add", #"{"values": {"taskDescription": "a", "uuid": "A"}, "save": true}"#,
        failsWith: "conflict.constraint",
        code: 133021)
      #expect(data["thisRequest"] == true || "\(data)".contains("thisRequest"), "\(data)")
      try server.check("context.status", gives: #"{"inserted": [], "updated": [{"uuid": "B"}]}"#)
      try server.check("context.save", gives: #"{"saved": {"updatedCount": 1}}"#)
      try server.check("task.get", #"{"uuid": "B"}"#, gives: #"{"category": 9}"#)
    }

    @Test func `refresh leaves out what somebody else deleted, and refuses what never was`() throws {
      let server = try Server(store: nil)
      try server.addSaved("A")
      let id = try #require(try server.call("task.get", #"{"uuid": "A"}"#).result?["$objectID"]?.string)
      try server.check("context.create", #"{"name": "other"}"#, gives: "{}")
      try server.check("task.update", #"{"uuid": "A", "values": {"category": 1}}"#, gives: "{}")
      try server.check(
        "task.delete", #"{"uuid": "A", "context": "other", "save": true}"#, gives: #"{"deletedCount": 1}"#)
      let known = #""keepChanges": true, "objectIDs": ["\#(id)", "\#(id)""#
      let nobody = id.dropLast() + "9"
      try server.check("object.refresh", "{\(known), \"\(nobody)\"]}", failsWith: "object.notFound")
      try server.check("context.status", gives: #"{"hasChanges": true}"#)
      try server.check("object.refresh", "{\(known)]}", gives: #"{"objects": []}"#)
      try server.check("context.status", gives: #"{"hasChanges": false}"#)
    }

    @Test func `a failed save leaves every pending change as it was`() throws {
      let server = try TaskTests.filled()
      try server.check("task.update", #"{"uuid": "B", "values": {"category": 9}}"#, gives: "{}")
      try server.check("task.add", #"{"values": {"taskDescription": "a", "uuid": "A"}}"#, gives: "{}")
      try server.check(
        "context.save", failsWith: "conflict.constraint", code: 133021,
        data: #"{"constraint": ["uuid"], "objectID": "*", "existingObjectID": "*"}"#)
      try server.check("context.status", gives: #"{"inserted": [{"uuid": "A"}], "updated": [{"uuid": "B"}]}"#)
      try server.check("context.rollback", gives: "{}")
      try server.check("task.get", #"{"uuid": "B"}"#, gives: #"{"category": 2}"#)
    }

    @Test func `a temporary id keeps resolving in every context`() throws {
      let server = try Server(store: nil)
      try server.check("context.create", #"{"name": "work"}"#, gives: "{}")
      let id = try #require(
        server.call("task.add", #"{"values": {"taskDescription": "a", "uuid": "A"}, "save": true}"#).result?[
          "saved"]?[
            "permanentIDs"]?.object?.members.first)
      for context in ["view", "work"] {
        try server.check(
          "task.get", #"{"objectID": "\#(id.key)", "context": "\#(context)"}"#, gives: #"{"uuid": "A"}"#)
      }
      try server.check(
        "task.update", #"{"objectID": "\#(id.key)", "values": {"category": 2}, "save": true}"#, gives: "{}")
      try server.check("task.get", #"{"objectID": "\#(id.value.string ?? "")"}"#, gives: #"{"category": 2}"#)
    }
  }
}
