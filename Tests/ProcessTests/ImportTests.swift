import JSON
import Testing

extension ProcessSuite {
  /// `objwire import` and `objwire export`.
  @Suite struct ImportTests {
    /// Values that are easily lost on the way.
    private static let awkward = [
      #"{"category":-2147483648,"date":"2026-12-01T09:00:00.123Z","finished":true,"notificationEnabled":true,"taskDescription":"tab\t \"q\" \\ é e\u0301 \u0000 😀","uuid":"6f0f"}"#,
      #"{"category":2147483647,"date":"0000-01-01T00:00:00Z","finished":false,"notificationEnabled":false,"taskDescription":"","uuid":"É"}"#,
      #"{"category":0,"date":null,"finished":false,"notificationEnabled":false,"taskDescription":"\u2028\u0085","uuid":"E\u0301"}"#,
    ]

    @Test func `what export prints, import reads back the same`() throws {
      let user = try CommandLineUser()
      try user.run("import", input: Self.awkward.joined(separator: "\n"))
      let exported = try user.run("export")
      let tasks = try exported.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
      #expect(tasks == (try Self.awkward.map { try JSONValue(parsing: $0) }))
      for array in [false, true] {
        let other = try CommandLineUser()
        try other.run("import", "-", input: array ? try user.run("export", "--json") : exported)
        #expect(try other.run("export") == exported)
      }
      #expect(try user.run("export", "--where", "finished == YES").split(separator: "\n").count == 1)
    }

    @Test(arguments: [
      "", "\n \n", "[]", " [ ] \n",
    ])
    func `nothing to import is no error`(_ input: String) throws {
      let user = try CommandLineUser()
      #expect(try user.run("import", "--json", input: input) == "{\"importedCount\":0}\n")
    }

    @Test(arguments: [
      "{\"taskDescription\":\"a\"}\r\n\r\n{\"taskDescription\":\"b\"}\r\n",
      "[{\"taskDescription\":\"a\"},\n {\"taskDescription\":\"b\"}]",
      "{\"taskDescription\":\"a\"}\n{\"taskDescription\":\"b\"}",
    ])
    func `lines and one array are both tasks, and properties have defaults`(_ input: String) throws {
      let user = try CommandLineUser()
      #expect(try user.run("import", "--json", input: input) == "{\"importedCount\":2}\n")
      #expect(
        try user.run("list", "--fields", "taskDescription,category,finished,date")
          == "a\t0\tfalse\t\nb\t0\tfalse\t\n")
    }

    @Test func `everything that is wrong is named by line, and nothing is stored`() throws {
      let user = try CommandLineUser()
      try user.run("add", "a", "--uuid", "TAKEN")
      let complaint = try user.fail(
        "import",
        input: """
          {"taskDescription":"a","uuid":"A"}
          {"taskDescription":

          {"uuid":"B"}
          [1]
          {"taskDescription":"a","uuid":"A"}
          {"taskDescription":"a","dat":1}
          {"taskDescription":1,"date":"x"}
          {"taskDescription":"a","uuid":"TAKEN"}
          {"taskDescription":"a"},{"taskDescription":"b"}
          {"taskDescription":"a"}],"save":true,"objects":[{"taskDescription":"b"}
          {"taskDescription":"a","$objectID":"b"}
          """)
      #expect(
        complaint == """
          (standard input):2: not valid JSON: the text ends too early at byte 19
          (standard input):4: taskDescription is required and has no value
          (standard input):5: a task must be an object.
          (standard input):6: the uuid A stands in line 1, too
          (standard input):7: Task has no property dat. Did you mean date?
          (standard input):8: taskDescription must be a string.
          (standard input):9: the store has a task with the uuid TAKEN already
          (standard input):10: not valid JSON: something follows the value at byte 23
          (standard input):11: not valid JSON: something follows the value at byte 23
          (standard input):12: Task has no property $objectID. Members that begin with $ cannot be set.
          objwire: nothing was imported: 10 errors

          """)
      #expect(try user.run("list", "--all", "--fields", "uuid") == "TAKEN\n")
    }

    @Test func `in an array what is wrong is named by index, what is no JSON by line`() throws {
      let user = try CommandLineUser()
      #expect(
        try user.fail(
          "import", input: #"[{"taskDescription":"a"},{},{"taskDescription":"b","category":"x"}]"#) == """
            (standard input): index 1: taskDescription is required and has no value
            (standard input): index 2: category must be an integer from -2147483648 to 2147483647.
            objwire: nothing was imported: 2 errors

            """)
      #expect(
        try user.fail("import", input: "[\n  {\"taskDescription\":\"a\"},\n  {,}\n]") == """
          (standard input):3: not valid JSON: unexpected character at byte 3
          objwire: nothing was imported: 1 error

          """)
      #expect(try user.run("export").isEmpty)
    }

    @Test(arguments: [
      "{\"taskDescription\":\"a\"}\r\n\r\n{\"taskDescription\":\"b\"}\r\n",
      "[{\"taskDescription\":\"a\"},\r\n{\"taskDescription\":\"b\"}]",
    ])
    func `files of other systems are read`(_ text: String) throws {
      let user = try CommandLineUser()
      try user.run("import", input: "\u{FEFF}" + text)
      #expect(try user.run("list", "--fields", "taskDescription", "--sort", "taskDescription") == "a\nb\n")
      #expect(
        try user.fail("import", input: text + "\n\u{FEFF}").contains("byte order mark")
          || text.hasPrefix("["))
    }

    @Test(arguments: ["null", "5", "\"text\"", "[]"])
    func `what is no object is no task`(_ line: String) throws {
      let user = try CommandLineUser()
      #expect(
        try user.fail("import", input: "{\"taskDescription\":\"a\"}\n\(line)\n") == """
          (standard input):2: a task must be an object.
          objwire: nothing was imported: 1 error

          """)
    }

    @Test func `text that is not UTF-8 is refused, not repaired`() throws {
      let user = try CommandLineUser()
      let process = try ChildProcess(
        path: Binary.path, ["import"], environment: CommandRun.environment(user.store))
      try process.send(bytes: Array(#"{"taskDescription":"a"#.utf8) + [0xFF] + Array("\"}".utf8))
      process.closeInput()
      _ = try process.readToEnd()
      #expect(try process.wait() == .code(1))
      #expect(process.errorText.hasPrefix("(standard input):1: not valid JSON: invalid UTF-8"))
    }

    @Test func `one wrong line near the end of many is named, and nothing is stored`() throws {
      let user = try CommandLineUser()
      let count = Binary.runsFully ? 100_000 : 10_000
      var lines = (0..<count).map { #"{"taskDescription":"task \#($0)","date":"2026-12-01"}"# }
      lines[count - 2] = #"{"taskDescription": oops}"#
      #expect(
        try user.fail("import", input: lines.joined(separator: "\n")) == """
          (standard input):\(count - 1): not valid JSON: unexpected character at byte 20
          objwire: nothing was imported: 1 error

          """)
      #expect(try user.run("list", "--limit", "1").isEmpty)
      lines[count - 2] = #"{"taskDescription":"task","uuid":null}"#
      #expect(
        try user.fail("import", input: lines.joined(separator: "\n")).hasPrefix(
          "(standard input):\(count - 1): uuid is required and has no value\n"))
      #expect(try user.run("list", "--limit", "1").isEmpty)
    }

    @Test func `a file that is not there is named`() throws {
      let user = try CommandLineUser()
      #expect(
        try user.fail("import", "/nonexistent/tasks.ndjson")
          == "objwire: /nonexistent/tasks.ndjson cannot be read: there is no such file\n")
      #expect(try user.fail("import", "/").contains("objwire: / cannot be read: is a directory"))
      #expect(!Scratch.exists(user.store))
    }

    @Test func `a store that another process is writing to is waited for, and then an error`() throws {
      let user = try CommandLineUser()
      try user.run("add", "a")
      let shell = try SQLiteShell.holdingWriteLock(of: user.store)
      let complaint = try user.fail("import", "--busy-timeout", "50", input: #"{"taskDescription":"b"}"#)
      #expect(complaint == "objwire: Another process is writing to the store; try again.\n")
      shell.closeInput()
    }
  }
}
