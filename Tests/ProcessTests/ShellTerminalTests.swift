import Foundation
import Testing

extension ProcessSuite {
  /// What the commands show to a person on a terminal.
  @Suite struct ShellTerminalTests {
    private static let esc = "\u{1B}["

    @Test func `list is a table with local dates, and the beginnings of uuids that tell tasks apart`() throws
    {
      let user = try CommandLineUser()
      try user.run(
        "add", "Buy milk", "--uuid", "6F0F7A0C-8D0E-4B37", "--date", "2999-07-01T09:00", "--category", "12")
      try user.run("add", "Day", "--uuid", "6F0F7A0C-9", "--date", "2999-01-01")
      try user.run("add", "日本語のテキスト é e\u{301} 👩‍👩‍👧 ok", "--uuid", "A")
      let (screen, ending) = try user.terminal("list", environment: ["NO_COLOR": "1"])
      #expect(
        screen == """
          uuid        date              category  taskDescription
          6F0F7A0C-9  2999-01-01               0  Day
          6F0F7A0C-8  2999-07-01 09:00        12  Buy milk
          A                                    0  日本語のテキスト é e\u{301} 👩‍👩‍👧 ok

          """)
      #expect(ending == .code(0))
    }

    @Test func `no line is wider than the window, wide characters count twice`() throws {
      let user = try CommandLineUser()
      try user.run("add", "日本語のテキストは幅が広い", "--uuid", "ABCDEFGHIJK", "--date", "2999-07-01T09:00")
      try user.run("add", "a text that is too long for a narrow window", "--uuid", "B")
      let (screen, _) = try user.terminal("list", columns: 56, environment: ["NO_COLOR": "1"])
      #expect(
        screen == """
          uuid      date              category  taskDescription
          ABCDEFGH  2999-07-01 09:00         0  日本語のテキスト…
          B                                  0  a text that is to…

          """)
      let (narrow, _) = try user.terminal("list", columns: 20, environment: ["NO_COLOR": "1"])
      #expect(narrow.split(separator: "\n").allSatisfy { $0.count <= 20 })
    }

    @Test func `colours mark headings, late dates and finished tasks, unless somebody does not want them`()
      throws
    {
      let user = try CommandLineUser()
      try user.run("add", "late", "--uuid", "A", "--date", "2020-01-01")
      try user.run("add", "finished", "--uuid", "B")
      try user.run("done", "B")
      let (screen, _) = try user.terminal("list", "--all")
      #expect(screen.contains(Self.esc + "1muuid" + Self.esc + "0m"))
      #expect(screen.contains(Self.esc + "31m2020-01-01" + Self.esc + "0m"))
      #expect(screen.contains(Self.esc + "2mfinished" + Self.esc + "0m"))
      for environment in [["NO_COLOR": "1"], ["TERM": "dumb"]] {
        #expect(try !user.terminal("list", environment: environment).screen.contains(Self.esc))
      }
      #expect(try user.terminal("list", environment: ["NO_COLOR": ""]).screen.contains(Self.esc))
      #expect(try !user.terminal("list", "--color", "never").screen.contains(Self.esc))
      #expect(
        try user.terminal("list", "--color=always", environment: ["NO_COLOR": "1"]).screen.contains(Self.esc))
      #expect(try !user.run("list").contains(Self.esc))
    }

    @Test func `text cannot command the terminal`() throws {
      let user = try CommandLineUser()
      try user.run("add", "a\u{1B}]0;title\u{7}\u{9B}31m\u{202E}b\nc", "--uuid", "\u{1B}X")
      let (screen, _) = try user.terminal("list", environment: ["NO_COLOR": "1"])
      #expect(screen.contains("␛X"))
      #expect(screen.contains("a␛]0;title␇\u{FFFD}31m\u{FFFD}b␊c"))
      let (answer, _) = try user.terminal("done", "\u{1B}X")
      #expect(answer == "␛X  a␛]0;title␇\u{FFFD}31m\u{FFFD}b␊c\n")
    }

    @Test func `nothing to show is said, and not as output`() throws {
      #expect(try CommandLineUser().terminal("list").screen == "no tasks\n")
    }

    @Test func `JSON is the same on a terminal`() throws {
      let user = try CommandLineUser()
      try user.run("add", "a", "--uuid", "A")
      #expect(try user.terminal("list", "--jsonl").screen == user.run("list", "--jsonl"))
    }

    @Test(arguments: [("y", true), ("yes", true), ("n", false), ("", false), ("maybe", false)])
    func `delete --where asks first`(_ answer: String, _ deletes: Bool) throws {
      let user = try CommandLineUser()
      try user.run("add", "a", "--uuid", "A")
      try user.run("add", "b", "--uuid", "B")
      let (screen, ending) = try user.terminal(
        "delete", "--where", "category == 0", answering: "delete 2 tasks? [y/N] ", typing: answer)
      #expect(ending == .code(deletes ? 0 : 1))
      #expect(screen.hasSuffix(deletes ? "A  a\nB  b\n" : "objwire: nothing was changed\n"))
      #expect(try user.run("list").isEmpty == deletes)
    }

    @Test func `import shows how far it is, and how much it was`() throws {
      let user = try CommandLineUser()
      let path = user.scratch.path("tasks.ndjson")
      let tasks = (0..<10_001).map { _ in #"{"taskDescription":"a"}"# }
      try tasks.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
      let (screen, ending) = try user.terminal("import", path)
      #expect(ending == .code(0))
      #expect(screen.contains("\r10000 tasks\r10001 tasks\r"))
      #expect(screen.hasSuffix("\u{1B}[Kimported 10001 tasks\n"))
    }

    @Test func `import does not wait for a person to type JSON`() throws {
      let (screen, ending) = try CommandLineUser().terminal("import")
      #expect(ending == .code(2))
      #expect(screen.contains("import wants FILE"))
    }
  }
}
