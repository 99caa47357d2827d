import JSON
import Testing

extension ProcessSuite {
  /// Lines and headers: protocol.md, "Framing and JSON".
  @Suite struct FramingTests {
    static let ping = #"{"jsonrpc":"2.0","id":1,"method":"server.ping"}"#
    static let pong = #"{"jsonrpc":"2.0","id":1,"result":{}}"#

    func talk(_ input: String, _ options: String...) throws -> [String] {
      let conversation = try Conversation(["serve", "--in-memory"] + options, input: input)
      #expect(conversation.ending == .code(0), "\(conversation.errorText)")
      #expect(conversation.errorText.isEmpty)
      guard conversation.output.hasPrefix("Content-Length") else { return conversation.lines }
      return try HeaderFramed.messages(in: conversation.output)
    }

    @Test func `a choice on the command line is kept, whatever comes`() throws {
      let header = try talk(Self.ping + "\n" + HeaderFramed.message(Self.ping), "--framing", "header")
      #expect(header.count == 2)
      #expect(header.first?.contains("A header with Content-Length was expected") == true)
      #expect(header.last == Self.pong)
      let line = try talk(HeaderFramed.message(Self.ping) + "\n", "--framing", "line")
      #expect(line.count == 2)
      #expect(line.first?.contains(#""code":-32700"#) == true)
      #expect(line.last == Self.pong)
    }

    @Test func `another choice is refused`() throws {
      let conversation = try Conversation(["serve", "--in-memory", "--framing", "headers"])
      #expect(conversation.ending == .code(2))
      #expect(conversation.errorText.contains("auto, line or header"))
    }

    @Test func `a message that is too long is skipped and the next one answered`() throws {
      let long =
        #"{"jsonrpc":"2.0","id":1,"method":"server.ping","params":{"a":"\#(String(repeating: "x", count: 300_000))"}}"#
      let replies = try talk(
        HeaderFramed.message(long) + HeaderFramed.message(Self.ping), "--max-message", "2000")
      #expect(replies.count == 2)
      #expect(replies.first?.contains(#""kind":"limit.exceeded""#) == true)
      #expect(replies.last == Self.pong)
    }

    @Test func `a large result is the same in both framings`() throws {
      let tasks = (0..<3_000).map { #"{"taskDescription":"number \#($0)","uuid":"\#($0)"}"# }
      let requests = [
        #"{"jsonrpc":"2.0","id":1,"method":"task.add","params":{"objects":[\#(tasks.joined(separator: ","))],"save":true}}"#,
        #"{"jsonrpc":"2.0","id":2,"method":"task.fetch","params":{"resultType":"dictionaries"}}"#,
        #"[{"jsonrpc":"2.0","id":3,"method":"task.count"},{"jsonrpc":"2.0","method":"server.ping"}]"#,
      ]
      let lines = try talk(requests.joined(separator: "\n"))
      let messages = try talk(requests.map { HeaderFramed.message($0) }.joined())
      #expect(lines.count == 3)
      #expect(lines.dropFirst() == messages.dropFirst())
      #expect(lines[1].utf8.count > 300_000)
    }

    @Test func `bytes may come one by one`() throws {
      let process = try ChildProcess(
        path: Binary.path, ["serve", "--in-memory"], environment: ["PATH": "/usr/bin:/bin"])
      for byte in HeaderFramed.message(Self.ping).utf8 { try process.send(bytes: [byte]) }
      let reply = Array(HeaderFramed.message(Self.pong).utf8)
      #expect(try process.read(count: reply.count) == reply)
    }

    @Test(arguments: ["60000000", "9223372036854775807", "99999999999999999999"])
    func `a length that is claimed takes no memory`(_ length: String) throws {
      let process = try ChildProcess(
        path: Binary.path, ["serve", "--in-memory"], environment: ["PATH": "/usr/bin:/bin"])
      let good = HeaderFramed.message(Self.ping)
      try process.send(bytes: Array("\(good)Content-Length: \(length)\r\n\r\n{}\(good)".utf8))
      let reply = HeaderFramed.message(Self.pong)
      #expect(try process.read(until: reply) == reply)
      let rest = try HeaderFramed.messages(in: process.read(until: reply))
      #expect(rest.count == 2)
      #expect(rest.first?.contains(#""id":null,"error""#) == true)
      #expect(try Memory(of: process.identifier).peak < 48 << 20)
    }
  }
}
