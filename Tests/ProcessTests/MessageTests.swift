import Foundation
import JSON
import Testing

extension ProcessSuite {
  /// JSON-RPC 2.0 over the pipe: protocol.md, "Messages".
  @Suite struct MessageTests {
    static func request(_ id: String, _ method: String = "server.ping", _ params: String = "{}") -> String {
      #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#
    }

    @Test(arguments: [
      "1", "0", "-7", "1.0", "1.5", "1e3", "9007199254740993", "18446744073709551616", #""1""#, #""""#,
      #""\u0041\n""#, "null",
    ])
    func `the id comes back as the token it was`(_ id: String) throws {
      try check(Self.request(id) + "\n", answers: [#"{"jsonrpc":"2.0","id":\#(id),"result":{}}"#])
    }

    @Test func `an id may be used again at any time`() throws {
      let line = Self.request("7") + "\n"
      try check(
        line + line + line, answers: Array(repeating: #"{"jsonrpc":"2.0","id":7,"result":{}}"#, count: 3))
    }

    @Test(arguments: [#","params":null"#, #","params":[]"#, #","params":{}"#, ""])
    func `absent, null and empty params are the same`(_ params: String) throws {
      try check(
        #"{"jsonrpc":"2.0","id":1,"method":"task.count"\#(params)}"# + "\n",
        answers: [#"{"jsonrpc":"2.0","id":1,"result":{"count":0}}"#])
    }

    @Test func `params by position are refused`() throws {
      try Server(store: nil).check("task.count", "[1]", failsWith: "invalidParams", code: -32602)
    }

    @Test func `a reply is one line with its members in order`() throws {
      let conversation = try Conversation(
        input:
          #"{"params":{"a":"x\#u{2028}y\#u{2029}z\#u{85}w/"},"method":"server.ping","id":1,"jsonrpc":"2.0"}"#
          + "\r\n")
      #expect(
        conversation.lines == [#"{"jsonrpc":"2.0","id":1,"result":{"a":"x\u2028y\u2029z\u0085w/"}}"#])
    }

    @Test func `a notification is never answered`() throws {
      try check(
        #"{"jsonrpc":"2.0","method":"server.ping"}"# + "\n" + #"{"jsonrpc":"2.0","method":"nope"}"# + "\n"
          + Self.request("1") + "\n",
        answers: [#"{"jsonrpc":"2.0","id":1,"result":{}}"#])
    }

    @Test func `a batch is answered as one array in the order of its requests`() throws {
      let batch = [
        Self.request("1", "task.add", #"{"values":{"taskDescription": "a", "uuid":"A"},"save":true}"#),
        #"{"jsonrpc":"2.0","method":"server.ping"}"#, "5", Self.request(#""two""#, "task.count"),
        Self.request("3", "nope"),
      ]
      let conversation = try Conversation(input: "[\(batch.joined(separator: ","))]\n")
      #expect(conversation.lines.count == 1)
      let replies = try JSONValue(parsing: conversation.lines[0]).array ?? []
      #expect(replies.map { $0["id"] } == [1, .null, "two", 3])
      #expect(replies.map { $0["error"]?["code"]?.int64 } == [nil, -32600, nil, -32601])
      #expect(replies[2]["result"]?["count"] == 1)
    }

    @Test func `a batch of notifications is not answered, an empty one is one error`() throws {
      let conversation = try Conversation(
        input: #"[{"jsonrpc":"2.0","method":"server.ping"}]"# + "\n[]\n" + Self.request("1") + "\n")
      #expect(conversation.lines.count == 2)
      let refusal = try JSONValue(parsing: conversation.lines[0])
      #expect(refusal["error"]?["code"] == -32600)
      #expect(refusal["id"] == .null)
    }

    @Test func `a batch is not a transaction`() throws {
      let server = try Server(store: nil)
      try server.process.send(
        "["
          + Self.request("1000", "task.add", #"{"values":{"taskDescription": "a", "uuid":"A"},"save":true}"#)
          + ","
          + Self.request("1001", "task.add", #"{"values":{"taskDescription": "a", "uuid":"A"},"save":true}"#)
          + "]")
      let replies = try JSONValue(parsing: server.process.readLine()).array ?? []
      #expect(replies.count == 2)
      #expect(replies.last?["error"]?["data"]?["kind"] == "conflict.constraint")
      #expect(try server.uuids() == ["A"])
    }

    @Test func `a batch of more than ten thousand items is refused`() throws {
      let items = Array(repeating: Self.request("1"), count: 10_001).joined(separator: ",")
      let conversation = try Conversation(input: "[\(items)]\n" + Self.request("2") + "\n")
      #expect(conversation.lines.count == 2)
      #expect(conversation.lines[0].contains(#""kind":"limit.exceeded""#))
    }

    @Test func `unknown params are named with the nearest known one`() throws {
      try Server(store: nil).check(
        "task.fetch", #"{"predicat": "TRUEPREDICATE"}"#, failsWith: "invalidParams", code: -32602,
        data: #"{"pointer": "*", "nearest": "predicate"}"#)
    }

    @Test func `an unknown method is named with the nearest known one`() throws {
      let server = try Server(store: nil)
      let reply = try server.call("task.fecth")
      #expect(reply.code == -32601)
      #expect(reply.kind == "methodNotFound")
      #expect(reply.line.contains("task.fetch"))
    }

    @Test(arguments: ["5", "5.0", "5e0", "50e-1"])
    func `an integral number is an integer, however it is written`(_ number: String) throws {
      let server = try Server(store: nil)
      try server.check(
        "task.add", #"{"values": {"taskDescription": "a", "category": \#(number)}, "save": true}"#,
        gives: #"{"category": 5}"#)
      try server.check("task.fetch", #"{"limit": \#(number)}"#, gives: #"{"objects": ["*"]}"#)
    }

    @Test func `requests of one context are executed in their order`() throws {
      let server = try Server(store: nil)
      var counts: [Int] = []
      for index in 0..<50 {
        try server.send("task.add", #"{"values": {"taskDescription": "a", "uuid": "\#(index)"}}"#)
        counts.append(try server.send("task.count"))
      }
      for (index, id) in counts.enumerated() {
        #expect(try server.reply(to: id).result?["count"]?.int64 == Int64(index + 1))
      }
    }

    @Test func `a context may be named at once after the request that makes it`() throws {
      let server = try Server(store: nil)
      let made = try server.send("context.create", #"{"name": "work"}"#)
      let used = try server.send(
        "task.add", #"{"values": {"taskDescription": "a", "uuid": "A"}, "context": "work", "save": true}"#)
      #expect(try server.reply(to: made).result?["context"] != nil)
      #expect(try server.reply(to: used).result?["uuid"] == "A")
    }

    @Test func `a waiting request counts with its id and what the server keeps for it`() throws {
      let scratch = try Scratch()
      let server = try Server(store: scratch.store, ["--busy-timeout", "600000"])
      try server.addSaved("A")
      let lock = try SQLiteShell.holdingWriteLock(of: scratch.store)
      // Nothing behind this one can run before the lock is gone.
      try server.send("task.add", #"{"values": {"taskDescription": "a"}, "save": true}"#)
      let longID = #""\#(String(repeating: "i", count: 50_000))""#
      try server.process.send(#"{"jsonrpc":"2.0","id":\#(longID),"method":"context.status"}"#)
      let count = 1_000
      let requests = (0..<count).map { #"{"jsonrpc":"2.0","id":"\#($0)","method":"context.status"}"# }
      try server.process.send(requests.joined(separator: "\n"))
      try server.check("server.ping", gives: "{}")
      let queues = try #require(try server.call("server.status").result?["queues"])
      #expect(queues["requests"]?.int64 == Int64(count + 3))
      #expect(try #require(queues["bytes"]?.int64) >= Int64(50_000 + count * 512))
      _ = lock
    }

    @Test func `a queued request that is cancelled never runs`() throws {
      let scratch = try Scratch()
      let server = try Server(store: scratch.store, ["--busy-timeout", "600000"])
      try server.addSaved("A")
      let lock = try SQLiteShell.holdingWriteLock(of: scratch.store)
      // Nothing behind this one can run before the lock is gone.
      let stuck = try server.send("task.add", #"{"values": {"taskDescription": "a"}, "save": true}"#)
      let queued = try server.send("task.add", #"{"values": {"taskDescription": "a", "uuid": "NEVER"}}"#)
      try server.notify("$/cancelRequest", #"{"id": \#(queued)}"#)
      #expect(try server.reply(to: queued).code == -32800)
      try lock.send("ROLLBACK;")
      #expect(try server.reply(to: stuck).result != nil)
      try server.check("task.count", #"{"predicate": "uuid == \"NEVER\""}"#, gives: #"{"count": 0}"#)
    }

    @Test func `a running request that is cancelled is answered once`() throws {
      let server = try Server(store: nil)
      let many = (0..<20_000).map { _ in #"{"taskDescription": "a", "category": 1}"# }.joined(separator: ",")
      let slow = try server.send("task.add", #"{"objects": [\#(many)], "save": true}"#)
      try server.notify("$/cancelRequest", #"{"id": \#(slow)}"#)
      let reply = try server.reply(to: slow)
      let count = try server.call("task.count").result?["count"]?.int64
      if reply.code == -32800 {
        #expect(count == 0)
      } else {
        #expect(reply.result != nil, "\(reply.line)")
        #expect(count == 20_000)
      }
      #expect(server.process.isSilent(for: 0.05))
    }

    @Test func `a message that is too long is one error and the next line works`() throws {
      let long = Self.request("1", "server.ping", #"{"a":"\#(String(repeating: "x", count: 300_000))"}"#)
      let conversation = try Conversation(
        ["serve", "--in-memory", "--max-message", "2000"], input: long + "\n" + Self.request("2") + "\n")
      #expect(conversation.lines.count == 2)
      #expect(conversation.lines.first?.contains(#""kind":"limit.exceeded""#) == true)
      #expect(conversation.lines.last == #"{"jsonrpc":"2.0","id":2,"result":{}}"#)
    }

    @Test func `nothing but JSON comes on standard output`() throws {
      let conversation = try Conversation(
        ["serve", "--in-memory", "--log-level", "debug"],
        input: Self.request("1") + "\nnonsense\n" + Self.request("2", "rpc.discover") + "\n"
          + Self.request("3", "server.status") + "\n"
          + Self.request("4", "task.add", #"{"values":{"taskDescription": "a"}}"#)
          + "\n")
      #expect(conversation.lines.count == 5)
      for line in conversation.lines {
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
      }
    }
  }
}
