import JSON
import Testing

extension ProcessSuite {
  /// JSON may name a member twice; nothing that has a meaning is taken from such an object: protocol.md, "Messages".
  @Suite struct DuplicateKeyTests {
    @Test(arguments: [
      ("task.fetch", #"{"limit":1,"limit":2}"#, "/params/limit"),
      ("task.fetch", #"{"limit":1,"l\u0069mit":1}"#, "/params/limit"),
      ("task.fetch", #"{"sort":[{"key":"date","key":"uuid"}]}"#, "/params/sort/0/key"),
      (
        "task.fetch", #"{"predicate":"uuid == $A","arguments":{"A":"1","A":"2"}}"#, "/params/arguments/A"
      ),
      (
        "task.fetch", #"{"predicate":"date == %@","arguments":[{"$date":"2026","$date":"2027"}]}"#,
        "/params/arguments/0/$date"
      ),
      (
        "task.add", #"{"values":{"taskDescription":"a","taskDescription":"b"}}"#,
        "/params/values/taskDescription"
      ),
      ("task.add", #"{"objects":[{"uuid":"A"},{"uuid":"B","uuid":"B"}]}"#, "/params/objects/1/uuid"),
      (
        "task.update", #"{"updates":[{"uuid":"A","values":{"finished":true,"finished":false}}]}"#,
        "/params/updates/0/values/finished"
      ),
      ("task.get", #"{"uuid":"A","uuid":"B"}"#, "/params/uuid"),
      ("initialize", #"{"clientInfo":{"name":"a","name":"b"}}"#, "/params/clientInfo/name"),
      ("context.create", #"{"name":"w","name":"x"}"#, "/params/name"),
    ])
    func `a member of params that is named twice is refused with its place`(
      _ method: String, _ params: String, _ pointer: String
    ) throws {
      let server = try Server(store: nil)
      let reply = try server.call(method, params)
      #expect(reply.kind == "invalidParams", "\(reply.line)")
      #expect(reply.code == -32602)
      #expect(reply.data?["pointer"]?.string == pointer)
      #expect(reply.message["error"]?["message"]?.string?.contains("duplicate key") == true)
      try server.check("task.count", gives: #"{"count": 0}"#)
    }

    @Test func `ping gives back what it got`() throws {
      let params = #"{"a":1,"a":[{"b":1,"b":2}]}"#
      let reply = try Server(store: nil).call("server.ping", params)
      #expect(reply.line.contains(#""result":\#(params)}"#))
    }

    @Test func `a message that says twice what it is runs neither`() throws {
      let conversation = try Conversation(
        input: #"{"jsonrpc":"2.0","id":1,"method":"task.add","method":"server.ping"}"# + "\n"
          + #"{"jsonrpc":"2.0","id":2,"id":3,"method":"server.ping"}"# + "\n")
      let replies = try conversation.lines.map { try JSONValue(parsing: $0) }
      #expect(replies.map { $0["id"] } == [1, .null])
      #expect(replies.map { $0["error"]?["code"] } == [-32600, -32600])
      #expect(replies.allSatisfy { $0["error"]?["message"]?.string?.contains("Duplicate key") == true })
    }
  }
}
