import JSON

/// `objwire add TEXT`: a new task.
struct AddCommand: ShellCommand {
  private let text: String

  /// - Parameter words: of the text; several are joined by spaces.
  init(words: [String], _ options: ShellOptions) throws(UsageError) {
    text = words.joined(separator: " ")
    if text.isEmpty { throw UsageError(message: "add wants TEXT; see objwire help add") }
  }

  func run(_ shell: Shell) throws(ShellError) {
    let session = try TaskSession(shell.configuration)
    let values = JSONValue.object(TaskValues(shell.options, text: text).members)
    let added = try session.value("task.add", ["values": values, "save": true])
    let uuid = added["uuid"]?.string ?? ""
    guard shell.options.format != .text else { return try shell.print(line: uuid) }
    try TaskPrinter(shell).printTasks([uuid], of: session, isSingle: true)
  }
}
