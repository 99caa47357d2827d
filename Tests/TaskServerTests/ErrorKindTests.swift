import JSON
import JSONRPC
import TaskServer
import Testing
import TestSupport

/// Every kind of error a running server gives: its code, its members, and that they are what the table says.
@Suite struct ErrorKindTests {
  struct Fault: CustomTestStringConvertible {
    let method: String
    let params: String
    let kind: String
    let code: Int64
    /// The members of `data` after `kind`, UUIDs replaced.
    let data: String

    init(_ method: String, _ params: String, _ kind: String, _ code: Int64, _ data: String) {
      (self.method, self.params, self.kind, self.code, self.data) = (method, params, kind, code, data)
    }

    var testDescription: String { "\(method) \(params.prefix(60))" }
  }

  private static let predicates: [Fault] = [
    Fault(
      "task.fetch", #"{"predicate": "finished = "}"#, "predicate.syntax", 1,
      #""range":{"start":11,"end":11},"expected":["key","value","(","NOT"],"pointer":"/params/predicate""#),
    Fault(
      "task.count", #"{"predicate": "finished"}"#, "predicate.syntax", 1,
      #""range":{"start":8,"end":8},"expected":["comparison operator"],"hint":"A property alone is no predicate; write finished == TRUE.","pointer":"/params/predicate""#
    ),
    Fault(
      "task.delete", #"{"predicate": "taskDescripton == 'x'"}"#, "predicate.unknownKey", 2,
      #""range":{"start":0,"end":14},"key":"taskDescripton","nearest":"taskDescription","hint":"did you mean taskDescription?","pointer":"/params/predicate""#
    ),
    Fault(
      "task.update", #"{"predicate": "date < 5", "values": {}}"#, "predicate.type", 3,
      #""range":{"start":7,"end":8},"pointer":"/params/predicate""#),
    Fault(
      "task.fetch", #"{"predicate": "taskDescription MATCHES '(?=x)'"}"#, "predicate.unsupported", 4,
      #""range":{"start":25,"end":28},"pointer":"/params/predicate""#),
    Fault(
      "task.fetch", #"{"predicate": "taskDescription MATCHES 'a(b'"}"#, "predicate.syntax", 1,
      #""range":{"start":26,"end":27},"expected":[],"hint":"The character itself is written \\(.","pointer":"/params/predicate""#
    ),
    Fault(
      "task.fetch", #"{"predicate": "category == %d"}"#, "predicate.arguments", 5,
      #""range":{"start":12,"end":14},"pointer":"/params/predicate""#),
    Fault(
      "task.fetch", #"{"predicate": "TRUEPREDICATE", "arguments": [1]}"#, "predicate.arguments", 5,
      #""pointer":"/params/predicate""#),
  ]

  private static let values: [Fault] = [
    Fault(
      "predicate.parse", #"{"predicate": "TRUEPREDICATE", "entity": "Tasks"}"#, "entity.unknown", 6,
      #""entity":"Tasks","nearest":"Task""#),
    Fault(
      "task.add", #"{"values": {"uiud": "x"}}"#, "property.unknown", 7,
      #""pointer":"/params/values/uiud","property":"uiud","nearest":"uuid""#),
    Fault(
      "task.add", #"{"values": {"$version": 3}}"#, "property.unknown", 7,
      #""pointer":"/params/values/$version","property":"$version""#),
    Fault(
      "task.get", #"{"uuid": "a", "properties": ["uuid", "dat"]}"#, "property.unknown", 7,
      #""pointer":"/params/properties/1","property":"dat","nearest":"date""#),
    Fault(
      "task.fetch", #"{"sort": ["date", "-categry"]}"#, "property.unknown", 7,
      #""pointer":"/params/sort/1","property":"categry","nearest":"category""#),
    Fault(
      "task.update", #"{"uuid": "a", "values": {"taskDescription": 5}}"#, "value.type", 8,
      #""pointer":"/params/values/taskDescription","expected":"a string""#),
    Fault(
      "task.add", #"{"objects": [{}, {"finished": "yes"}]}"#, "value.type", 8,
      #""pointer":"/params/objects/1/finished","expected":"true or false","index":1"#),
    Fault(
      "task.fetch", #"{"predicate": "date == %@", "arguments": [{"$date": "soon"}]}"#, "value.type", 8,
      #""pointer":"/params/arguments/0/$date","expected":"a date such as \"2026-12-01T09:00:00Z\", \"2026-12-01T09:00\" or \"2026-12-01\"""#
    ),
    Fault(
      "initialize", #"{"timeZone": "Nowhere"}"#, "value.type", 8,
      #""pointer":"/params/timeZone","expected":"a name of the IANA time zone database""#),
    Fault(
      "task.add", #"{"values": {}, "save": true}"#, "validation", 1570,
      #""errors":[{"code":1570,"name":"NSValidationMissingMandatoryPropertyError","objectID":"x-coredata://U1/Task/tU2","property":"taskDescription","value":null,"thisRequest":true}]"#
    ),
    Fault("task.get", #"{"uuid": "A"}"#, "object.notFound", 133000, #""uuid":"A""#),
    Fault(
      "object.refresh", #"{"objectIDs": ["x-coredata://00000000-0000-4000-8000-000000000000/Task/p1"]}"#,
      "object.notFound", 133000, #""objectID":"x-coredata://U1/Task/p1""#),
  ]

  private static let shapes: [Fault] = [
    Fault(
      "task.cuont", "{}", "methodNotFound", -32601, #""method":"task.cuont","nearest":"task.count""#),
    Fault(
      "task.update", #"{"uuid": "a", "value": {}}"#, "invalidParams", -32602,
      #""pointer":"/params/value","nearest":"values""#),
    Fault(
      "task.update", #"{"uuid": "a"}"#, "invalidParams", -32602,
      #""pointer":"/params","expected":"a member \"values\"""#),
    Fault(
      "task.delete", #"{"uuid": ""}"#, "invalidParams", -32602, #""pointer":"/params/uuid""#),
    Fault(
      "task.get", #"{"objectID": "p1"}"#, "invalidParams", -32602,
      #""pointer":"/params/objectID","expected":"x-coredata://STORE/Entity/pN or …/tUUID""#),
    Fault(
      "server.ping", "[1]", "invalidParams", -32602,
      #""pointer":"/params","expected":"an object with members by name""#),
    Fault(
      "context.close", #"{"context": "view"}"#, "invalidParams", -32602,
      #""pointer":"/params/context","expected":"another context""#),
    Fault(
      "initialize", #"{"protocolVersions": ["2.0"]}"#, "invalidParams", -32602,
      #""pointer":"/params/protocolVersions","supported":["1.0"]"#),
    Fault(
      "context.save", #"{"context": "veiw"}"#, "context.unknown", 9,
      #""pointer":"/params/context","context":"veiw","nearest":"view""#),
    Fault(
      "context.create", #"{"name": "view"}"#, "context.exists", 10,
      #""pointer":"/params/name","context":"view""#),
  ]

  @Test(arguments: predicates + values + shapes)
  func `a fault is answered with its kind, code and place`(_ fault: Fault) throws {
    let conversation = try Self.prepared()
    let error = try conversation.call(fault.method, fault.params)
    #expect(
      Conversation.normalized(error["data"]?.text ?? error.text)
        == #"{"kind":"\#(fault.kind)",\#(fault.data)}"#)
    #expect(error["code"]?.int64 == fault.code)
    #expect(error["message"]?.string?.last.map { ".?".contains($0) } == true, "a sentence")
    try Self.checkTable(error, of: fault.method)
    // The next request works.
    #expect(try conversation.call("task.count")["count"] == 1)
    #expect(try conversation.call("context.status")["hasChanges"] == false)
  }

  @Test(arguments: [
    ("{", -32700, #""kind":"parse","offset":1"#), ("{\"a\":1,}", -32700, #""kind":"parse","offset":6"#),
    ("5", -32600, #""kind":"invalidRequest""#),
    (#"{"jsonrpc":"2.0","id":1}"#, -32600, #""kind":"invalidRequest""#),
    (#"{"id":1,"method":"task.count"}"#, -32600, #""kind":"invalidRequest""#),
    (#"{"jsonrpc":"2.0","id":[],"method":"task.count"}"#, -32600, #""kind":"invalidRequest""#),
  ])
  func `what is no request is answered once`(_ line: String, _ code: Int64, _ data: String) throws {
    let conversation = try Self.prepared()
    let said = conversation.say(line)
    let reply = try JSONValue(parsing: said.first ?? "null")
    #expect(said.count == 1 && reply["error"]?["code"]?.int64 == code)
    #expect(reply["error"]?["data"]?.text == "{\(data)}")
    #expect(try conversation.call("task.count")["count"] == 1)
  }

  @Test(arguments: [
    (
      "task.fetch", #"{"properties": ["$version"]}"#,
      "Task has no property $version. Members that begin with $ always come."
    ),
    (
      "task.fetch", #"{"sort": ["-$version"]}"#,
      "Task has no property $version. Nothing can be sorted by members that begin with $."
    ),
    (
      "task.add", #"{"values": {"$version": 1}}"#,
      "Task has no property $version. Members that begin with $ cannot be set."
    ),
    ("task.fetch", #"{"limit": 1e30}"#, "/params/limit must be an integer of at most 64 bits."),
    ("task.fetch", #"{"limit": -1e400}"#, "/params/limit must be an integer of at most 64 bits."),
    ("task.fetch", #"{"limit": 1.5}"#, "/params/limit must be an integer."),
  ])
  func `a message says what is wrong`(_ method: String, _ params: String, _ message: String) throws {
    #expect(try Conversation().call(method, params)["message"]?.string == message)
  }

  @Test func `limits are kinds of their own`() throws {
    let conversation = try Self.prepared()
    let batch = "[" + repeatElement("1", count: 10_001).joined(separator: ",") + "]"
    #expect(
      conversation.say(batch) == [
        #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"A batch has at most 10000 items.","data":{"kind":"limit.exceeded","limit":"batchItems","maximum":10000}}}"#
      ])
    let deep = String(repeating: "(", count: 300) + "TRUEPREDICATE" + String(repeating: ")", count: 300)
    let long = "finished == 1 OR " + repeatElement("category == 1", count: 90_000).joined(separator: " OR ")
    let rich = "category IN {" + repeatElement("1", count: 250_001).joined(separator: ",") + "}"
    let limits = try #require(try conversation.call("server.status")["limits"])
    let wild = "taskDescription LIKE '*" + String(repeating: "?", count: 257) + "*'"
    for (predicate, name) in [
      (deep, "predicateDepth"), (long, "predicateBytes"), (rich, "predicateTokens"),
      (wild, "patternQuestionMarks"),
    ] {
      let error = try conversation.call("task.count", #"{"predicate": "\#(predicate)"}"#)
      #expect(error["data"]?["kind"] == "limit.exceeded" && error["code"] == -32602)
      #expect(error["data"]?["limit"] == .string(name))
      #expect(error["data"]?["maximum"] == limits[name] && limits[name] != nil)
      try Self.checkTable(error, of: "task.count")
    }
  }

  @Test func `the depth of a predicate counts what the manual says`() throws {
    let conversation = try Self.prepared()
    func check(_ predicate: (Int) -> String, deepest: Int) throws {
      for (count, isAllowed) in [(deepest, true), (deepest + 1, false)] {
        let result = try conversation.call("task.count", #"{"predicate": "\#(predicate(count))"}"#)
        #expect((result["count"] != nil) == isAllowed, "\(count)")
      }
    }
    func times(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
    try check({ times("(", $0) + "category == 1" + times(")", $0) }, deepest: 198)
    try check({ times("NOT ", $0) + "category == 1" }, deepest: 198)
    try check({ "category" + times(" + category", $0) + " == 1" }, deepest: 198)
  }

  @Test func `a store that is only read refuses changes`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("tasks.sqlite")
    do { _ = try Conversation { $0.storage = .file(path) }.server.close() }
    let conversation = try Conversation { configuration in
      configuration.storage = .file(path)
      configuration.isReadOnly = true
    }
    let error = try conversation.call("task.add", #"{"values": {"taskDescription": "x"}}"#)
    #expect(
      error.text == #"{"code":14,"message":"The store is read-only.","data":{"kind":"store.readOnly"}}"#)
    #expect(try conversation.call("context.status")["hasChanges"] == false)
  }

  private static func prepared() throws -> Conversation {
    let conversation = try Conversation()
    _ = try conversation.call(
      "task.add", #"{"values": {"uuid": "a", "taskDescription": "x"}, "save": true}"#)
    return conversation
  }

  /// An error has a kind of the table, with no member that the table does not list.
  private static func checkTable(_ error: JSONValue, of method: String) throws {
    let name = try #require(error["data"]?["kind"]?.string)
    let kind = try #require(Manual.description.errors.first { $0.name == name })
    let members = error["data"]?.object?.members.map(\.key).filter { $0 != "kind" } ?? []
    #expect(members.filter { !kind.members.contains($0) } == [], "\(name) lists \(kind.members)")
    // Kinds of every JSON-RPC server have negative codes and are not repeated for each method.
    guard let entry = Manual.description.methods.first(where: { $0.name == method }), kind.code > 0 else {
      return
    }
    #expect(entry.errors.contains(kind), "\(method) does not list \(name)")
  }
}
