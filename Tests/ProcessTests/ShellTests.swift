import JSON
import Testing

extension ProcessSuite {
  /// `objwire add`, `list`, `done`, `edit`, `delete` in scripts.
  @Suite struct ShellTests {
    /// Three tasks: A is open and of 2026-12-01, B is open and has no date, C is finished.
    static func filled() throws -> CommandLineUser {
      let user = try CommandLineUser()
      try user.run("add", "Buy milk", "--uuid", "AAAA-1", "--date", "2026-12-01T09:00:00Z", "--category", "2")
      try user.run("add", "Call", "--uuid", "AAAB-2", "--notify")
      try user.run("add", "Old", "--uuid", "CCCC-3", "--date", "2020-01-01T00:00:00Z")
      try user.run("done", "CCCC-3")
      return user
    }

    @Test func `add prints the uuid of the new task`() throws {
      let user = try CommandLineUser()
      let uuid = try user.run("add", "Buy", "milk")
      #expect(uuid.count == 37 && uuid.hasSuffix("\n"))
      let task = try JSONValue(parsing: try user.run("list", "--jsonl"))
      #expect(task["taskDescription"] == "Buy milk")
      #expect(task["uuid"]?.string.map { $0 + "\n" } == uuid)
    }

    @Test func `add --json prints the task with everything that options say`() throws {
      let user = try CommandLineUser()
      let output = try user.run(
        "add", "--json", "--date", "2026-07-01", "--category", "3", "--notify", "--uuid", "U", "--",
        "--not an option")
      #expect(
        output == """
          {"category":3,"date":"2026-06-30T22:00:00Z","finished":false,"notificationEnabled":true,\
          "taskDescription":"--not an option","uuid":"U"}

          """)
    }

    @Test func `list prints open tasks, the earliest first, values between tabs`() throws {
      let user = try Self.filled()
      #expect(
        try user.run("list") == """
          AAAA-1\tfalse\t2026-12-01T09:00:00Z\t2\tfalse\tBuy milk
          AAAB-2\tfalse\t\t0\ttrue\tCall

          """)
    }

    @Test(arguments: [
      (["--all"], "CCCC-3 AAAA-1 AAAB-2"), (["--all", "--sort", "-date"], "AAAA-1 CCCC-3 AAAB-2"),
      (["--all", "--sort", "-category,uuid"], "AAAA-1 AAAB-2 CCCC-3"), (["--limit", "1"], "AAAA-1"),
      (["--where", "category == 0"], "AAAB-2"),
      (["--where", "category == 0 OR category == 2"], "AAAA-1 AAAB-2"),
      (["--where", "finished == YES"], "CCCC-3"),
      (["--where", "NOT finished = 0 AND category = 0"], "CCCC-3"),
      (["--where", "taskDescription == 'finished'"], ""),
      (["--where", "category == 0", "--all"], "CCCC-3 AAAB-2"),
    ])
    func `list selects and sorts as it is told`(_ options: [String], _ expected: String) throws {
      let user = try Self.filled()
      let run = try CommandRun(["list", "--fields", "uuid"] + options, store: user.store)
      #expect(run.lines.joined(separator: " ") == expected)
      #expect(run.ending == .code(0), "\(run.errors)")
    }

    @Test func `JSON is one value, also for nothing, and an object a line`() throws {
      let user = try Self.filled()
      #expect(try user.run("list", "--json", "--where", "category == 9") == "[]\n")
      #expect(try user.run("list", "--jsonl", "--where", "category == 9").isEmpty)
      #expect(
        try user.run("list", "--json", "--fields", "uuid,category")
          == #"[{"category":2,"uuid":"AAAA-1"},{"category":0,"uuid":"AAAB-2"}]"# + "\n")
      #expect(
        try user.run("list", "--jsonl", "--fields", "uuid")
          == "{\"uuid\":\"AAAA-1\"}\n{\"uuid\":\"AAAB-2\"}\n")
    }

    @Test func `a task is one line whatever is in it`() throws {
      let user = try CommandLineUser()
      let text = "tab\there\nline\r\\ \u{2028}\u{1B}[31m é e\u{301} 😀 \"quoted\""
      try user.run("add", text)
      let line = try user.run("list", "--fields", "taskDescription")
      #expect(line == "tab\\there\\nline\\r\\\\ \u{2028}\u{1B}[31m é e\u{301} 😀 \"quoted\"\n")
      let whole = try JSONValue(parsing: try user.run("list", "--jsonl"))
      #expect(whole["taskDescription"] == .string(text))
    }

    @Test func `done finishes tasks by uuid or its beginning, in any case`() throws {
      let user = try Self.filled()
      #expect(try user.run("done", "aaaa", "AAAB-2", "aaaa-1") == "AAAA-1\nAAAB-2\n")
      #expect(try user.run("list").isEmpty)
    }

    @Test func `keys that fit no task or several are all named, and nothing is changed`() throws {
      let user = try Self.filled()
      try user.run("add", "Other", "--uuid", "AAAA-12")
      let complaint = try user.fail("done", "CCCC-3", "AAAA", "nothing", "AAA", "AAAB-2")
      #expect(
        complaint == """
          objwire: AAAA is the beginning of 2 uuids:
            AAAA-1  Buy milk
            AAAA-12  Other
          objwire: no task has the uuid nothing
          objwire: no task has the uuid AAA; a beginning has at least 4 characters

          """)
      #expect(try user.run("list", "--fields", "uuid") == "AAAA-1\nAAAB-2\nAAAA-12\n")
      #expect(try user.run("done", "AAAA-1") == "AAAA-1\n", "a whole uuid is no beginning")
    }

    @Test func `edit changes what it is told and nothing else`() throws {
      let user = try Self.filled()
      #expect(
        try user.run("edit", "aaaa", "--text", "Buy oat milk", "--no-date", "--json") == """
          {"category":2,"date":null,"finished":false,"notificationEnabled":false,\
          "taskDescription":"Buy oat milk","uuid":"AAAA-1"}

          """)
      #expect(
        try user.run("edit", "CCCC", "--undone", "--date", "2027-01-01T00:00:00+01:00", "--category", "-1")
          == "CCCC-3\n")
      #expect(
        try user.run("edit", "AAAB", "--no-notify", "--jsonl").contains(#""notificationEnabled":false"#))
      #expect(
        try user.run("list", "--where", "category == -1", "--fields", "date") == "2026-12-31T23:00:00Z\n")
    }

    @Test func `delete prints what it deletes`() throws {
      let user = try Self.filled()
      #expect(try user.run("delete", "AAAB") == "AAAB-2\n")
      let deleted = try JSONValue(
        parsing: try user.run("delete", "--where", "finished == YES", "--yes", "--json"))
      #expect(deleted.array?.map { $0["taskDescription"] } == ["Old"])
      #expect(try user.run("list", "--all", "--fields", "uuid") == "AAAA-1\n")
      #expect(try user.run("delete", "--where", "finished == YES", "--yes").isEmpty)
    }

    @Test func `done --where finishes open tasks only, and prints these`() throws {
      let user = try Self.filled()
      #expect(try user.run("done", "--where", "category == 0", "--yes") == "AAAB-2\n")
    }

    @Test(arguments: ["done", "delete"])
    func `where nobody can be asked --where wants --yes`(_ command: String) throws {
      let user = try Self.filled()
      #expect(try user.fail(command, "--where", "category == 2", code: 2).contains("--yes"))
      #expect(try user.run("list", "--all", "--fields", "uuid") == "CCCC-3\nAAAA-1\nAAAB-2\n")
    }

    @Test func `a predicate that is probably not meant is used all the same`() throws {
      let user = try Self.filled()
      #expect(try user.run("list", "--json", "--where", "taskDescription LIKE '%x'") == "[]\n")
    }

    @Test func `a wrong predicate is shown with its place`() throws {
      let user = try Self.filled()
      #expect(
        try user.fail("list", "--where", "taskDescription == '日é' AND a == 1")
          .hasSuffix("\n  taskDescription == '日é' AND a == 1\n" + String(repeating: " ", count: 31) + "^\n"))
      let complaint = try user.fail("list", "--where", "category == 1 AND finishd == 1")
      #expect(complaint.contains("did you mean finished?"))
      #expect(complaint.hasSuffix("\n  category == 1 AND finishd == 1\n                    ^^^^^^^\n"))
      #expect(
        try user.fail("list", "--where", "date < '2026-02-30'") == """
          objwire: --where: A string cannot be compared with a date (It must be a date such as \
          "2026-12-01T09:00:00Z", "2026-12-01T09:00" or "2026-12-01".)
            date < '2026-02-30'
                   ^^^^^^^^^^^^

          """)
      // Parentheses that are not its own cannot reach the part that selects open tasks.
      try user.fail("list", "--where", "category == 2) OR (finished == YES")
    }

    @Test func `errors are sentences, and with --json the error objects of the protocol`() throws {
      let user = try Self.filled()
      #expect(
        try user.fail("add", "a", "--date", "10000-01-01", code: 2) == """
          objwire: --date wants a date such as 2026-12-01, 2026-12-01T09:00 or 2026-12-01T09:00:00Z, not 10000-01-01

          """)
      #expect(
        try user.fail("add", "a", "--date", "+020000-01-01") == """
          objwire: date must be a date from "0000-01-01T00:00:00Z" to "9999-12-31T23:59:59.999Z".

          """)
      #expect(try user.fail("list", "--fields", "uuidd").contains("Did you mean uuid?"))
      let error = try JSONValue(parsing: try user.fail("add", "a", "--uuid", "AAAA-1", "--json"))
      #expect(error["error"]?["data"]?["kind"] == "conflict.constraint")
    }

    @Test func `commands that only read make no store`() throws {
      let user = try CommandLineUser()
      #expect(try user.run("list").isEmpty)
      #expect(try user.run("list", "--json") == "[]\n")
      #expect(try user.run("export").isEmpty)
      try user.run("completion", "bash")
      try user.run("doctor")
      #expect(Scratch.names(in: user.scratch.path).isEmpty)
    }

    @Test func `a store that cannot be written can be read`() throws {
      let user = try Self.filled()
      let tasks = try user.run("export")
      try user.withoutPermission { run in
        for command in [["export"], ["export", "--read-only"], ["doctor"]] {
          let reading = try run(command)
          #expect(reading.ending == .code(0), "\(command): \(reading.errors)")
          #expect(reading.errors.isEmpty)
        }
        #expect(try run(["export"]).output == tasks)
        let writing = try run(["add", "a"])
        #expect(writing.ending == .code(3))
        #expect(writing.errors.contains("--read-only opens it for reading"))
      }
      #expect(Scratch.names(in: user.scratch.path) == ["tasks.sqlite"])
    }

    @Test func `a store that cannot be opened ends with 3`() throws {
      let user = try CommandLineUser()
      #expect(try user.fail("list", "--store", user.scratch.path, code: 3).contains("is a directory"))
      #expect(try user.fail("list", "--read-only", code: 3).contains("does not exist"))
      try user.fail("add", "a", "--store", "/proc/objwire/tasks.sqlite", code: 3)
    }

    @Test func `a reader that has seen enough is no error to talk about`() throws {
      let user = try CommandLineUser()
      let tasks = (0..<3_000).map { #"{"taskDescription":"a long text of task \#($0), to fill a pipe"}"# }
      try user.run("import", input: tasks.joined(separator: "\n"))
      let process = try ChildProcess(
        path: "sh", ["-c", "'\(Binary.path)' list | head -n 1"],
        environment: CommandRun.environment(user.store))
      process.closeInput()
      #expect(try process.readToEnd().count { $0 == 10 } == 1)
      #expect(try process.wait() == .code(0))
      #expect(process.errorText.isEmpty)
    }
  }
}
