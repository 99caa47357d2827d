import JSON
import Testing

extension ProcessSuite {
  /// Results that are sent ahead of their reply, seen by a client that reads late.
  @Suite struct PartialResultTests {
    private static let count = 900

    /// More bytes of tasks than a server keeps for a client that does not read.
    private func fill(_ server: Server) throws {
      let text = String(repeating: "x", count: 20_000)
      for first in stride(from: 0, to: Self.count, by: 100) {
        let objects = (first..<first + 100).map { #"{"uuid":"\#($0)","taskDescription":"\#(text)"}"# }
        try server.check(
          "task.add", #"{"objects":[\#(objects.joined(separator: ","))],"save":true}"#, gives: "{}")
      }
    }

    /// What comes until the end: the uuids of the pieces, and the messages that are none.
    private func rest(_ server: Server) throws -> (uuids: [String], others: [JSONValue]) {
      server.process.closeInput()
      let bytes = try server.process.readToEnd()
      var uuids: [String] = []
      var others: [JSONValue] = []
      for line in bytes.split(separator: 10) {
        let message = try JSONValue(parsing: Array(line).span)
        guard let objects = message["params"]?["value"]?["objects"]?.array else {
          others.append(message)
          continue
        }
        #expect(!others.contains { $0["result"]?["objects"] != nil }, "a piece after the reply")
        uuids += objects.compactMap { $0["uuid"]?.string }
      }
      #expect(try server.process.wait() == .code(0), "\(server.process.errorText)")
      return (uuids, others)
    }

    @Test func `a client that reads late gets every piece in order, then the reply`() throws {
      let server = try Server(store: nil)
      try fill(server)
      let id = try server.send("task.fetch", #"{"partialResultToken":"p"}"#)
      let (uuids, others) = try rest(server)
      #expect(uuids == (0..<Self.count).map { "\($0)" })
      #expect(others.map { $0["id"]?.int64 } == [Int64(id)])
      #expect(others.first?["result"]?.text == #"{"objects":[]}"#)
    }

    @Test func `a fetch that is cancelled between two pieces has sent a right beginning`() throws {
      let server = try Server(store: nil)
      try fill(server)
      let id = try server.send("task.fetch", #"{"partialResultToken":"p"}"#)
      let first = try JSONValue(parsing: try server.process.readLine())
      #expect(first["params"]?["value"]?["objects"]?.array?.isEmpty == false)
      // It cannot end before it is read on, and sees the cancel when it can go on.
      try server.notify("$/cancelRequest", #"{"id":\#(id)}"#)
      try server.send("context.list")
      try server.process.waitUntilAtRest()
      let (uuids, others) = try rest(server)
      let known = (first["params"]?["value"]?["objects"]?.array ?? []).compactMap { $0["uuid"]?.string }
      let all = known + uuids
      #expect(all.count < Self.count)
      #expect(all == (0..<all.count).map { "\($0)" })
      let reply = try #require(others.first { $0["id"]?.int64 == Int64(id) })
      #expect(reply["error"]?["code"]?.int64 == -32800)
    }
  }
}
