import JSON

/// `objwire done UUID…`: finishes tasks, all or none.
struct DoneCommand: ShellCommand {
  let selection: TaskSelection

  func run(_ shell: Shell) throws(ShellError) {
    let session = try TaskSession(shell.configuration)
    let uuids = try selection.uuids(in: session, shell, onlyOpen: true)
    if !uuids.isEmpty {
      let updates = uuids.map { uuid -> JSONValue in ["uuid": .string(uuid), "values": ["finished": true]] }
      _ = try session.call("task.update", ["updates": .array(updates), "save": true])
    }
    try TaskPrinter(shell).printTasks(uuids, of: session)
  }
}
