import Foundation
import Testing

/// A program that uses objwire, written in something else.
enum Example {
  static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// What a program prints that is given a store; nil where there is nobody to run it.
  ///
  /// - Parameters:
  ///   - path: of the program, from the project's root.
  ///   - interpreter: what runs it; its arguments stand before the program's path.
  static func output(
    of path: String, with interpreter: String, _ arguments: [String] = []
  ) throws -> String? {
    guard try isThere(interpreter) else { return nil }
    let scratch = try Scratch()
    let child = try run(
      [interpreter] + arguments + [project.appendingPathComponent(path).path, scratch.store], scratch)
    let text = String(decoding: try child.readToEnd(), as: UTF8.self)
    #expect(try child.wait() == .code(0), "\(child.errorText)")
    return text
  }

  /// Whether a command ends with 0.
  static func succeeds(_ command: String...) throws -> Bool {
    guard try isThere(command[0]) else { return false }
    let child = try run(command, Scratch())
    _ = try child.readToEnd()
    return try child.wait() == .code(0)
  }

  private static func run(_ command: [String], _ scratch: Scratch) throws -> ChildProcess {
    let environment = ProcessInfo.processInfo.environment
    let child = try ChildProcess(
      path: "/usr/bin/env", command,
      environment: [
        "PATH": path, "HOME": scratch.path("home"), "OBJWIRE_BINARY": Binary.path, "LC_ALL": "C.UTF-8",
        "PYTHONPATH": project.appendingPathComponent("clients/python/src").path,
        "PYTHONDONTWRITEBYTECODE": "1", "PYENV_VERSION": environment["PYENV_VERSION"] ?? "",
      ])
    child.closeInput()
    return child
  }

  /// The server under test comes first.
  private static var path: String {
    let folder = URL(fileURLWithPath: Binary.path).deletingLastPathComponent().path
    return folder + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
  }

  private static func isThere(_ program: String) throws -> Bool {
    if program.contains("/") { return FileManager.default.isExecutableFile(atPath: program) }
    return path.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
    }
  }
}
