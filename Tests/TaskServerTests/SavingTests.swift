import JSON
import TaskServer
import Testing
import TestSupport

/// Saves as a client sees them: what is withdrawn, what conflicts, what the ways on are.
///
/// Each claim holds for both stores.
@Suite struct SavingTests {
  enum Storage: CaseIterable { case memory, file }

  /// A conversation with the task `a` of version 1, known to the contexts `view` and `other`.
  struct Scene {
    let conversation: Conversation
    let objectID: String
    private let directory = try? TemporaryDirectory()

    init(_ storage: Storage) throws {
      let path = directory?.path("tasks.sqlite") ?? ""
      conversation = try Conversation { configuration in
        if storage == .file { configuration.storage = .file(path) }
      }
      let task = try conversation.call(
        "task.add", #"{"values": {"uuid": "a", "taskDescription": "x"}, "save": true}"#)
      objectID = try #require(task["$objectID"]?.string)
      _ = try conversation.call("context.create", #"{"name": "other"}"#)
    }

    /// Changes `a` in one context, saved in the other: then `view` cannot save.
    func diverge() throws {
      _ = try conversation.call("task.update", #"{"uuid": "a", "values": {"category": 1}}"#)
      _ = try conversation.call(
        "task.update",
        #"{"context": "other", "uuid": "a", "values": {"category": 2, "finished": true}, "save": true}"#)
    }

    /// The error of a request, with UUIDs replaced.
    func fails(_ method: String, _ params: String = "{}") throws -> String {
      Conversation.normalized(try conversation.call(method, params).text)
    }
  }

  @Test(arguments: Storage.allCases)
  func `a request whose save fails takes its own changes with it, and says which were its own`(
    _ storage: Storage
  ) throws {
    let scene = try Scene(storage)
    let client = scene.conversation
    _ = try client.call("task.add", #"{"values": {"uuid": "b"}}"#)
    _ = try client.call("task.update", #"{"uuid": "a", "values": {"category": 5}}"#)
    let error = try client.call(
      "task.update", #"{"predicate": "uuid == 'a'", "values": {"taskDescription": null}, "save": true}"#)
    let errors = try #require(error["data"]?["errors"]?.array)
    #expect(error["code"] == 1560)
    #expect(
      Set(errors.map { "\($0["property"]?.text ?? "") \($0["thisRequest"]?.text ?? "")" })
        == [#""taskDescription" false"#, #""taskDescription" true"#])
    // The earlier change of the same object is still pending, the failed one is gone.
    let task = try client.call("task.get", #"{"uuid": "a"}"#)
    #expect(task["category"] == 5 && task["taskDescription"] == "x" && task["$version"] == 1)
    let status = try client.call("context.status")
    #expect(status["inserted"]?.array?.count == 1 && status["updated"]?.array?.count == 1)
  }

  @Test(arguments: Storage.allCases)
  func `a failed context.save leaves every pending change as it was`(_ storage: Storage) throws {
    let scene = try Scene(storage)
    _ = try scene.conversation.call("task.add", #"{"values": {"uuid": "b"}}"#)
    _ = try scene.conversation.call("task.update", #"{"uuid": "a", "values": {"category": 5}}"#)
    let before = try scene.conversation.call("context.status")
    #expect(try scene.conversation.call("context.save")["code"] == 1570)
    #expect(try scene.conversation.call("context.status") == before)
  }

  @Test(arguments: Storage.allCases)
  func `a merge conflict names the properties and shows yours, theirs and what both began with`(
    _ storage: Storage
  ) throws {
    let scene = try Scene(storage)
    try scene.diverge()
    let task = #"{"$objectID":"x-coredata://U1/Task/p1","$entity":"Task","$version":"#
    let rest = #""notificationEnabled":false,"taskDescription":"x","uuid":"a"}"#
    #expect(
      try scene.fails("context.save")
        == #"{"code":133020,"message":"Somebody else changed the same objects; nothing was saved.","data":{"kind":"conflict.merge","conflicts":[{"objectID":"x-coredata://U1/Task/p1","keys":["category"],"yours":\#(task)1,"category":1,"date":null,"finished":false,\#(rest),"theirs":\#(task)2,"category":2,"date":null,"finished":true,\#(rest),"base":\#(task)1,"category":0,"date":null,"finished":false,\#(rest),"thisRequest":false}]}}"#
    )
    // What I did not touch followed, what I did is still mine.
    let mine = try scene.conversation.call("task.get", #"{"uuid": "a"}"#)
    #expect(mine["category"] == 1 && mine["finished"] == true)
  }

  @Test(arguments: Storage.allCases)
  func `an object that somebody deleted conflicts with null on their side`(_ storage: Storage) throws {
    let scene = try Scene(storage)
    _ = try scene.conversation.call("task.update", #"{"uuid": "a", "values": {"category": 1}}"#)
    _ = try scene.conversation.call("task.delete", #"{"context": "other", "uuid": "a", "save": true}"#)
    let error = try scene.conversation.call("context.save")
    let conflict = try #require(error["data"]?["conflicts"]?.array?.first)
    #expect(error["code"] == 133020 && conflict["theirs"] == .null)
    #expect(conflict["yours"]?["category"] == 1 && conflict["base"]?["category"] == 0)
    let refreshed = try scene.conversation.call("object.refresh", #"{"objectIDs": ["\#(scene.objectID)"]}"#)
    #expect(refreshed.text == #"{"objects":[]}"#)
    #expect(try scene.conversation.call("task.get", #"{"uuid": "a"}"#)["code"] == 133000)
  }

  @Test(arguments: Storage.allCases)
  func `refresh gives changes up, or keeps them on top of the newest commit`(_ storage: Storage) throws {
    let scene = try Scene(storage)
    let ids = #""objectIDs": ["\#(scene.objectID)"]"#
    try scene.diverge()
    let theirs = try scene.conversation.call("object.refresh", "{\(ids)}")
    #expect(
      theirs["objects"]?.array?.first?["category"] == 2 && theirs["objects"]?.array?.first?["$version"] == 2)
    #expect(try scene.conversation.call("context.status")["hasChanges"] == false)
    try scene.diverge()
    #expect(try scene.conversation.call("context.save")["code"] == nil, "the other side saved nothing new")
    _ = try scene.conversation.call("task.update", #"{"uuid": "a", "values": {"category": 7}}"#)
    _ = try scene.conversation.call(
      "task.update", #"{"context": "other", "uuid": "a", "values": {"category": 8}, "save": true}"#)
    let mine = try scene.conversation.call("object.refresh", #"{\#(ids), "keepChanges": true}"#)
    #expect(mine["objects"]?.array?.first?["category"] == 7)
    #expect(try scene.conversation.call("context.save")["saved"]?["updatedCount"] == 1)
    #expect(
      try scene.conversation.call("task.get", #"{"context": "other", "uuid": "a"}"#)["category"] == 7)
  }

  @Test(arguments: Storage.allCases)
  func `a unique value that is taken is a constraint conflict at the save`(_ storage: Storage) throws {
    let scene = try Scene(storage)
    #expect(
      try scene.fails("task.add", #"{"values": {"uuid": "a", "taskDescription": "y"}, "save": true}"#)
        == #"{"code":133021,"message":"Another object has the same uuid.","data":{"kind":"conflict.constraint","constraint":["uuid"],"values":{"uuid":"a"},"objectID":"x-coredata://U1/Task/tU2","existingObjectID":"x-coredata://U1/Task/p1","thisRequest":true}}"#
    )
    #expect(try scene.conversation.call("context.status")["hasChanges"] == false)
    // Two new ones take it from each other as well; both stay pending.
    _ = try scene.conversation.call(
      "task.add",
      #"{"objects": [{"uuid": "n", "taskDescription": "y"}, {"uuid": "n", "taskDescription": "z"}]}"#)
    let error = try scene.conversation.call("context.save")
    #expect(error["data"]?["kind"] == "conflict.constraint" && error["data"]?["thisRequest"] == false)
    #expect(try scene.conversation.call("context.status")["inserted"]?.array?.count == 2)
  }

  @Test(arguments: Storage.allCases)
  func `ifVersion is compared with the committed version, when the request comes and when it is saved`(
    _ storage: Storage
  ) throws {
    let scene = try Scene(storage)
    let expected =
      #"{"code":17,"message":"The object does not have the expected version.","data":{"kind":"conflict.version","objectID":"x-coredata://U1/Task/p1","expected":7,"actual":1,"object":{"$objectID":"x-coredata://U1/Task/p1","$entity":"Task","$version":1,"category":0,"date":null,"finished":false,"notificationEnabled":false,"taskDescription":"x","uuid":"a"},"thisRequest":true}}"#
    let wrong = #""uuid": "a", "ifVersion": 7, "save": true"#
    #expect(try scene.fails("task.update", #"{\#(wrong), "values": {"category": 1}}"#) == expected)
    #expect(try scene.fails("task.delete", "{\(wrong)}") == expected)
    #expect(try scene.conversation.call("context.status")["hasChanges"] == false)
    _ = try scene.conversation.call(
      "task.update", #"{"uuid": "a", "ifVersion": 1, "values": {"category": 1}}"#)
    _ = try scene.conversation.call(
      "task.update", #"{"context": "other", "uuid": "a", "values": {"finished": true}, "save": true}"#)
    let late = try scene.conversation.call("context.save")
    #expect(late["data"]?["kind"] == "conflict.version" && late["data"]?["actual"] == 2)
    #expect(try scene.conversation.call("context.status")["hasChanges"] == true)
  }

  @Test(arguments: Storage.allCases)
  func `a temporary ID keeps resolving after the save, in every context`(_ storage: Storage) throws {
    let scene = try Scene(storage)
    let added = try scene.conversation.call(
      "task.add", #"{"values": {"uuid": "b", "taskDescription": "y"}}"#)
    let temporary = try #require(added["$objectID"]?.string)
    #expect(
      try scene.conversation.call("task.get", #"{"context": "other", "objectID": "\#(temporary)"}"#)["code"]
        == 133000)
    let saved = try scene.conversation.call("context.save")
    let permanent = try #require(saved["saved"]?["permanentIDs"]?[temporary]?.string)
    for context in ["view", "other"] {
      let task = try scene.conversation.call(
        "task.get", #"{"context": "\#(context)", "objectID": "\#(temporary)"}"#)
      #expect(task["$objectID"]?.string == permanent && task["$version"] == 1)
    }
    let updated = try scene.conversation.call(
      "task.update",
      #"{"context": "other", "objectID": "\#(temporary)", "values": {"category": 3}, "save": true}"#)
    #expect(updated["objects"]?.array?.first?["$objectID"]?.string == permanent)
    #expect(
      try scene.conversation.call(
        "task.count", #"{"predicate": "SELF == %@", "arguments": ["\#(temporary)"]}"#)[
          "count"] == 1)
  }

  @Test(arguments: Storage.allCases)
  func `many are added or none, and the first bad one is named`(_ storage: Storage) throws {
    let scene = try Scene(storage)
    let error = try scene.conversation.call(
      "task.add", #"{"objects": [{"uuid": "b"}, {"uuid": "c", "finished": 3}, {"nope": 1}], "save": true}"#)
    #expect(error["data"]?["index"] == 1 && error["data"]?["pointer"] == "/params/objects/1/finished")
    #expect(try scene.conversation.call("task.count")["count"] == 1)
  }

  @Test(arguments: Storage.allCases)
  func `with autosave a request that fails leaves nothing behind`(_ storage: Storage) throws {
    let directory = try TemporaryDirectory()
    let client = try Conversation { configuration in
      configuration.savesAutomatically = true
      if storage == .file { configuration.storage = .file(directory.path("tasks.sqlite")) }
    }
    #expect(try client.call("task.add", #"{"values": {}}"#)["code"] == 1570)
    #expect(try client.call("context.status")["hasChanges"] == false)
    let pending = try client.call("task.add", #"{"values": {"taskDescription": "x"}, "save": false}"#)
    #expect(pending["saved"] == nil)
    let saved = try client.call("task.delete", #"{"predicate": "FALSEPREDICATE"}"#)
    #expect(saved["saved"]?["insertedCount"] == 1, "a save is one of the whole context")
  }

  /// What somebody else does to an object must not make an error of what was done.
  @Test(arguments: Storage.allCases)
  func `a change of an object that others deleted is answered by what was saved`(_ storage: Storage) throws {
    let scene = try Scene(storage)
    let client = scene.conversation
    _ = try client.call("task.update", #"{"uuid": "a", "values": {"category": 5}}"#)
    _ = try client.call("task.add", #"{"values": {"uuid": "b", "taskDescription": "y"}}"#)
    _ = try client.call("task.delete", #"{"context": "other", "uuid": "a", "save": true}"#)
    // Back to what it was: nothing is pending for the object any more.
    let reply = try client.call("task.update", #"{"uuid": "a", "values": {"category": 0}, "save": true}"#)
    #expect(reply["saved"]?["insertedCount"] == 1)
    #expect(reply["objects"]?.array?.first?["uuid"] == "a")
    #expect(try client.call("task.count", "{}")["count"] == 1)
  }

  @Test(arguments: Storage.allCases)
  func `the reply of a save shows the saved objects as they are now`(_ storage: Storage) throws {
    let scene = try Scene(storage)
    let client = scene.conversation
    _ = try client.call("task.update", #"{"uuid": "a", "values": {"category": 5}}"#)
    _ = try client.call(
      "task.update", #"{"context": "other", "uuid": "a", "values": {"finished": true}, "save": true}"#)
    let updated = try client.call(
      "task.update", #"{"uuid": "a", "values": {"taskDescription": "z"}, "save": true}"#)
    #expect(updated["objects"]?.array?.first == (try client.call("task.get", #"{"uuid": "a"}"#)))
    let added = try client.call(
      "task.add",
      #"{"objects": [{"taskDescription": "n", "date": "2026-12-01T09:00:00.125Z"}], "properties": ["date"], "save": true}"#
    )
    let object = try #require(added["objects"]?.array?.first)
    let id = try #require(object["$objectID"]?.text)
    #expect(object == (try client.call("task.get", #"{"objectID": \#(id), "properties": ["date"]}"#)))
  }
}
