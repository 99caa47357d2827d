import Foundation
import JSON
import Testing

extension ProcessSuite {
  /// `serve --record`: protocol.md, "Seeing inside".
  @Suite struct RecordingTests {
    static func entries(_ path: String) throws -> [JSONValue] {
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text.hasSuffix("\n"))
      return try text.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    }

    @Test func `both sides stand in the file in their order, with times`() throws {
      let scratch = try Scratch()
      let file = scratch.path("session.ndjson")
      let server = try Server(store: scratch.store, ["--record", file, "--time-zone", "Europe/Berlin"])
      try server.check("server.ping", #"{"a": 1}"#, gives: "{}")
      try server.process.send(bytes: Array("{\"jsonrpc\":\"2.0\",\r\n".utf8))
      _ = try server.process.readLine()
      try server.process.send(bytes: [0x22, 0xFF, 0x22, 0x0A])
      _ = try server.process.readLine()
      try server.expectEnd()
      let entries = try Self.entries(file)
      let header = try Pattern(
        #"""
        {"recording": 1, "version": "*", "protocolVersion": "1.0", "started": "*", "framing": "auto", "timeZone": "Europe/Berlin", "autosave": false, "readOnly": false, "store": {"type": "SQLite", "uuid": "*", "isNew": true, "counts": {"Task": 0}, "copy": "absent"}}
        """#)
      #expect(header.fits(entries[0]), "\(entries[0].text)")
      #expect(
        entries.dropFirst().map { $0["from"]?.string } == [
          "client", "server", "client", "server", "client", "server",
        ])
      #expect(
        entries[1]["message"]?.text == #"{"jsonrpc":"2.0","id":1,"method":"server.ping","params":{"a":1}}"#)
      #expect(entries[2]["message"]?.text == #"{"jsonrpc":"2.0","id":1,"result":{"a":1}}"#)
      #expect(entries[3]["bytes"]?.string == Data(#"{"jsonrpc":"2.0","#.utf8).base64EncodedString())
      #expect(entries[5]["bytes"]?.string == Data([0x22, 0xFF, 0x22]).base64EncodedString())
      let times = entries.dropFirst().compactMap { $0["at"]?.text }.compactMap(Double.init)
      #expect(times.count == 6 && times == times.sorted())
      #expect(Scratch.mode(of: file) == 0o600)
    }

    @Test func `a server that is killed leaves everything that a client has seen`() throws {
      let scratch = try Scratch()
      let file = scratch.path("session.ndjson")
      let server = try Server(store: nil, ["--record", file])
      for _ in 0..<200 { try server.check("server.ping", gives: "{}") }
      server.process.kill(SIGKILL)
      _ = try server.process.wait()
      #expect(try Self.entries(file).count == 401)
    }

    @Test func `a file with something in it is not overwritten, an empty one is taken`() throws {
      let scratch = try Scratch()
      let file = scratch.path("session.ndjson")
      try "mine".write(toFile: file, atomically: true, encoding: .utf8)
      let refused = try Conversation(["serve", "--in-memory", "--record", file], input: LifeCycleTests.ping)
      #expect(refused.ending == .code(2))
      #expect(refused.errorText.contains("\(file) is not empty"))
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
      try "".write(toFile: file, atomically: true, encoding: .utf8)
      let taken = try Conversation(["serve", "--in-memory", "--record", file], input: LifeCycleTests.ping)
      #expect(taken.ending == .code(0), "\(taken.errorText)")
      #expect(Scratch.mode(of: file) == 0o600)
    }

    @Test func `only one server records into a file, and never into a directory`() throws {
      let scratch = try Scratch()
      let file = scratch.path("session.ndjson")
      let first = try Server(store: nil, ["--record", file])
      try first.check("server.ping", gives: "{}")
      #expect(try Conversation(["serve", "--in-memory", "--record", file]).ending == .code(2))
      #expect(try Conversation(["serve", "--in-memory", "--record", scratch.path]).ending == .code(2))
      #expect(
        try Conversation(["serve", "--in-memory", "--record", "/dev/null"]).errorText.contains("is no file"))
      try first.expectEnd()
    }

    @Test func `a disk that is full ends the recording with a whole line, and not the server`() throws {
      let scratch = try Scratch()
      let file = scratch.path("session.ndjson")
      let limited = #"ulimit -f 16; trap '' XFSZ; exec "$0" serve --in-memory --record "$1""#
      let server = Server(
        process: try ChildProcess(
          path: "sh", ["-c", limited, Binary.path, file], environment: ["PATH": "/usr/bin:/bin"]))
      let text = String(repeating: "x", count: 500)
      for _ in 0..<40 { try server.check("server.ping", #"{"a": "\#(text)"}"#, gives: "{}") }
      try server.expectEnd()
      #expect(server.process.errorText.contains("the recording \(file) ends here: File too large"))
      #expect(try Self.entries(file).count > 3)
    }

    @Test func `a message stands in a line of its own, whatever is in it`() throws {
      let scratch = try Scratch()
      let file = scratch.path("session.ndjson")
      let server = try Server(store: scratch.store, ["--record", file])
      let lines = [
        #"1,"from":"server""#,
        #"{"jsonrpc":"2.0","id":1},"message":{"jsonrpc":"2.0","id":7,"method":"task.count"}"#,
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"task.add\",\"params\":{\"values\":{\"uuid\":\"x\ry\"},\"save\":true}}",
      ]
      for line in lines {
        try server.process.send(line)
        #expect(try server.process.readLine().contains(#""code":-32700"#))
      }
      try server.check("task.count", gives: #"{"count": 0}"#)
      try server.expectEnd()
      let entries = try Self.entries(file)
      #expect(
        entries.filter { $0["bytes"] != nil }.map { $0["bytes"]?.string }
          == lines.map { Data($0.utf8).base64EncodedString() })
      #expect(entries.filter { $0["from"]?.string == "client" }.map { $0["number"]?.int64 } == [1, 2, 3, 4])
    }

    @Test func `a copy of a store that cannot be made leaves nothing in the way`() throws {
      let scratch = try Scratch()
      let owner = try Server(store: scratch.store)
      try owner.addSaved("A", #""taskDescription": "\#(String(repeating: "x", count: 200_000))""#)
      try owner.expectEnd()
      let file = scratch.path("session.ndjson")
      let limited = #"ulimit -f 100; trap '' XFSZ; exec "$0" serve --store "$1" --record "$2""#
      let server = try ChildProcess(
        path: "sh", ["-c", limited, Binary.path, scratch.store, file], environment: ["PATH": "/usr/bin:/bin"])
      #expect(try server.wait() != .code(0))
      #expect(!FileManager.default.fileExists(atPath: file + ".store"), "\(server.errorText)")
      let next = try Server(store: scratch.store, ["--record", file])
      try next.check("task.count", gives: #"{"count": 1}"#)
      try next.expectEnd()
    }

    @Test func `a long reply is recorded in pieces as they are sent`() throws {
      let scratch = try Scratch()
      let file = scratch.path("session.ndjson")
      let server = try Server(store: nil, ["--record", file])
      let objects = (0..<3_000).map { #"{"taskDescription": "task \#($0)"}"# }.joined(separator: ",")
      try server.check("task.add", #"{"objects": [\#(objects)], "save": true}"#, gives: "{}")
      let fetch = try server.send("task.fetch")
      for _ in 0..<50 { try server.check("server.ping", gives: "{}") }
      #expect(try server.reply(to: fetch).result?["objects"]?.array?.count == 3_000)
      try server.expectEnd()
      let entries = try Self.entries(file).filter { $0["from"]?.string == "server" }
      let pieces = entries.filter { $0["number"]?.int64 == 2 }.compactMap { $0["piece"] ?? $0["lastPiece"] }
      #expect(pieces.count > 1)
      let whole = try JSONValue(parsing: pieces.compactMap(\.string).joined())
      #expect(whole["result"]?["objects"]?.array?.count == 3_000)
      #expect(entries.filter { $0["lastPiece"] != nil }.map { $0["number"]?.int64 } == [1, Int64(fetch)])
      let others = entries.compactMap { $0["message"]?["id"]?.int64 }
      #expect(Set(others) == Set(3...52) && others.count == 50)
    }
  }
}
