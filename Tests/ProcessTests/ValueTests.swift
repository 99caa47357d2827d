import JSON
import Testing

extension ProcessSuite {
  /// Values in and out: protocol.md, "Values".
  @Suite struct ValueTests {
    @Test(arguments: [
      (#"{"category": 5}"#, #"{"category": 5}"#),
      (#"{"category": "5"}"#, #"{"category": 5}"#),
      (#"{"category": "-2147483648"}"#, #"{"category": -2147483648}"#),
      (#"{"finished": true}"#, #"{"finished": true}"#),
      (#"{"finished": 1}"#, #"{"finished": true}"#),
      (#"{"finished": 0}"#, #"{"finished": false}"#),
      (
        #"{}"#,
        #"{"finished": false, "category": 0, "notificationEnabled": false, "date": null}"#
      ),
      (#"{"taskDescription": ""}"#, #"{"taskDescription": ""}"#),
      (#"{"taskDescription": "a\u0000b/\"\\"}"#, #"{"taskDescription": "a\u0000b/\"\\"}"#),
      (#"{"date": null}"#, #"{"date": null}"#),
      (#"{"date": "2026-12-01T09:00:00Z"}"#, #"{"date": "2026-12-01T09:00:00Z"}"#),
      (#"{"date": "2026-12-01T09:00:00+02:00"}"#, #"{"date": "2026-12-01T07:00:00Z"}"#),
      (#"{"date": "2026-12-01T09:00:00.250Z"}"#, #"{"date": "2026-12-01T09:00:00.25Z"}"#),
      (#"{"date": "2026-12-01T09:00:00.0004Z"}"#, #"{"date": "2026-12-01T09:00:00Z"}"#),
      (#"{"date": "1969-12-31T23:59:59Z"}"#, #"{"date": "1969-12-31T23:59:59Z"}"#),
      (#"{"date": "2026-12-01T09:00"}"#, #"{"date": "2026-12-01T09:00:00Z"}"#),
      (#"{"date": "2026-12-01"}"#, #"{"date": "2026-12-01T00:00:00Z"}"#),
      (#"{"uuid": "any text"}"#, #"{"uuid": "any text"}"#),
    ])
    func `a value comes back in the form of its type, before and after the save`(
      _ values: String, _ expected: String
    ) throws {
      for store in [nil, try Scratch()] {
        let server = try Server(store: store?.store, ["--time-zone", "UTC"])
        let added = try server.check("task.add", #"{"values": \#(values)}"#, gives: expected)
        let uuid = try #require(added["uuid"]?.string)
        if added["taskDescription"] == .null {
          try server.check(
            "task.update", #"{"uuid": "\#(uuid)", "values": {"taskDescription": "a"}}"#, gives: "{}")
        }
        try server.check("context.save", gives: #"{"saved": {"insertedCount": 1}}"#)
        try server.check("task.get", #"{"uuid": "\#(uuid)"}"#, gives: expected)
        try server.check("task.fetch", gives: #"{"objects": [\#(expected)]}"#)
      }
    }

    @Test(arguments: [
      (#"{"category": "five"}"#, "category"), (#"{"category": 2147483648}"#, "category"),
      (#"{"category": 1.5}"#, "category"), (#"{"category": true}"#, "category"),
      (#"{"finished": "yes"}"#, "finished"), (#"{"finished": 2}"#, "finished"),
      (#"{"taskDescription": 1}"#, "taskDescription"), (#"{"taskDescription": ["a"]}"#, "taskDescription"),
      (#"{"date": "tomorrow"}"#, "date"), (#"{"date": 5}"#, "date"), (#"{"date": "2026-13-01"}"#, "date"),
      (#"{"date": "2026-02-29"}"#, "date"), (#"{"uuid": 5}"#, "uuid"), (#"{"uuid": {}}"#, "uuid"),
    ])
    func `a value of the wrong type is refused with its place, and nothing is stored`(
      _ values: String, _ property: String
    ) throws {
      let server = try Server(store: nil)
      let data = try server.check(
        "task.add", #"{"values": \#(values), "save": true}"#, failsWith: "value.type")
      #expect(data["pointer"]?.string?.hasSuffix("/values/\(property)") == true, "\(data)")
      #expect(data["expected"] != nil)
      try server.check("task.count", gives: #"{"count": 0}"#)
    }

    @Test func `an unknown property is named with the nearest known one`() throws {
      let server = try Server(store: nil)
      try server.check(
        "task.add", #"{"values": {"finishd": true}}"#, failsWith: "property.unknown",
        data: #"{"nearest": "finished"}"#)
    }

    @Test func `a wall time is that of the connection's zone`() throws {
      let summer = #"{"values": {"date": "2026-07-01T09:00"}}"#
      let server = try Server(store: nil, ["--time-zone", "Europe/Berlin"])
      try server.check("task.add", summer, gives: #"{"date": "2026-07-01T07:00:00Z"}"#)
      try server.check(
        "task.add", #"{"values": {"date": "2026-03-29T02:30"}}"#, gives: #"{"date": "2026-03-29T01:30:00Z"}"#)
      try server.check(
        "task.add", #"{"values": {"date": "2026-10-25T02:30"}}"#, gives: #"{"date": "2026-10-25T00:30:00Z"}"#)
      try server.check("initialize", #"{"timeZone": "America/New_York"}"#, gives: "{}")
      try server.check("task.add", summer, gives: #"{"date": "2026-07-01T13:00:00Z"}"#)
      let environment = try Server(store: nil, environment: ["TZ": "Asia/Tokyo"])
      try environment.check("task.add", summer, gives: #"{"date": "2026-07-01T00:00:00Z"}"#)
    }

    @Test func `strings are kept and compared by their bytes`() throws {
      let scratch = try Scratch()
      let server = try Server(store: scratch.store)
      let composed = "\u{E9}"
      let decomposed = "e\u{301}"
      try server.addSaved(composed)
      try server.addSaved(decomposed)
      let back = try server.uuids()
      #expect(back.map { Array($0.utf8) } == [Array(composed.utf8), Array(decomposed.utf8)])
      let found = try server.uuids(#""predicate": "uuid == %@", "arguments": ["\#(decomposed)"]"#)
      #expect(found.map { Array($0.utf8) } == [Array(decomposed.utf8)])
    }

    @Test func `a uuid that objwire makes is upper-case, a given one is kept and compared exactly`() throws {
      let server = try Server(store: nil)
      let made =
        try server.check("task.add", #"{"values": {"taskDescription": "a"}}"#, gives: #"{"uuid": "*"}"#)[
          "uuid"]?.string ?? ""
      #expect(made.count == 36 && made == made.uppercased())
      try server.check(
        "task.add", #"{"values": {"taskDescription": "a", "uuid": "abc"}}"#, gives: #"{"uuid": "abc"}"#)
      try server.check("task.get", #"{"uuid": "ABC"}"#, failsWith: "object.notFound", code: 133000)
    }

    @Test func `an object is flat, with three members of objwire's own`() throws {
      let server = try Server(store: nil)
      let pending = try server.check(
        "task.add", #"{"values": {"taskDescription": "a", "uuid": "A"}}"#,
        gives: #"{"$entity": "Task", "$version": 0, "uuid": "A"}"#)
      let temporary = try #require(pending["$objectID"]?.string)
      #expect(temporary.contains("/Task/t"))
      let saved = try server.call("context.save").result?["saved"]?["permanentIDs"]?[temporary]?.string
      #expect(saved?.hasSuffix("/Task/p1") == true)
      try server.check(
        "task.get", #"{"objectID": "\#(temporary)"}"#,
        gives: #"{"$version": 1, "$objectID": "\#(saved ?? "")"}"#)
      let part = try server.call("task.fetch", #"{"properties": ["uuid"]}"#).result?["objects"]?.array?.first
      #expect(part?.object?.members.map(\.key).sorted() == ["$entity", "$objectID", "$version", "uuid"])
    }

    @Test func `the version rises by one with each saved change of the row`() throws {
      let server = try Server(store: nil)
      try server.addSaved("A")
      for version in 2...4 {
        try server.check(
          "task.update", #"{"uuid": "A", "values": {"category": \#(version)}, "save": true}"#,
          gives: #"{"updatedCount": 1}"#)
        try server.check("task.get", #"{"uuid": "A"}"#, gives: #"{"$version": \#(version)}"#)
      }
    }
  }
}
