import JSON
import Testing

extension ProcessSuite {
  /// Kinds, codes and places of errors: protocol.md, "Errors".
  @Suite struct ErrorTests {
    @Test(arguments: [
      ("category ==", "predicate.syntax", #"{"range": {"start": 11, "end": "*"}, "expected": "*"}"#),
      ("category = = 1", "predicate.syntax", #"{"range": "*"}"#),
      ("taskDescription LIKE '%milk%' garbage", "predicate.syntax", #"{"range": "*"}"#),
      ("categroy == 1", "predicate.unknownKey", #"{"range": {"start": 0, "end": 8}}"#),
      ("category == 'one'", "predicate.type", "{}"),
      ("taskDescription > 5", "predicate.type", "{}"),
      ("category == %@", "predicate.arguments", "{}"),
      ("SUBQUERY(uuid, $x, TRUEPREDICATE).@count > 0", "predicate.type", "{}"),
      ("FUNCTION(uuid, 'x') == 1", "predicate.unsupported", #"{"range": {"start": 0, "end": 8}}"#),
    ])
    func `a bad predicate is refused with its kind and place`(
      _ predicate: String, _ kind: String, _ data: String
    ) throws {
      let server = try Server(store: nil)
      try server.check("task.fetch", #"{"predicate": "\#(predicate)"}"#, failsWith: kind, data: data)
      try server.check("task.count", #"{"predicate": "\#(predicate)"}"#, failsWith: kind, data: data)
    }

    @Test func `an unknown key is named with the nearest known one`() throws {
      try Server(store: nil).check(
        "task.count", #"{"predicate": "categroy == 1"}"#, failsWith: "predicate.unknownKey",
        data: #"{"key": "categroy", "nearest": "category"}"#)
    }

    @Test func `too many arguments are refused`() throws {
      try Server(store: nil).check(
        "task.count", #"{"predicate": "category == %d", "arguments": [1, 2]}"#,
        failsWith: "predicate.arguments")
    }

    @Test(arguments: [
      ("nope", "{}", "methodNotFound", -32601),
      ("task.count", #"{"context": 5}"#, "invalidParams", -32602),
      ("task.get", #"{"uuid": "none"}"#, "object.notFound", 133000),
      ("task.get", #"{"objectID": "no id"}"#, "", 0),
      ("context.save", #"{"context": "none"}"#, "context.unknown", 0),
      ("task.add", #"{"values": {"nope": 1}}"#, "property.unknown", 0),
      ("task.fetch", #"{"sort": ["nope"]}"#, "", 0),
      ("task.fetch", #"{"properties": ["nope"]}"#, "property.unknown", 0),
      ("task.add", #"{"values": {}, "objects": []}"#, "invalidParams", -32602),
      ("task.add", "{}", "invalidParams", -32602),
    ])
    func `an error has a code, one sentence and a stable kind`(
      _ method: String, _ params: String, _ kind: String, _ code: Int64
    ) throws {
      let server = try Server(store: nil)
      let reply = try server.call(method, params)
      #expect(kind.isEmpty || reply.kind == kind, "\(reply.line)")
      #expect(reply.kind != "internal" && reply.kind?.isEmpty == false, "\(reply.line)")
      #expect(code == 0 ? (reply.code ?? 0) != 0 : reply.code == code, "\(reply.line)")
      let message = reply.message["error"]?["message"]?.string ?? ""
      #expect(!message.isEmpty && !message.contains("\n"))
    }

    @Test func `a required value may be missing until the save, which names all that are missing`() throws {
      let server = try Server(store: nil)
      try server.check("task.add", #"{"values": {"uuid": "A"}}"#, gives: #"{"taskDescription": null}"#)
      try server.check(
        "context.save", failsWith: "validation", code: 1570,
        data: #"{"errors": [{"code": 1570, "property": "taskDescription", "objectID": "*"}]}"#)
      try server.check("task.add", #"{"values": {"uuid": "B"}}"#, gives: "{}")
      try server.check(
        "context.save", failsWith: "validation", code: 1560,
        data: #"{"errors": [{"code": 1570}, {"code": 1570}]}"#)
      try server.check(
        "task.add", #"{"values": {"uuid": "C"}, "save": true}"#, failsWith: "validation",
        data: #"{"errors": [{"thisRequest": false}, {"thisRequest": false}, {"thisRequest": true}]}"#)
      try server.check("task.count", gives: #"{"count": 2}"#)
    }

    @Test func `paths and SQL stay out of the client's sight`() throws {
      let scratch = try Scratch()
      let server = try Server(store: scratch.store, ["--busy-timeout", "50"])
      try server.addSaved("A")
      let shell = try SQLiteShell.holdingWriteLock(of: scratch.store)
      let reply = try server.call("task.add", #"{"values": {"taskDescription": "a"}, "save": true}"#)
      #expect(reply.kind == "store.locked")
      #expect(!reply.line.contains(scratch.path) && !reply.line.contains("INSERT"))
      shell.closeInput()
    }

    @Test func `a predicate can be looked at without a fetch`() throws {
      let server = try Server(store: nil)
      try server.check(
        "predicate.parse", #"{"predicate": "category=1 and not uuid contains[cd] 'x'"}"#,
        gives: #"{"valid": true, "format": "*", "tree": "*", "diagnostics": []}"#)
      try server.check(
        "predicate.parse", #"{"predicate": "category == "}"#,
        gives:
          #"{"valid": false, "diagnostics": [{"kind": "predicate.syntax", "message": "*", "range": {"start": "*", "end": "*"}}]}"#
      )
      try server.check(
        "predicate.parse", #"{"predicate": "categroy == 1", "entity": "Task"}"#,
        gives: #"{"valid": false, "diagnostics": [{"kind": "predicate.unknownKey"}]}"#)
    }

    @Test func `the server describes itself`() throws {
      let server = try Server(store: nil)
      try server.check(
        "initialize", #"{"clientInfo": {"name": "tests"}, "unknown": 1}"#,
        gives:
          #"{"serverInfo": {"name": "objwire", "version": "*"}, "protocolVersion": "1.0", "positionEncoding": "*", "capabilities": "*", "store": "*"}"#
      )
      try server.check(
        "server.status", gives: #"{"version": "*", "protocolVersion": "1.0", "limits": "*", "contexts": "*"}"#
      )
      let document = try server.check(
        "rpc.discover", gives: #"{"openrpc": "*", "info": "*", "methods": "*"}"#)
      let names = document["methods"]?.array?.compactMap { $0["name"]?.string } ?? []
      for name in ["task.add", "task.fetch", "context.save", "server.ping", "rpc.discover"] {
        #expect(names.contains(name))
      }
    }

    @Test func `no common protocol version is an error with the supported ones`() throws {
      let server = try Server(store: nil)
      let reply = try server.call("initialize", #"{"protocolVersions": ["9.0"]}"#)
      #expect(reply.data?["supported"] == ["1.0"], "\(reply.line)")
      try server.check(
        "initialize", #"{"protocolVersions": ["9.0", "1.0"]}"#, gives: #"{"protocolVersion": "1.0"}"#)
    }
  }
}
