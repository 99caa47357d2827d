import JSON
import JSONRPC

/// Prints tasks that a command has changed.
struct TaskPrinter {
  private let shell: Shell

  init(_ shell: Shell) { self.shell = shell }

  /// Prints tasks as they are now.
  ///
  /// - Parameter isSingle: whether the one task is meant, and not a list that has one.
  func printTasks(_ uuids: [String], of session: TaskSession, isSingle: Bool = false) throws(ShellError) {
    try print(try session.tasks(uuids: uuids), isSingle: isSingle)
  }

  /// Prints tasks: the uuid of each, and its text where a person is looking.
  func print(_ tasks: TaskRows, isSingle: Bool = false) throws(ShellError) {
    switch shell.options.format {
    case .json where isSingle: try shell.print(tasks.jsonLines)
    case .json: try shell.print(tasks.json)
    case .jsonLines: try shell.print(tasks.jsonLines)
    case .text:
      let uuids = tasks.texts(TaskField.uuid.rawValue)
      guard StandardOutput.isTerminal else {
        return try shell.print(Array(uuids.map { PlainLine.field($0) + "\n" }.joined().utf8))
      }
      let lines = zip(uuids, tasks.texts(TaskField.taskDescription.rawValue)).map { uuid, text in
        "\(TerminalText.printable(uuid))  \(TerminalText.printable(text))\n"
      }
      try shell.print(Array(lines.joined().utf8))
    }
  }
}

extension TaskSession {
  /// Tasks by their uuids, in order of insertion; those that are not there are left out.
  func tasks(uuids: [String]) throws(ShellError) -> TaskRows {
    TaskRows(
      try call(
        "task.fetch",
        [
          "predicate": "uuid IN %@", "arguments": [.array(uuids.map { .string($0) })],
          "resultType": "dictionaries",
        ]))
  }
}
