import Foundation
import JSON
import JSONRPC
import Testing

extension ProcessSuite {
  /// Standard error and the log file: protocol.md, "Seeing inside".
  @Suite struct LogTests {
    private func text(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

    private var requestLine: Regex<Substring> {
      /objwire: debug: task\.add id="a b" context=view queued=\d+us ran=\d+us params=\d+B reply=\d+B ok/
    }

    @Test func `debug has a line for each request, with its outcome`() throws {
      let server = try Server(store: nil, ["--log-level", "debug"])
      try server.process.send(
        #"{"jsonrpc":"2.0","id":"a b","method":"task.add","params":{"values":{"taskDescription":"x"},"save":true}}"#
      )
      _ = try server.process.readLine()
      try server.check("task.get", #"{"uuid": "none"}"#, failsWith: "object.notFound")
      try server.check("nope\\u000ainjected", failsWith: "methodNotFound")
      try server.expectEnd()
      let lines = server.process.errorText.split(separator: "\n").map(String.init)
      try #require(lines.count == 5, "\(lines)")
      #expect(lines[0] == "objwire: info: version 0.1.0 serves the store in memory")
      #expect(lines[1].wholeMatch(of: requestLine) != nil, "\(lines)")
      #expect(lines[2].hasSuffix("error=object.notFound"), "\(lines)")
      #expect(lines[3].hasPrefix(#"objwire: debug: "nope\u{a}injected" id=2 "#), "\(lines)")
      #expect(lines[4].hasPrefix("objwire: info: the end; "), "\(lines)")
    }

    @Test func `no name becomes a terminal's command or a line of its own`() throws {
      let server = try Server(store: nil, ["--log-level", "debug"])
      try server.check("a\\u009b2J\\u0085\\u2028\\u2029é", failsWith: "methodNotFound")
      try server.expectEnd()
      #expect(
        server.process.errorText.contains(#"debug: "a\u{9b}2J\u{85}\u{2028}\u{2029}é" id=1 "#),
        "\(server.process.errorText)")
    }

    @Test func `no log is renamed over the store or a recording`() throws {
      let scratch = try Scratch()
      for (files, other) in [
        (["--store", scratch.path("a.1"), "--log-file", scratch.path("a")], "a.1"),
        (["--in-memory", "--record", scratch.path("b.5"), "--log-file", scratch.path("b")], "b.5"),
        (["--store", scratch.path("c.store"), "--record", scratch.path("c")], "c.store"),
        (["--in-memory", "--record", scratch.path("d"), "--log-file", scratch.path("d.store")], "d.store"),
      ] {
        let run = try CommandRun(["serve"] + files, store: scratch.store)
        #expect(run.ending == .code(2), "\(files)")
        #expect(run.errors.contains("\(scratch.path(other))"), "\(run.errors)")
        #expect(Scratch.names(in: scratch.path).isEmpty)
      }
    }

    @Test(arguments: [([], 0), (["--log-level", "info"], 2), (["--log-level", "error"], 0)])
    func `requests are not logged unless somebody asks`(_ options: [String], _ count: Int) throws {
      let server = try Server(store: nil, options)
      try server.check("task.count", gives: "{}")
      try server.expectEnd()
      #expect(server.process.errorText.split(separator: "\n").count == count, "\(server.process.errorText)")
      #expect(!server.process.errorText.contains("task.count"))
    }

    @Test func `nobody reads standard error, and every request is answered all the same`() throws {
      let server = try Server(store: nil, ["--log-level", "debug"])
      let count = 20_000
      let ids = try (0..<count).map { _ in try server.send("server.ping") }
      for id in ids { #expect(try server.reply(to: id).result != nil) }
      let status = try server.check("server.status", gives: #"{"log": {}}"#)
      let dropped = try #require(status["log"]?["droppedLines"]?.int64)
      #expect(dropped > 0)
      // Whoever reads late finds whole lines, and how many are missing.
      var text = ""
      let deadline = ContinuousClock.now + .seconds(ChildProcess.patience)
      while !text.contains("lines of the log were lost"), ContinuousClock.now < deadline {
        try server.check("server.ping", gives: "{}")
        text = server.process.errorText
      }
      try server.expectEnd()
      text = server.process.errorText
      #expect(text.contains("lines of the log were lost"))
      let others = text.split(separator: "\n").filter { !$0.hasPrefix("objwire: ") }
      #expect(others.isEmpty, "\(others)")
    }

    @Test func `closed standard error is no reason to end`() throws {
      let process = try ChildProcess(
        path: "sh", ["-c", #"exec "$0" serve --in-memory --log-level debug 2>&-"#, Binary.path],
        environment: ["PATH": "/usr/bin:/bin"])
      let server = Server(process: process)
      try server.check("task.count", gives: "{}")
      try server.expectEnd()
    }

    @Test func `a file gets everything with time and process, standard error the warnings only`() throws {
      let scratch = try Scratch()
      let log = scratch.path("objwire.log")
      let server = try Server(store: nil, ["--log-level", "debug", "--log-file", log])
      try server.check("task.add", #"{"values": {"taskDescription": "x"}}"#, gives: "{}")
      try server.expectEnd(4)
      let lines = text(log).split(separator: "\n").map(String.init)
      try #require(lines.count == 4, "\(lines)")
      let first = lines[1]
      #expect(
        first.prefixMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (\d+) debug: task\.add id=1 /#)?.1
          == "\(server.process.identifier)", "\(first)")
      #expect(server.process.errorText.split(separator: "\n").count == 1, "\(server.process.errorText)")
      #expect(Scratch.mode(of: log) == 0o600)
    }

    @Test func `a full file is renamed and what stood in it is kept`() throws {
      let scratch = try Scratch()
      let log = scratch.path("objwire.log")
      let old = String(repeating: "an older line\n", count: LogFile.sizeLimit / 14)
      try old.write(toFile: log, atomically: true, encoding: .utf8)
      let server = try Server(store: nil, ["--log-level", "debug", "--log-file", log])
      try server.check("task.count", gives: "{}")
      try server.expectEnd()
      #expect(text(log + ".1") == old)
      #expect(text(log).split(separator: "\n").count == 3)
    }

    @Test func `two servers share a file`() throws {
      let scratch = try Scratch()
      let log = scratch.path("objwire.log")
      let servers = try (0..<2).map { _ in
        try Server(store: nil, ["--log-level", "debug", "--log-file", log])
      }
      let ids = try servers.map { server in try (0..<500).map { _ in try server.send("server.ping") } }
      for (server, ids) in zip(servers, ids) {
        for id in ids { #expect(try server.reply(to: id).result != nil) }
        try server.expectEnd()
      }
      let lines = text(log).split(separator: "\n")
      for server in servers {
        #expect(lines.count { $0.contains("Z \(server.process.identifier) debug: server.ping id=") } == 500)
      }
      #expect(lines.count == 1_004)
    }

    @Test func `a log that cannot be written is a wrong command line`() throws {
      let scratch = try Scratch()
      func complaint(_ path: String) throws -> String {
        let conversation = try Conversation(
          ["serve", "--store", scratch.store, "--log-file", path], input: LifeCycleTests.ping + "\n")
        #expect(conversation.ending == .code(2))
        #expect(conversation.lines.isEmpty)
        return conversation.errorText
      }
      #expect(
        try complaint(scratch.path("no/such.log"))
          == "objwire: --log-file: \(scratch.path("no/such.log")) cannot be written: No such file or directory\n"
      )
      #expect(try complaint(scratch.path).hasSuffix("cannot be written: Is a directory\n"))
      #expect(try complaint(scratch.store).hasSuffix("is the store's own file\n"))
      #expect(!Scratch.exists(scratch.store))
    }

    @Test(.enabled(if: Scratch.exists("/dev/full")))
    func `a full disk under the log stops nothing`() throws {
      let server = try Server(store: nil, ["--log-level", "debug", "--log-file", "/dev/full"])
      for _ in 0..<50 { try server.check("server.ping", gives: "{}") }
      var dropped: Int64 = 0
      let deadline = ContinuousClock.now + .seconds(ChildProcess.patience)
      while dropped == 0, ContinuousClock.now < deadline {
        dropped = try server.check("server.status", gives: "{}")["log"]?["droppedLines"]?.int64 ?? 0
      }
      #expect(dropped > 0)
      try server.expectEnd()
    }

    @Test func `server.status counts calls, errors, times and bytes by method`() throws {
      let server = try Server(store: nil)
      for _ in 0..<3 { try server.check("task.count", gives: "{}") }
      try server.check("task.get", #"{"uuid": "none"}"#, failsWith: "object.notFound")
      try server.check("nope", failsWith: "methodNotFound")
      let status = try server.check(
        "server.status",
        gives: #"""
          {"methods": {"task.count": {"count": 3, "errorCount": 0, "queuedMicroseconds": {"total": "*", "longest": "*"}}, "task.get": {"count": 1, "errorCount": 1}, "task.add": "absent"}, "traffic": {"invalidMessages": 1, "receivedBytes": "*"}, "log": {"droppedLines": 0}}
          """#)
      let ran = try #require(status["methods"]?["task.count"]?["ranMicroseconds"])
      let (total, longest) = (ran["total"]?.int64 ?? 0, ran["longest"]?.int64 ?? 0)
      #expect(longest > 0 && total >= longest && total <= 3 * longest + 3)
      #expect((status["traffic"]?["sentBytes"]?.int64 ?? 0) > 200)
    }
  }
}
