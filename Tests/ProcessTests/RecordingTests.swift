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

    @Test func `a long reply in pieces is one entry, and others follow it`() throws {
      let scratch = try Scratch()
      let file = scratch.path("session.ndjson")
      let server = try Server(store: nil, ["--record", file])
      let objects = (0..<3_000).map { #"{"taskDescription": "task \#($0)"}"# }.joined(separator: ",")
      try server.check("task.add", #"{"objects": [\#(objects)], "save": true}"#, gives: "{}")
      let fetch = try server.send("task.fetch")
      for _ in 0..<50 { try server.check("server.ping", gives: "{}") }
      #expect(try server.reply(to: fetch).result?["objects"]?.array?.count == 3_000)
      try server.expectEnd()
      let replies = try Self.entries(file).filter { $0["from"]?.string == "server" }.compactMap {
        $0["message"]?["id"]?.int64
      }
      #expect(Set(replies) == Set(1...52) && replies.count == 52)
    }
  }
}
