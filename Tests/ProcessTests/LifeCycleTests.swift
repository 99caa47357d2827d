import Glibc
import Testing

extension ProcessSuite {
  /// How the process begins and ends: protocol.md, "The process".
  @Suite struct LifeCycleTests {
    static let ping = #"{"jsonrpc":"2.0","id":1,"method":"server.ping","params":{"a":1}}"#
    static let pong = #"{"jsonrpc":"2.0","id":1,"result":{"a":1}}"#

    @Test func `objwire without words serves when its input is no terminal`() throws {
      let scratch = try Scratch()
      let conversation = try Conversation(
        [], input: Self.ping + "\n", environment: ["OBJWIRE_STORE": scratch.store])
      #expect(conversation.lines == [Self.pong])
      #expect(conversation.ending == .code(0), "\(conversation.errorText)")
      #expect(Scratch.exists(scratch.store))
    }

    @Test func `an empty input ends with 0 and an empty output`() throws {
      try check("", answers: [])
      try check("\n\r\n\n", answers: [])
    }

    @Test func `the end of input drains what was accepted`() throws {
      let count = 2_000
      var input = ""
      for id in 1...count {
        let method = id % 2 == 0 ? "task.count" : "task.add"
        let params = id % 2 == 0 ? "{}" : #"{"values":{"taskDescription":"a","category":1},"save":true}"#
        input += #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"# + "\n"
      }
      let conversation = try Conversation(input: input)
      #expect(conversation.lines.count == count)
      #expect(conversation.lines.last == #"{"jsonrpc":"2.0","id":\#(count),"result":{"count":1000}}"#)
      #expect(conversation.ending == .code(0), "\(conversation.errorText)")
    }

    @Test func `a last line without LF is answered`() throws {
      try check(Self.ping, answers: [Self.pong])
    }

    @Test func `exit after shutdown ends with 0, without it with 1`() throws {
      let polite = try Server(store: nil)
      try polite.check("initialize", gives: #"{"protocolVersion": "1.0"}"#)
      try polite.notify("initialized")
      try polite.check("shutdown", gives: "null")
      try polite.notify("exit")
      #expect(try polite.process.wait() == .code(0))

      let hasty = try Server(store: nil)
      try hasty.check("initialize", gives: "{}")
      try hasty.notify("exit")
      #expect(try hasty.process.wait() == .code(1))
    }

    @Test func `after shutdown requests are refused, and so is a second initialize`() throws {
      let server = try Server(store: nil)
      try server.check("initialize", gives: "{}")
      try server.check("initialize", failsWith: "invalidRequest", code: -32600)
      try server.check("task.count", gives: #"{"count": 0}"#)
      try server.check("shutdown", gives: "null")
      try server.check("task.count", failsWith: "invalidRequest", code: -32600)
      try server.check("task.cuont", failsWith: "invalidRequest", code: -32600)
      try server.notify("exit")
      #expect(try server.process.wait() == .code(0))
    }

    @Test(arguments: [["--nope"], ["serve", "--nope"], ["nope"], ["serve", "--store"], ["call"]])
    func `wrong usage ends with 2 and says so on standard error`(_ arguments: [String]) throws {
      let conversation = try Conversation(arguments)
      #expect(conversation.ending == .code(2))
      #expect(conversation.lines.isEmpty)
      #expect(!conversation.errorText.isEmpty)
    }

    @Test(arguments: [
      ["serve", "tasks.sqlite"], ["tasks.sqlite", "--in-memory"], ["--in-memory", "tasks.sqlite"],
      ["serve", "--in-memory", "more"], ["serve", "--in-memory", "--write"], ["--in-memory", "--write"],
      ["describe", "--store", "x"], ["describe", "--in-memory"], ["describe", "more"],
      ["list", "more"], ["add", "a", "--where", "b"], ["add"], ["add", ""], ["edit"], ["edit", "ABCD"],
      ["done"],
      ["delete"], ["delete", "ABCD", "--where", "a == 1", "--yes"], ["import", "a", "b"],
      ["export", "--sort", "date"],
      ["replay"], ["replay", "a", "b"], ["replay", "a", "--in-memory"],
      ["call", "task.count", "--record", "x"],
      ["list", "--log-file", "x"], ["serve", "--in-memory", "--record="],
      ["completion"], ["completion", "tcsh"], ["doctor", "more"], ["list", "--limit", "0"],
      ["list", "--sort", ","],
      ["add", "a", "--category", "2147483648"], ["list", "--color", "blue"],
      ["serve", "--version"],
      ["call", "server.ping", "{}", "more", "--in-memory"], ["call", "server.ping", "--autosave"],
      ["help", "nonsense"], ["help", "serve", "more"], ["help", "--in-memory"], ["--help=yes"],
    ])
    func `a word or an option that the command does not take is wrong usage`(_ arguments: [String]) throws {
      let scratch = try Scratch()
      // Nothing is served, so nothing can end up in the default store.
      let conversation = try Conversation(
        arguments, input: Self.ping + "\n", environment: ["OBJWIRE_STORE": scratch.store])
      #expect(conversation.ending == .code(2))
      #expect(conversation.lines.isEmpty)
      #expect(!conversation.errorText.isEmpty)
      #expect(!Scratch.exists(scratch.store))
    }

    @Test func `wrong usage names what is wrong and where to read on`() throws {
      func complaint(_ arguments: String...) throws -> String { try Conversation(arguments).errorText }
      #expect(
        try complaint("serve", "tasks.sqlite")
          == "objwire: serve takes no tasks.sqlite; see objwire help serve\n")
      #expect(
        try complaint("describe", "--store", "x")
          == "objwire: describe takes no --store; see objwire help describe\n")
      #expect(
        try complaint("lst").hasPrefix("objwire: there is no command lst (did you mean list?); the commands"))
      #expect(
        try complaint("help", "nonsense")
          == """
          objwire: there is no command nonsense; the commands are serve, call, replay, add, list, done, edit, delete, export, \
          import, doctor, describe, completion, help

          """)
    }

    @Test func `the command may stand behind options`() throws {
      let conversation = try Conversation(["--in-memory", "call", "server.ping", #"{"a":1}"#])
      #expect(conversation.lines == [#"{"a":1}"#])
      #expect(conversation.ending == .code(0), "\(conversation.errorText)")
    }

    @Test(arguments: ["serve", "call", "describe"])
    func `help about a command lists the options that it takes, and no others`(_ command: String) throws {
      let text = try Conversation(["help", command]).lines.joined(separator: "\n")
      #expect(text.contains("--write") == (command == "describe"))
      #expect(text.contains("--store") == (command != "describe"))
      #expect(text.contains("--autosave") == (command == "serve"))
      #expect(text.contains("--help"))
    }

    @Test func `an unknown option is answered with the one that was probably meant`() throws {
      #expect(try Conversation(["serve", "--stroe", "x"]).errorText.contains("did you mean --store?"))
    }

    @Test(arguments: [
      ["serve", "--in-memory", "--busy-timeout", "soon"],
      ["serve", "--in-memory", "--synchronous", "maybe"],
      ["serve", "--in-memory", "--max-message", "-1"],
      ["serve", "--in-memory", "--time-zone", "Mars/Olympus"],
    ])
    func `an option with an impossible value is wrong usage`(_ arguments: [String]) throws {
      #expect(try Conversation(arguments).ending == .code(2))
    }

    @Test(arguments: [
      (["--log-level", "loud"], "--log-level wants error, warning, info or debug, not loud"),
      (["--busy-timeout", "-1"], "--busy-timeout wants milliseconds, 0 to 86400000, not -1"),
      (["--synchronous", "no"], "--synchronous wants full or normal, not no"),
      (["--store="], "--store wants a path, not an empty word"),
      (["--sotre", "x"], "there is no option --sotre (did you mean --store?); see objwire help call"),
    ])
    func `wrong options are told what is right`(_ options: [String], _ complaint: String) throws {
      #expect(try Conversation(["call", "task.count"] + options).errorText == "objwire: \(complaint)\n")
    }

    @Test(arguments: [["--version"], ["help"], ["help", "serve"], ["help", "call"], ["serve", "--help"]])
    func `help and version go to standard output`(_ arguments: [String]) throws {
      let conversation = try Conversation(arguments)
      #expect(conversation.ending == .code(0), "\(conversation.errorText)")
      #expect(!conversation.lines.isEmpty)
    }

    @Test func `help serve prints the limits`() throws {
      let text = try Conversation(["help", "serve"]).lines.joined(separator: "\n")
      for limit in ["67108864", "512", "contexts 64", "5000", "10000", "1048576", "200"] {
        #expect(text.contains(limit))
      }
    }

    @Test func `unsaved changes at the end are named and end with 4`() throws {
      let server = try Server(store: nil)
      try server.check(
        "task.add", #"{"values": {"taskDescription": "a", "uuid": "LOST"}}"#, gives: #"{"uuid": "LOST"}"#)
      try server.expectEnd(4)
      #expect(server.process.errorText.contains("view"))
    }

    @Test func `unsaved changes end with 4 also after shutdown and exit`() throws {
      let server = try Server(store: nil)
      try server.check("initialize", gives: "{}")
      try server.check("task.add", #"{"values": {"taskDescription": "a"}}"#, gives: "{}")
      try server.check("shutdown", gives: "null")
      try server.notify("exit")
      #expect(try server.process.wait() == .code(4))
      #expect(!server.process.errorText.isEmpty)
    }

    @Test(arguments: [(SIGTERM, Int32(143)), (SIGINT, Int32(130))])
    func `a signal is an end of input with an exit code of its own`(_ signal: Int32, _ code: Int32) throws {
      let scratch = try Scratch()
      let server = try Server(store: scratch.store)
      try server.addSaved("KEPT")
      server.process.kill(signal)
      #expect(try server.process.wait() == .code(code), "\(server.process.errorText)")
      #expect(try Server(store: scratch.store).uuids() == ["KEPT"])
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func `a signal is heard however early it comes`(_ signal: Int32) throws {
      for _ in 0..<(Binary.runsFully ? 50 : 6) {
        let server = try Server(store: nil)
        try server.check("server.ping", gives: "{}")
        server.process.kill(signal)
        #expect(try server.process.wait() == .code(128 + signal))
      }
    }

    @Test func `a signal does not wait for work that has no end, but answers it`() throws {
      let scratch = try Scratch()
      let server = try Server(store: scratch.store, ["--busy-timeout", "600000"])
      try server.addSaved("KEPT")
      let lock = try SQLiteShell.holdingWriteLock(of: scratch.store)
      let stuck = try server.send("task.add", #"{"values": {"taskDescription": "a"}, "save": true}"#)
      let queued = try server.send("task.count")
      try server.check("server.ping", gives: "{}")
      server.process.kill(SIGTERM)
      for id in [stuck, queued] { #expect(try server.reply(to: id).kind == "cancelled") }
      #expect(try server.process.wait() == .code(143), "\(server.process.errorText)")
      _ = lock
    }

    @Test(arguments: ["BEGIN IMMEDIATE;", "BEGIN; SELECT count(*) FROM ZTASK;"])
    func `the end does not wait for others who use the store`(_ statement: String) throws {
      let scratch = try Scratch()
      let server = try Server(store: scratch.store, ["--busy-timeout", "600000"])
      try server.addSaved("KEPT")
      let shell = try SQLiteShell.holdingWriteLock(of: scratch.store)
      try shell.send("ROLLBACK;", statement, ".print held")
      while try shell.readLine() != "held" {}
      #expect(try server.finish() == .code(0))
      try shell.send("ROLLBACK;", ".print free")
      while try shell.readLine() != "free" {}
      #expect(try Server(store: scratch.store).uuids() == ["KEPT"])
      shell.closeInput()
    }

    @Test func `a closed output counts as the end of input`() throws {
      let server = try Server(store: nil)
      try server.check("server.ping", gives: "{}")
      server.process.closeOutput()
      try server.process.send(Self.ping)
      #expect(try server.process.wait() == .code(0), "\(server.process.errorText)")
    }

    @Test func `the death of the client's process ends the server`() throws {
      let parent = try ChildProcess(path: "cat", [], environment: ["PATH": "/usr/bin:/bin"])
      let server = try Server(store: nil)
      try server.check("initialize", #"{"processId": \#(parent.identifier)}"#, gives: "{}")
      parent.kill(SIGKILL)
      _ = try parent.wait()
      #expect(try server.process.wait() != .signal(SIGKILL))
    }

    @Test func `a client's process that does not exist ends the server`() throws {
      let server = try Server(store: nil)
      try server.check("initialize", #"{"processId": 2147483647}"#, gives: "{}")
      #expect(try server.process.wait() == .code(0))
    }

    @Test func `a client's process that cannot be watched leaves the server at work`() throws {
      let server = try Server(store: nil)
      try server.check("initialize", #"{"processId": 0}"#, gives: "{}")
      try server.check("task.count", gives: #"{"count": 0}"#)
      try server.expectEnd(0)
      #expect(server.process.errorText.contains("cannot be watched"))
    }
  }
}
