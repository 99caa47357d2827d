import Glibc
import JSON
import Testing

/// One run of a command on one store, to its end.
struct CommandRun {
  let output: String
  let errors: String
  let ending: ChildProcess.Ending

  /// Runs objwire, or another program, with its output going into pipes.
  init(
    _ arguments: [String], of program: String = Binary.path, store: String, input: String = "",
    environment: [String: String] = [:]
  ) throws {
    let process = try ChildProcess(
      path: program, arguments, environment: Self.environment(store).merging(environment) { $1 })
    try process.send(bytes: Array(input.utf8))
    process.closeInput()
    output = String(decoding: try process.readToEnd(), as: UTF8.self)
    ending = try process.wait()
    errors = process.errorText
  }

  /// What a command has around it: a store, and a zone that is not UTC.
  static func environment(_ store: String) -> [String: String] {
    ["PATH": "/usr/bin:/bin", "OBJWIRE_STORE": store, "TZ": "CET-1CEST,M3.5.0,M10.5.0/3"]
  }

  var lines: [String] { output.split(separator: "\n").map(String.init) }

  var json: JSONValue { get throws { try JSONValue(parsing: output) } }
}

/// A store and the commands that are run on it.
final class CommandLineUser {
  let scratch: Scratch
  var store: String { scratch.store }

  init() throws { scratch = try Scratch() }

  /// Runs a command that must succeed, and gives what it prints.
  @discardableResult func run(
    _ arguments: String..., input: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let run = try CommandRun(arguments, store: store, input: input)
    #expect(run.ending == .code(0), "\(arguments): \(run.errors)", sourceLocation: sourceLocation)
    #expect(run.errors.isEmpty, "\(arguments)", sourceLocation: sourceLocation)
    return run.output
  }

  /// Runs commands as somebody who may read the store and its directory, and not write them.
  func withoutPermission(_ body: ((_ arguments: [String]) throws -> CommandRun) throws -> Void) throws {
    // To root everything is allowed; nobody is user 65534.
    let isRoot = getuid() == 0
    chmod(scratch.path, 0o555)
    chmod(store, 0o444)
    defer { chmod(scratch.path, 0o755) }
    try body { arguments in
      try isRoot
        ? CommandRun(
          ["--reuid=65534", "--clear-groups", Binary.path] + arguments, of: "setpriv", store: store)
        : CommandRun(arguments, store: store)
    }
  }

  /// Runs a command that must fail with this code and print nothing, and gives its complaint.
  @discardableResult func fail(
    _ arguments: String..., input: String = "", code: Int32 = 1,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let run = try CommandRun(arguments, store: store, input: input)
    #expect(run.ending == .code(code), "\(arguments): \(run.errors)", sourceLocation: sourceLocation)
    #expect(run.output.isEmpty, "\(arguments)", sourceLocation: sourceLocation)
    return run.errors
  }

  /// Runs a command on a terminal and gives what stands there in the end; `typing` is what the person answers.
  func terminal(
    _ arguments: String..., columns: UInt16 = 80, environment: [String: String] = [:],
    answering question: String = "",
    typing: String = ""
  ) throws -> (screen: String, ending: ChildProcess.Ending) {
    let process = try ChildProcess(
      onTerminalOf: columns, path: Binary.path, arguments,
      environment: CommandRun.environment(store).merging(environment) { $1 })
    var screen = ""
    if !question.isEmpty {
      screen = try process.read(until: question)
      try process.send(typing)
    }
    screen += String(decoding: try process.readToEnd(), as: UTF8.self)
    return (screen.replacing("\r\n", with: "\n"), try process.wait())
  }
}
