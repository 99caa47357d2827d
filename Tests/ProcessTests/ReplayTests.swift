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

    /// Uses nearly everything: errors, batches, notifications, contexts, made-up uuids and IDs that are sent
    /// back.
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
      // The other way round the one that waits might run in between.
      for id in [waiting, stuck, 1] { try server.notify("$/cancelRequest", #"{"id": \#(id)}"#) }
      #expect(try server.reply(to: stuck).kind == "cancelled")
      #expect(try server.reply(to: waiting).kind == "cancelled")
      try lock.send("ROLLBACK;", ".print free")
      while try lock.readLine() != "free" {}
      #expect(try server.uuids() == ["A"])
      try server.expectEnd()
      for _ in 0..<3 { try expectAgreement() }
    }

    @Test func `what a client sent wrong is replayed as it was refused`() throws {
      let server = try record()
      for line in [
        #"1,"from":"server""#,
        #"{"jsonrpc":"2.0","id":1,"result":1},"message":{"jsonrpc":"2.0","id":7,"method":"task.count"}"#,
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"task.add\",\"params\":{\"values\":{\"uuid\":\"x\ry\"},\"save\":true}}",
      ] {
        try server.process.send(line)
        _ = try server.process.readLine()
      }
      try server.check("task.count", gives: #"{"count": 0}"#)
      try server.expectEnd()
      #expect(try replay().output == "4 replies agree\n")
    }

    @Test func `saves by notifications, and ids that are used twice at a time, keep their place`() throws {
      let server = try record()
      try server.check("context.create", #"{"name": "a"}"#, gives: "{}")
      try server.notify("task.add", #"{"context": "a", "values": {"taskDescription": "x"}, "save": true}"#)
      // Everything before it in its context is done.
      try server.check("context.save", #"{"context": "a"}"#, gives: "{}")
      try server.check("task.count", gives: #"{"count": 1}"#)
      for context in ["a", "view", "a", "view"] {
        try server.process.send(
          #"{"jsonrpc":"2.0","id":"same","method":"task.add","params":{"values":{"taskDescription":"x"},"save":true,"context":"\#(context)"}}"#,
          #"{"jsonrpc":"2.0","id":"same","method":"task.count"}"#)
      }
      for _ in 0..<8 { _ = try server.process.readLine() }
      try server.expectEnd()
      for _ in 0..<3 { try expectAgreement() }
    }

    @Test func `the rest of a message that was cut wrong takes nobody's reply`() throws {
      let server = try record(["--framing", "header"])
      let messages =
        "Content-Length: 3\r\n\r\n{\"a\":1}Content-Length: 2\r\n\r\n[]"
        + HeaderFramed.message(#"{"jsonrpc":"2.0","id":null,"method":"task.count"}"#)
        + HeaderFramed.message("nonsense") + "stray" + HeaderFramed.message("{}")
      try server.process.send(bytes: Array(messages.utf8))
      server.process.closeInput()
      let replies = try HeaderFramed.messages(in: String(decoding: server.process.readToEnd(), as: UTF8.self))
      #expect(try server.process.wait() == .code(0))
      #expect(try replay().output == "\(replies.count) replies agree\n")
    }

    @Test func `times are in the zone in which they were recorded`() throws {
      let server = try Server(store: scratch.store, ["--record", file], environment: ["TZ": "Asia/Tokyo"])
      try server.check(
        "task.add", #"{"values": {"date": "2026-12-01"}}"#, gives: #"{"date": "2026-11-30T15:00:00Z"}"#)
      _ = try server.finish()
      try expectAgreement()
      try FileManager.default.removeItem(atPath: file)
      let nameless = try Server(store: nil, ["--record", file], environment: ["TZ": "XYZ-3"])
      try nameless.check("server.ping", gives: "{}")
      try nameless.expectEnd()
      #expect(try replay().errors.contains("the recording's time zone has no name"))
    }

    @Test func `cursors are this run's in batches, too`() throws {
      let server = try record()
      for uuid in ["A", "B", "C"] { try server.addSaved(uuid) }
      let first = try server.check("task.fetch", #"{"limit": 1}"#, gives: #"{"nextCursor": "*"}"#)
      let cursor = first["nextCursor"]?.string ?? ""
      try server.process.send(
        #"[{"jsonrpc":"2.0","id":"b","method":"task.fetch","params":{"limit":1,"cursor":"\#(cursor)"}}]"#)
      #expect(try server.process.readLine().contains(#""uuid":"B""#))
      try server.expectEnd()
      try expectAgreement()
    }

    @Test func `partial results are compared, and their names known`() throws {
      let server = try record()
      try server.check(
        "task.add",
        #"{"objects": [{"category": 1, "taskDescription": "x"}, {"category": 2, "taskDescription": "x"}], "save": true, "properties": []}"#,
        gives: "{}")
      try server.check("task.fetch", #"{"partialResultToken": "p"}"#, gives: #"{"objects": []}"#)
      let piece = try server.notification("$/progress")
      let uuid = piece["value"]?["objects"]?.array?.first?["uuid"]?.string ?? ""
      try server.check("task.get", #"{"uuid": "\#(uuid)"}"#, gives: #"{"category": 1}"#)
      try server.expectEnd()
      try expectAgreement()
      let text = try String(contentsOfFile: file, encoding: .utf8)
      let changed = text.split(separator: "\n").map { line in
        line.contains("$/progress")
          ? String(line.replacing(#""category":2"#, with: #""category":3"#)) : String(line)
      }
      try (changed.joined(separator: "\n") + "\n").write(toFile: file, atomically: true, encoding: .utf8)
      let run = try replay()
      #expect(run.ending == .code(1))
      #expect(run.lines.first == "a partial result differs at /objects/1/category", "\(run.output)")
    }

    @Test func `a recording may end between a reply and its notice`() throws {
      let server = try record()
      try server.check("initialize", #"{"capabilities": {"didSave": true}}"#, gives: "{}")
      try server.addSaved("A")
      _ = try server.notification("context.didSave")
      try server.expectEnd()
      let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
      #expect(lines.last?.contains("context.didSave") == true)
      try (lines.dropLast().joined(separator: "\n") + "\n").write(
        toFile: file, atomically: true, encoding: .utf8)
      try expectAgreement()
    }

    @Test func `what is seen of contexts at work is not compared, what is seen of idle ones is`() throws {
      let server = try record()
      for _ in 0..<20 {
        let add = try server.send("task.add", #"{"values": {}}"#)
        let status = try server.send("server.status")
        _ = try server.reply(to: add)
        _ = try server.reply(to: status)
      }
      try server.check("server.status", gives: #"{"contexts": [{"hasChanges": true}]}"#)
      try server.expectEnd(4)
      try expectAgreement()
      let text = try String(contentsOfFile: file, encoding: .utf8)
      var lines = text.split(separator: "\n").map(String.init)
      lines.append(lines.removeLast().replacing(#""hasChanges":true"#, with: #""hasChanges":false"#))
      try (lines.joined(separator: "\n") + "\n").write(toFile: file, atomically: true, encoding: .utf8)
      #expect(try replay().lines.first == "a reply differs at /result/contexts/0/hasChanges")
    }

    @Test func `an import of many objects is compared in no time`() throws {
      let server = try record()
      let objects = Array(repeating: #"{"taskDescription":"x"}"#, count: 20_000).joined(separator: ",")
      try server.check("task.add", #"{"objects": [\#(objects)], "properties": []}"#, gives: "{}")
      try server.check("context.save", gives: "{}")
      try server.expectEnd()
      try expectAgreement()
    }

    @Test func `a recording that a crash cut off is replayed as far as it goes`() throws {
      let server = try record()
      try server.addSaved("A")
      try server.check("task.count", gives: "{}")
      server.process.kill(SIGKILL)
      _ = try server.process.wait()
      var text = try String(contentsOfFile: file, encoding: .utf8)
      text +=
        #"{"at":9.0,"from":"client","number":3,"message":{"jsonrpc":"2.0","id":77,"method":"task.count"}}"#
        + "\n"
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

    /// What happens to the context `c`, in pieces of recordings.
    private enum Told {
      static func received(_ number: Int, _ message: String) -> String {
        #""from":"client","number":\#(number),"message":\#(message)"#
      }
      static func sent(_ number: Int, _ message: String) -> String {
        #""from":"server","number":\#(number),"message":\#(message)"#
      }
      static func begins(_ number: Int) -> String { #""from":"server","number":\#(number),"begins":0"# }
      static func request(_ id: Int, _ method: String, _ more: String = "") -> String {
        let name = method == "context.create" ? "name" : "context"
        return #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":{"\#(name)":"c"\#(more)}}"#
      }
      static func result(_ id: Int, _ result: String) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"result":\#(result)}"#
      }
      static func made(_ id: Int) -> String { result(id, #"{"context":"c"}"#) }
      static func closed(_ id: Int) -> String { result(id, #"{"inserted":[],"updated":[],"deleted":[]}"#) }
      static func unknown(_ id: Int) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"error":{"code":9,"message":"","data":{"kind":"context.unknown","pointer":"/params/context","context":"c"}}}"#
      }
    }

    /// A server may do what these say, at moments that no test can choose; all replies agree, in that order alone.
    private func expectAgreement(
      told entries: [String], replies: Int, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      try record().expectEnd()
      let header = try String(contentsOfFile: file, encoding: .utf8)
      let lines = entries.enumerated().map { "{\"at\":\($0 + 1),\($1)}\n" }
      try (header + lines.joined()).write(toFile: file, atomically: true, encoding: .utf8)
      let run = try replay()
      #expect(run.output == "\(replies) replies agree\n", "\(run.errors)", sourceLocation: sourceLocation)
    }

    @Test func `a context is not made by a batch before what was refused ahead of it`() throws {
      try expectAgreement(
        told: [
          Told.received(1, Told.request(1, "task.count")),
          Told.received(2, "[\(Told.request(2, "context.create")),\(Told.request(3, "task.count"))]"),
          Told.sent(1, Told.unknown(1)),
          Told.begins(2).replacing(#""begins":0"#, with: #""begins":1"#),
          Told.sent(2, "[\(Told.made(2)),\(Told.result(3, #"{"count":0}"#))]"),
        ], replies: 3)
    }

    @Test func `a batch finds a context closed that was there when the batch came`() throws {
      try expectAgreement(
        told: [
          Told.received(1, Told.request(1, "context.create")), Told.sent(1, Told.made(1)),
          Told.received(2, Told.request(2, "context.close")),
          Told.received(3, "[\(Told.request(3, "task.count")),\(Told.request(4, "context.create"))]"),
          Told.begins(2),
          Told.sent(3, "[\(Told.unknown(3)),\(Told.made(4))]"),
          Told.sent(2, Told.closed(2)),
          Told.received(4, Told.request(5, "task.count")),
          Told.begins(4), Told.sent(4, Told.result(5, #"{"count":0}"#)),
        ], replies: 5)
    }

    @Test func `what waited behind the end of its context finds none, though one of its name is made`() throws
    {
      try expectAgreement(
        told: [
          Told.received(1, Told.request(1, "context.create")), Told.sent(1, Told.made(1)),
          Told.received(2, Told.request(2, "context.close")),
          Told.received(3, Told.request(3, "context.close")),
          Told.begins(2), Told.sent(2, Told.closed(2)),
          Told.received(4, Told.request(4, "context.create")), Told.sent(4, Told.made(4)),
          Told.begins(3), Told.sent(3, Told.unknown(3)),
          Told.received(5, Told.request(5, "context.close")),
          Told.begins(5), Told.sent(5, Told.closed(5)),
        ], replies: 5)
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
