import Testing

/// The `sqlite3` program: an independent reader of the store, and a second process that can hold its locks.
enum SQLiteShell {
  /// Lines that one statement prints, columns separated by `|`.
  static func query(_ store: String, _ sql: String) throws -> [String] {
    let shell = try ChildProcess(
      path: "sqlite3", [store, sql], environment: ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"])
    shell.closeInput()
    let output = String(decoding: try shell.readToEnd(), as: UTF8.self)
    let ending = try shell.wait()
    try #require(ending == .code(0), "\(shell.errorText)")
    return output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  /// A shell that holds the write lock of the store until it is told to end.
  static func holdingWriteLock(of store: String) throws -> ChildProcess {
    let shell = try ChildProcess(
      path: "sqlite3", [store], environment: ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"])
    try shell.send("BEGIN IMMEDIATE;", ".print held")
    #expect(try shell.readLine() == "held")
    return shell
  }
}
