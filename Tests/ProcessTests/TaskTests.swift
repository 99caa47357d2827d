import JSON
import Testing

extension ProcessSuite {
  /// `task.*`: protocol.md, "Methods".
  @Suite struct TaskTests {
    /// Five tasks: A…E with categories 1, 2, 1, 3, 2, two of them without a date.
    static func filled(_ store: String? = nil) throws -> Server {
      let server = try Server(store: store, ["--time-zone", "UTC"])
      try server.check(
        "task.add",
        #"""
        {"objects": [
          {"uuid": "A", "taskDescription": "Buy Milk", "category": 1, "date": "2026-12-01T09:00:00Z"},
          {"uuid": "B", "taskDescription": "call Zoë", "category": 2, "date": "2026-11-01T09:00:00Z"},
          {"uuid": "C", "taskDescription": "milk the cow", "category": 1},
          {"uuid": "D", "taskDescription": "Crème brûlée", "category": 3, "finished": true},
          {"uuid": "E", "taskDescription": "", "category": 2, "date": "2026-12-24T18:00:00Z"}
        ], "save": true}
        """#.replacing("\n", with: " "),
        gives: #"{"objects": ["*", "*", "*", "*", "*"], "saved": {"insertedCount": 5}}"#)
      return server
    }

    @Test func `many objects are added by one request, all or none`() throws {
      let server = try Server(store: nil)
      let result = try server.check(
        "task.add",
        #"{"objects": [{"taskDescription": "a", "uuid": "A"}, {"taskDescription": "b", "uuid": "B"}]}"#,
        gives: #"{"objects": [{"$objectID": "*", "uuid": "A"}, {"$objectID": "*", "uuid": "B"}]}"#)
      #expect(result["objects"]?.array?.first?["category"] == nil)
      try server.check(
        "task.add", #"{"objects": [{"uuid": "C"}, {"category": "x"}]}"#, failsWith: "value.type",
        data: #"{"index": 1}"#)
      try server.check("task.count", gives: #"{"count": 2}"#)
      try server.check(
        "task.add", #"{"objects": [{"uuid": "D"}], "properties": ["uuid", "category"]}"#,
        gives: #"{"objects": [{"uuid": "D", "category": 0, "$version": 0}]}"#)
    }

    @Test func `a task is got by its uuid or its object id, whole or in part`() throws {
      let server = try Self.filled()
      let id = try #require(server.call("task.get", #"{"uuid": "A"}"#).result?["$objectID"]?.string)
      try server.check(
        "task.get", #"{"objectID": "\#(id)"}"#, gives: #"{"uuid": "A", "taskDescription": "Buy Milk"}"#)
      try server.check(
        "task.get", #"{"uuid": "A", "properties": ["category"]}"#,
        gives: #"{"category": 1, "uuid": "absent"}"#)
      try server.check("task.get", #"{"uuid": "nobody"}"#, failsWith: "object.notFound", code: 133000)
      try server.check("task.get", failsWith: "invalidParams", code: -32602)
      try server.check("task.get", #"{"uuid": null}"#, failsWith: "invalidParams")
    }

    @Test(arguments: [
      (#""predicate": "category == 1""#, "AC"),
      (#""predicate": "category == %d", "arguments": [2]"#, "BE"),
      (#""predicate": "%K == %@", "arguments": ["category", 3]"#, "D"),
      (#""predicate": "category == $C AND finished == NO", "arguments": {"C": 1}"#, "AC"),
      (#""predicate": "taskDescription CONTAINS[cd] \"milk\"""#, "AC"),
      (#""predicate": "taskDescription CONTAINS \"milk\"""#, "C"),
      (#""predicate": "taskDescription CONTAINS[cd] %@", "arguments": ["creme BRULEE"]"#, "D"),
      (#""predicate": "taskDescription ENDSWITH[d] \"Zoe\"""#, "B"),
      (#""predicate": "taskDescription BEGINSWITH[c] 'BUY'""#, "A"),
      (#""predicate": "taskDescription LIKE[c] \"*milk*\"""#, "AC"),
      (#""predicate": "category BETWEEN {2, 3}""#, "BDE"),
      (#""predicate": "category BETWEEN %@", "arguments": [[2, 3]]"#, "BDE"),
      (#""predicate": "uuid IN %@", "arguments": [["A", "E", "Z"]]"#, "AE"),
      (#""predicate": "uuid IN {'B', 'C'}""#, "BC"),
      (#""predicate": "date == nil""#, "CD"),
      (#""predicate": "date != NULL""#, "ABE"),
      (#""predicate": "date < \"2026-12-02\"""#, "AB"),
      (#""predicate": "date >= %@", "arguments": ["2026-12-01T09:00:00Z"]"#, "AE"),
      (#""predicate": "date > %@", "arguments": [{"$date": "2026-12-01T09:00:00Z"}]"#, "E"),
      (#""predicate": "NOT (category == 1 OR category == 2)""#, "D"),
      (#""predicate": "category * 2 + 1 > 4""#, "BDE"),
      (#""predicate": "finished == true""#, "D"),
      (#""predicate": "TRUEPREDICATE""#, "ABCDE"),
      (#""predicate": "FALSEPREDICATE""#, ""),
      (#""sort": ["-category", "uuid"]"#, "DBEAC"),
      (#""sort": ["date"]"#, "CDBAE"),
      (#""sort": ["-date"]"#, "EABCD"),
      (#""sort": [{"key": "date", "nulls": "last"}]"#, "BAECD"),
      (#""sort": [{"key": "taskDescription"}]"#, "EADBC"),
      (#""sort": [{"key": "taskDescription", "options": "cd"}]"#, "EABDC"),
      (#""sort": [{"key": "uuid", "ascending": false}], "limit": 2"#, "ED"),
      (#""sort": ["uuid"], "offset": 1, "limit": 2"#, "BC"),
      (#""offset": 4"#, "E"),
      (#""offset": 9"#, ""),
    ])
    func `a fetch finds what its predicate means, on saved and on pending rows`(
      _ params: String, _ expected: String
    ) throws {
      let saved = try Self.filled()
      #expect(try saved.uuids(params).joined() == expected)
      let pending = try Self.filled()
      try pending.check(
        "task.update", #"{"predicate": "TRUEPREDICATE", "values": {"notificationEnabled": true}}"#,
        gives: #"{"updatedCount": 5}"#)
      #expect(try pending.uuids(params).joined() == expected)
    }

    @Test(arguments: [
      #"{"limit": 0}"#, #"{"limit": -1}"#, #"{"offset": -1}"#, #"{"limit": "two"}"#, #"{"sort": "date"}"#,
    ])
    func `a fetch with an impossible shape is refused`(_ params: String) throws {
      try Server(store: nil).check("task.fetch", params, failsWith: "invalidParams", code: -32602)
    }

    @Test func `pending changes can be left out of a fetch`() throws {
      let server = try Self.filled()
      try server.check("task.add", #"{"values": {"taskDescription": "a", "uuid": "F"}}"#, gives: "{}")
      try server.check("task.delete", #"{"uuid": "A"}"#, gives: #"{"deletedCount": 1}"#)
      #expect(try server.uuids().joined() == "BCDEF")
      #expect(try server.uuids(#""includesPendingChanges": false"#).joined() == "ABCDE")
    }

    @Test func `an update names its objects in exactly one way`() throws {
      let server = try Self.filled()
      try server.check(
        "task.update", #"{"uuid": "A", "values": {"category": 9}}"#,
        gives: #"{"updatedCount": 1, "objects": [{"uuid": "A", "category": 9}]}"#)
      let result = try server.check(
        "task.update", #"{"predicate": "category == 2", "values": {"finished": true}}"#,
        gives: #"{"updatedCount": 2, "objects": [{"uuid": "B"}, {"uuid": "E"}]}"#)
      #expect(result["objects"]?.array?.first?["category"] == nil)
      for selector in [
        #""uuid": "A", "predicate": "TRUEPREDICATE", "#, "", #""uuid": null, "#, #""predicate": null, "#,
      ] {
        try server.check(
          "task.update", #"{\#(selector)"values": {"category": 1}}"#, failsWith: "invalidParams")
      }
      let empty = try server.call("task.update", #"{"predicate": "", "values": {"category": 1}}"#)
      #expect(empty.message["error"] != nil, "an empty predicate never means all: \(empty.line)")
    }

    @Test func `a delete names its objects in exactly one way`() throws {
      let server = try Self.filled()
      try server.check(
        "task.delete", #"{"uuid": "A"}"#,
        gives: #"{"deletedCount": 1, "objects": [{"$objectID": "*", "uuid": "A"}]}"#)
      try server.check(
        "task.delete", #"{"predicate": "category == 2", "save": true}"#, gives: #"{"deletedCount": 2}"#)
      #expect(try server.uuids().joined() == "CD")
      try server.check("task.delete", failsWith: "invalidParams")
      for selector in [#"{"uuid": null}"#, #"{"uuid": ""}"#, #"{"predicate": ""}"#, #"{"predicate": null}"#] {
        let reply = try server.call("task.delete", selector)
        #expect(reply.message["error"] != nil, "\(selector): \(reply.line)")
      }
      #expect(try server.uuids().joined() == "CD")
    }

    @Test func `by key no match is an error, by predicate it is a count of 0`() throws {
      let server = try Self.filled()
      try server.check(
        "task.update", #"{"uuid": "Z", "values": {}}"#, failsWith: "object.notFound", code: 133000)
      try server.check("task.delete", #"{"uuid": "Z"}"#, failsWith: "object.notFound", code: 133000)
      try server.check(
        "task.update", #"{"predicate": "uuid == 'Z'", "values": {}}"#, gives: #"{"updatedCount": 0}"#)
      try server.check("task.delete", #"{"predicate": "uuid == 'Z'"}"#, gives: #"{"deletedCount": 0}"#)
    }

    @Test func `ifVersion is compared with the committed version`() throws {
      let server = try Self.filled()
      try server.check(
        "task.update", #"{"uuid": "A", "ifVersion": 1, "values": {"category": 5}, "save": true}"#,
        gives: #"{"updatedCount": 1}"#)
      try server.check(
        "task.update", #"{"uuid": "A", "ifVersion": 1, "values": {"category": 6}, "save": true}"#,
        failsWith: "conflict.version",
        data: #"{"expected": 1, "actual": 2, "object": {"uuid": "A", "category": 5}}"#)
      try server.check(
        "task.delete", #"{"uuid": "A", "ifVersion": 1, "save": true}"#, failsWith: "conflict.version")
      try server.check("context.status", gives: #"{"hasChanges": false}"#)
      try server.check(
        "task.delete", #"{"uuid": "A", "ifVersion": 2, "save": true}"#, gives: #"{"deletedCount": 1}"#)
    }

    @Test func `a result of a request that saved says what was saved`() throws {
      let server = try Self.filled()
      let result = try server.check(
        "task.add", #"{"values": {"taskDescription": "a", "uuid": "F"}, "save": true}"#,
        gives: #"{"saved": {"insertedCount": 1, "updatedCount": 0, "deletedCount": 0, "savedTo": "store"}}"#)
      #expect(result["saved"]?["permanentIDs"]?.object?.count == 1)
      try server.check(
        "task.add", #"{"values": {"taskDescription": "a", "uuid": "G"}}"#, gives: #"{"saved": "absent"}"#)
    }

    @Test func `with autosave changes are saved unless a request says otherwise`() throws {
      let scratch = try Scratch()
      let server = try Server(store: scratch.store, ["--autosave"])
      try server.check(
        "task.add", #"{"values": {"taskDescription": "a", "uuid": "A"}}"#,
        gives: #"{"saved": {"insertedCount": 1}}"#)
      try server.check(
        "task.add", #"{"values": {"taskDescription": "a", "uuid": "B"}, "save": false}"#,
        gives: #"{"saved": "absent"}"#)
      #expect(try Server(store: scratch.store).uuids() == ["A"])
    }
  }
}
