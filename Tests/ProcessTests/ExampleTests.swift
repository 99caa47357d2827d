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
        // Replies of `server.status` may be passed by others.
        #expect(replies.compactMap { $0["id"]?.int64 }.sorted() == Array(1...14))
        for reply in replies { #expect(reply["error"] == nil, "\(reply)") }
        #expect(replies.first { $0["id"] == 6 }?["result"]?["objects"]?.array?.count == 1)
        #expect(replies.first { $0["id"] == 10 }?["result"]?["count"] == 1)
      }
    }

    private static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()

    /// What an example prints; nil where there is nobody to run it.
    private func output(of example: String, with interpreter: String) throws -> String? {
      let folder = URL(fileURLWithPath: Binary.path).deletingLastPathComponent().path
      let environment = ProcessInfo.processInfo.environment
      let path = folder + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
      let isThere = path.split(separator: ":").contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/\(interpreter)")
      }
      guard isThere else { return nil }
      let scratch = try Scratch()
      let child = try ChildProcess(
        path: "/usr/bin/env",
        [
          interpreter, Self.project.appendingPathComponent("clients/examples/\(example)").path, scratch.store,
        ],
        environment: [
          "PATH": path, "HOME": scratch.path("home"), "OBJWIRE_BINARY": Binary.path,
          "PYTHONPATH": Self.project.appendingPathComponent("clients/python/src").path,
          "PYTHONDONTWRITEBYTECODE": "1", "PYENV_VERSION": environment["PYENV_VERSION"] ?? "",
        ])
      child.closeInput()
      let text = String(decoding: try child.readToEnd(), as: UTF8.self)
      #expect(try child.wait() == .code(0), "\(child.errorText)")
      return text
    }

    @Test func `the example in Node does what it says`() throws {
      guard let text = try output(of: "todo.mjs", with: "node") else { return print("skipped: no node here") }
      #expect(
        text == """
          2026-12-02T10:00:00Z Call the café
          predicate.unknownKey: did you mean finished?
          1 to do

          """)
    }

    @Test func `the example in Python does what it says`() throws {
      guard let text = try output(of: "todo.py", with: "python3") else {
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
      let text = try #require(try output(of: "todo.sh", with: "sh"))
      #expect(
        text == """
          {"dictionaries":[{"date":"2026-12-02T10:00:00Z","taskDescription":"Call the café"}]}
          exit code 1
          {"count":1}

          """)
    }
  }
}
