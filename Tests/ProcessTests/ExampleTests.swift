import Foundation
import JSON
import Testing

extension ProcessSuite {
  /// The conversation that README begins with.
  @Suite struct ExampleTests {
    @Test func `the first conversation works the first time and the second time`() throws {
      let example = Example.project.appendingPathComponent("clients/examples/first-steps.ndjson")
      let input = try String(contentsOf: example, encoding: .utf8)
      let scratch = try Scratch()
      for _ in 0..<2 {
        let conversation = try Conversation(["serve", "--store", scratch.store], input: input)
        #expect(conversation.ending == .code(0), "\(conversation.errorText)")
        let replies = try conversation.lines.map { try JSONValue(parsing: $0) }
        // Replies of `server.status` may be passed by others.
        #expect(replies.compactMap { $0["id"]?.int64 }.sorted() == Array(1...14))
        for reply in replies { #expect(reply["error"] == nil, "\(reply)") }
        #expect(replies.first { $0["id"] == 6 }?["result"]?["objects"]?.array?.count == 1)
        #expect(replies.first { $0["id"] == 10 }?["result"]?["count"] == 1)
      }
    }

    @Test func `the example in Node does what it says`() throws {
      guard let text = try Example.output(of: "clients/examples/todo.mjs", with: "node") else {
        return print("skipped: no node here")
      }
      #expect(
        text == """
          2026-12-02T10:00:00Z Call the café
          predicate.unknownKey: did you mean finished?
          1 to do

          """)
    }

    @Test func `the example in Python does what it says`() throws {
      guard let text = try Example.output(of: "clients/examples/todo.py", with: "python3") else {
        return print("skipped: no python3 here")
      }
      #expect(
        text == """
          2026-12-02 10:00 Call the café
          predicate.unknownKey: did you mean finished?
          1 to do

          """)
    }

    @Test func `the example for a shell does what it says`() throws {
      let text = try #require(try Example.output(of: "clients/examples/todo.sh", with: "sh"))
      #expect(
        text == """
          {"dictionaries":[{"date":"2026-12-02T10:00:00Z","taskDescription":"Call the café"}]}
          exit code 1
          {"count":1}

          """)
    }
  }
}
