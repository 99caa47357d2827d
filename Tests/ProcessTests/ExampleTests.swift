import Foundation
import JSON
import Testing

extension ProcessSuite {
  /// The conversation that README begins with.
  @Suite struct ExampleTests {
    @Test func `the first conversation works the first time and the second time`() throws {
      let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
      let example = project.appendingPathComponent("clients/examples/first-steps.ndjson")
      let input = try String(contentsOf: example, encoding: .utf8)
      let scratch = try Scratch()
      for _ in 0..<2 {
        let conversation = try Conversation(["serve", "--store", scratch.store], input: input)
        #expect(conversation.ending == .code(0), "\(conversation.errorText)")
        let replies = try conversation.lines.map { try JSONValue(parsing: $0) }
        #expect(replies.map { $0["id"] } == (1...14).map { JSONValue.integer($0) })
        for reply in replies { #expect(reply["error"] == nil, "\(reply)") }
        #expect(replies.first { $0["id"] == 6 }?["result"]?["objects"]?.array?.count == 1)
        #expect(replies.first { $0["id"] == 10 }?["result"]?["count"] == 1)
      }
    }
  }
}
