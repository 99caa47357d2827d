import Foundation
import JSON
import Testing

extension ProcessSuite {
  /// `objwire replay`: a recorded conversation once more.
  @Suite struct ReplayTests {
    private let scratch: Scratch
    private var file: String { scratch.path("session.ndjson") }

    init() throws { scratch = try Scratch() }

    private func replay(_ arguments: String...) throws -> CommandRun {
      try CommandRun(["replay", file] + arguments, store: scratch.path("not-used.sqlite"))
    }

    private func record(_ more: [String] = [], store: String? = nil) throws -> Server {
      try Server(store: store ?? scratch.store, ["--record", file] + more)
    }

    private func expectAgreement(
      _ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let run = try CommandRun(["replay", file] + arguments, store: scratch.path("not-used.sqlite"))
      #expect(run.ending == .code(0), "\(run.output)\(run.errors)", sourceLocation: sourceLocation)
      #expect(run.output.contains(/^\d+ repl(y agrees|ies agree)/), sourceLocation: sourceLocation)
    }

    /// Uses nearly everything: errors, batches, notifications, contexts, made-up uuids and IDs that are sent back.
    private func talk(to server: Server) throws {
      try server.check(
        "initialize", #"{"capabilities": {"didSave": true}, "trace": "messages"}"#, gives: "{}")
      let added = try server.check("task.add", #"{"values": {"taskDescription": "a"}}"#, gives: "{}")
      let (uuid, temporary) = (added["uuid"]?.string ?? "", added["$objectID"]?.string ?? "")
      try server.check(
        "task.update", #"{"uuid": "\#(uuid)", "values": {"category": 4}, "save": true}"#, gives: "{}")
      try server.check("task.get", #"{"objectID": "\#(temporary)"}"#, gives: #"{"category": 4}"#)
      try server.check("task.get", #"{"uuid": "none"}"#, failsWith: "object.notFound")
      try server.check("context.create", #"{"name": "other"}"#, gives: "{}")
      try server.notify("task.add", #"{"values": {"taskDescription": "quiet"}, "context": "other"}"#)
      try server.check("context.save", #"{"context": "other"}"#, gives: "{}")
      for line in ["nonsense", "[]", #"{"jsonrpc":"2.0","id":7}"#] {
        try server.process.send(line)
        _ = try server.process.readLine()
      }
      try server.process.send(
        #"[{"jsonrpc":"2.0","id":1.50,"method":"task.count"},{"jsonrpc":"2.0","method":"task.add","params":{"values":{"taskDescription":"b"}}},7,{"jsonrpc":"2.0","id":null,"method":"server.status"}]"#
      )
      while try !server.process.readLine().hasPrefix("[") {}
      // Two contexts that save at the same time, in whatever order.
      let pipelined = try (0..<40).map { index in
        try server.send(
          "task.add",
          #"""
          {"values": {"taskDescription": "p"}, "save": true, "context": "\#(index % 2 == 0 ? "other" : "view")"}
          """#)
      }
      for id in pipelined { _ = try server.reply(to: id) }
      try server.check("store.info", gives: "{}")
      try server.check("server.status", gives: "{}")
      try server.check("task.fetch", #"{"sort": ["taskDescription"]}"#, gives: "{}")
      try server.check("task.delete", #"{"predicate": "taskDescription == 'p'", "save": true}"#, gives: "{}")
      try server.check("shutdown", gives: "null")
      try server.notify("exit")
      _ = try server.process.readToEnd()
      _ = try server.process.wait()
    }

    @Test func `a conversation with everything agrees with itself, again and again`() throws {
      try talk(to: try record())
      for _ in 0..<3 { try expectAgreement() }
      // Nothing is left behind, and nothing was changed.
      #expect(Scratch.names(in: scratch.path) == ["session.ndjson", "tasks.sqlite"])
    }

    @Test func `in memory it agrees as well`() throws {
      let server = try Server(store: nil, ["--record", file])
      try talk(to: server)
      try expectAgreement()
    }

    @Test func `a store that held something is copied first and replayed from`() throws {
      let before = try Server(store: scratch.store)
      try before.addSaved("A")
      try before.expectEnd()
      let server = try record()
      try server.check("task.update", #"{"uuid": "A", "values": {"category": 3}, "save": true}"#, gives: "{}")
      try server.check("task.get", #"{"uuid": "A"}"#, gives: #"{"$version": 2}"#)
      try server.expectEnd()
      #expect(Scratch.mode(of: file + ".store") == 0o600)
      try expectAgreement()
      try FileManager.default.removeItem(atPath: file + ".store")
      let run = try replay()
      #expect(run.ending == .code(2))
      #expect(run.errors.contains("--store PATH names another store"))
    }

    @Test func `another store gives 1, the place and both values`() throws {
      let server = try record()
      try server.addSaved("A")
      try server.check("task.count", gives: #"{"count": 1}"#)
      try server.expectEnd()
      let other = scratch.path("other.sqlite")
      let owner = try Server(store: other)
      try owner.addSaved("B")
      try owner.expectEnd()
      let bytes = try Data(contentsOf: URL(fileURLWithPath: other))
      let run = try replay("--store", other)
      #expect(run.ending == .code(1))
      #expect(
        run.lines.prefix(3) == ["a reply differs at /result/count", "  recorded: 1", "  now:      2"],
        "\(run.output)")
      #expect(run.lines.contains { $0.hasPrefix("request: ") && $0.contains("task.count") })
      #expect(run.errors.contains("the recording began with Category: 0, Settings: 0, Task: 0"))
      #expect(try Data(contentsOf: URL(fileURLWithPath: other)) == bytes)
    }

    @Test(arguments: [
      (#""count":1"#, #""count":2"#, "/result/count"),
      (#""taskDescription":"a","uuid":"A""#, #""taskDescription":"z","uuid":"A""#, "/result/taskDescription"),
      (#""kind":"object.notFound""#, #""kind":"internal""#, "/error/data/kind"),
    ])
    func `a reply that was another one is found`(_ old: String, _ new: String, _ pointer: String) throws {
      let server = try record()
      try server.addSaved("A")
      try server.check("task.count", gives: "{}")
      try server.check("task.get", #"{"uuid": "none"}"#, failsWith: "object.notFound")
      try server.expectEnd()
      let text = try String(contentsOfFile: file, encoding: .utf8)
      // Replies only.
      let lines = text.split(separator: "\n").map { line in
        line.contains(#""from":"server""#) ? String(line.replacing(old, with: new)) : String(line)
      }
      try (lines.joined(separator: "\n") + "\n").write(toFile: file, atomically: true, encoding: .utf8)
      let run = try replay()
      #expect(run.ending == .code(1))
      #expect(run.lines.first == "a reply differs at \(pointer)", "\(run.output)")
    }

    @Test func `cancelled requests are cancelled again, and too late cancellations do nothing again`() throws
    {
      let server = try record(["--busy-timeout", "600000"])
      try server.addSaved("A")
      let lock = try SQLiteShell.holdingWriteLock(of: scratch.store)
      let stuck = try server.send("task.add", #"{"values": {"taskDescription": "b"}, "save": true}"#)
      let waiting = try server.send("task.add", #"{"values": {"taskDescription": "c", "uuid": "C"}}"#)
      try server.check("server.ping", gives: "{}")
      for id in [stuck, waiting, 1] { try server.notify("$/cancelRequest", #"{"id": \#(id)}"#) }
      #expect(try server.reply(to: stuck).kind == "cancelled")
      #expect(try server.reply(to: waiting).kind == "cancelled")
      try lock.send("ROLLBACK;", ".print free")
      while try lock.readLine() != "free" {}
      #expect(try server.uuids() == ["A"])
      try server.expectEnd()
      for _ in 0..<3 { try expectAgreement() }
    }

    @Test func `a recording that a crash cut off is replayed as far as it goes`() throws {
      let server = try record()
      try server.addSaved("A")
      try server.check("task.count", gives: "{}")
      server.process.kill(SIGKILL)
      _ = try server.process.wait()
      var text = try String(contentsOfFile: file, encoding: .utf8)
      text += #"{"at":9.0,"from":"client","message":{"jsonrpc":"2.0","id":77,"method":"task.count"}}"# + "\n"
      text += #"{"at":9.1,"from":"ser"#
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      let run = try replay()
      #expect(run.ending == .code(0), "\(run.output)\(run.errors)")
      #expect(run.output == "2 replies agree; 1 had none in the recording\n")
    }

    @Test func `what is no recording is wrong usage, and says where`() throws {
      #expect(try replay().ending == .code(2))
      try "{}\n".write(toFile: file, atomically: true, encoding: .utf8)
      #expect(try replay().errors.contains("is no recording"))
      try expectAgreementAfterRecordingNothing()
      let text = try String(contentsOfFile: file, encoding: .utf8)
      try (text + "{\"at\":1}\n{}\n").write(toFile: file, atomically: true, encoding: .utf8)
      let run = try replay()
      #expect(run.ending == .code(2))
      #expect(run.errors == "objwire: \(file):2 is no line of a recording\n")
      #expect(try CommandRun(["replay"], store: scratch.store).ending == .code(2))
      #expect(try replay("--autosave").ending == .code(2))
    }

    private func expectAgreementAfterRecordingNothing() throws {
      try FileManager.default.removeItem(atPath: file)
      try record().expectEnd()
      let run = try replay()
      #expect(run.ending == .code(0))
      #expect(run.output == "0 replies agree\n")
    }

    @Test func `too long messages and deep ones are replayed, too`() throws {
      let server = try record(["--max-message", "4096"])
      try server.process.send(String(repeating: "x", count: 5_000))
      #expect(try server.process.readLine().contains("limit.exceeded"))
      let deep = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
      try server.check("server.ping", #"{"a": \#(deep)}"#, gives: "{}")
      let deepest = String(repeating: "[", count: 510) + String(repeating: "]", count: 510)
      try server.check("server.ping", #"{"a": \#(deepest)}"#, gives: "{}")
      try server.expectEnd()
      try expectAgreement()
    }
  }
}
