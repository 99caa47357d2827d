import Glibc
import Testing

/// The tools of these tests, tried on programs that every system has.
@Suite struct SupportTests {
  private let environment = ["PATH": "/usr/bin:/bin"]

  @Test func `lines come back, however they are cut and however many they are`() throws {
    let cat = try ChildProcess(path: "cat", [], environment: environment)
    let long = String(repeating: "x", count: 1_000_000)
    try cat.send("one", "", long, "two")
    #expect(try cat.readLine() == "one")
    #expect(try cat.readLine() == "")
    #expect(try cat.readLine() == long)
    try cat.send("three")
    cat.closeInput()
    #expect(try cat.readToEnd() == Array("two\nthree\n".utf8))
    #expect(try cat.wait() == .code(0))
  }

  @Test func `a line that does not come in time is a failure with what was said on standard error`() throws {
    let shell = try ChildProcess(
      path: "sh", ["-c", "echo trouble >&2; echo ready; exec cat"], environment: environment)
    #expect(try shell.readLine() == "ready")
    #expect(throws: ChildProcess.Failure.timedOut("trouble\n")) { try shell.readLine(within: 0.01) }
    shell.closeInput()
    #expect(throws: ChildProcess.Failure.ended("trouble\n")) { try shell.readLine() }
  }

  @Test func `exit codes and signals are told apart`() throws {
    #expect(try ChildProcess(path: "sh", ["-c", "exit 7"], environment: environment).wait() == .code(7))
    let cat = try ChildProcess(path: "cat", [], environment: environment)
    cat.kill(SIGKILL)
    #expect(try cat.wait() == .signal(SIGKILL))
  }

  @Test(arguments: [
    (#"{"a": 1}"#, #"{"a": 1, "b": 2}"#, true), (#"{"a": 1}"#, #"{"a": 1.0}"#, true),
    (#"{"a": 1}"#, #"{"a": 2}"#, false), (#"{"a": 1}"#, #"{"a": true}"#, false),
    (#"{"a": "*"}"#, #"{"a": null}"#, true), (#"{"a": "*"}"#, "{}", false),
    (#"{"a": "absent"}"#, "{}", true), (#"{"a": "absent"}"#, #"{"a": null}"#, false),
    (#"["*"]"#, "[1, 2]", false), ("{}", "[]", false),
  ])
  func `a pattern names what must be there`(_ pattern: String, _ value: String, _ fits: Bool) throws {
    #expect(try Pattern(pattern).fits(Pattern(value).expected) == fits)
  }
}
