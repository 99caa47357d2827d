import JSON
import Testing

extension ProcessSuite {
  /// `objwire call`: one request from the shell.
  @Suite struct CallTests {
    @Test func `a call prints the result alone and saves what it changed`() throws {
      let scratch = try Scratch()
      func call(_ arguments: String..., input: String = "") throws -> Conversation {
        try Conversation(
          ["call"] + arguments, input: input, environment: ["OBJWIRE_STORE": scratch.store])
      }
      let added = try call("task.add", #"{"values": {"taskDescription": "a", "uuid": "A"}}"#)
      #expect(added.ending == .code(0), "\(added.errorText)")
      #expect(try JSONValue(parsing: added.lines.joined())["uuid"] == "A")
      let fromInput = try call("task.add", "-", input: #"{"values": {"taskDescription": "a", "uuid": "B"}}"#)
      #expect(fromInput.ending == .code(0), "\(fromInput.errorText)")
      let counted = try call("task.count")
      #expect(try JSONValue(parsing: counted.lines.joined())["count"] == 2)
    }

    @Test func `an error goes to standard error and ends with 1`() throws {
      let conversation = try Conversation(
        ["call", "task.get", #"{"uuid": "none"}"#, "--in-memory"])
      #expect(conversation.ending == .code(1), "\(conversation.errorText)")
      #expect(conversation.lines.isEmpty)
      #expect(try JSONValue(parsing: conversation.errorText)["data"]?["kind"] == "object.notFound")
    }
  }
}
