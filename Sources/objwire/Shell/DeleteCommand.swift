import JSON

/// `objwire delete UUID…`: deletes tasks, all or none, and prints what they were.
struct DeleteCommand: ShellCommand {
  let selection: TaskSelection

  func run(_ shell: Shell) throws(ShellError) {
    let session = try TaskSession(shell.configuration)
    let uuids = try selection.uuids(in: session, shell, onlyOpen: false)
    let tasks = try session.tasks(uuids: uuids)
    if !uuids.isEmpty {
      _ = try session.call(
        "task.delete",
        ["predicate": "uuid IN %@", "arguments": [.array(uuids.map { .string($0) })], "save": true])
    }
    try TaskPrinter(shell).print(tasks)
  }
}
