import JSON

/// `objwire edit UUID`: changes the properties of one task that options name, and no others.
struct EditCommand: ShellCommand {
  private let key: TaskKey
  private let values: JSONObject

  init(words: [String], _ options: ShellOptions) throws(UsageError) {
    guard let word = words.first else {
      throw UsageError(message: "edit wants UUID and what to change; see objwire help edit")
    }
    key = try TaskKey(word)
    values = TaskValues(options, text: options.text).members
    if values.members.isEmpty {
      throw UsageError(message: "edit wants to know what to change; see objwire help edit")
    }
  }

  func run(_ shell: Shell) throws(ShellError) {
    let session = try TaskSession(shell.configuration)
    let uuids = try TaskKey.resolve([key], in: session)
    _ = try session.call(
      "task.update", ["uuid": .string(uuids[0]), "values": .object(values), "save": true])
    try TaskPrinter(shell).printTasks(uuids, of: session, isSingle: true)
  }
}
