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

    @Test func `a store that refuses leaves nothing but the error on standard error`() throws {
      let scratch = try Scratch()
      try Server(store: scratch.store).expectEnd()
      func fail(_ more: String...) throws -> String {
        let arguments = [
          "call", "task.add", #"{"values": {"taskDescription": "a"}}"#, "--store", scratch.store,
        ]
        let conversation = try Conversation(arguments + more)
        #expect(conversation.ending == .code(1) && conversation.lines.isEmpty)
        return conversation.errorText
      }
      let refused = try fail("--read-only")
      #expect(try JSONValue(parsing: refused)["data"]?["kind"] == "store.readOnly", "\(refused)")
      let lock = try SQLiteShell.holdingWriteLock(of: scratch.store)
      let locked = try fail("--busy-timeout", "0")
      #expect(try JSONValue(parsing: locked)["data"]?["kind"] == "store.locked", "\(locked)")
      let logged = try fail("--busy-timeout", "0", "--log-level", "info").split(separator: "\n")
      #expect(
        logged.first == "objwire: info: another process is using the store and did not finish in time")
      _ = lock
    }

    @Test func `input that is not UTF-8 is refused, not repaired`() throws {
      let scratch = try Scratch()
      let head = #"{"values": {"taskDescription": "a"#
      let process = try Conversation(
        ["call", "task.add", "-", "--store", scratch.store],
        bytes: Array(head.utf8) + [0xFF] + Array("\"}}".utf8))
      #expect(process.ending == .code(2))
      #expect(process.errorText.contains("not valid JSON"))
      #expect(!Scratch.exists(scratch.store))
    }

    @Test func `a word that is not UTF-8 is refused, and U+FFFD itself is none such`() throws {
      func call(_ format: String) throws -> (ending: ChildProcess.Ending, output: String, errors: String) {
        let params = #""$(printf '{"a":"\#(format)"}')""#
        let shell = try ChildProcess(
          path: "sh", ["-c", "exec '\(Binary.path)' call --in-memory server.ping \(params)"],
          environment: ["PATH": "/usr/bin:/bin"])
        shell.closeInput()
        let output = String(decoding: try shell.readToEnd(), as: UTF8.self)
        return (try shell.wait(), output, shell.errorText)
      }
      let wrong = try call(#"\377"#)
      #expect(wrong.ending == .code(2) && wrong.output.isEmpty)
      #expect(wrong.errors == "objwire: the command line is not UTF-8\n")
      let right = try call(#"\357\277\275"#)
      #expect(right.ending == .code(0) && right.output == "{\"a\":\"\u{FFFD}\"}\n", "\(right.errors)")
    }
  }
}
