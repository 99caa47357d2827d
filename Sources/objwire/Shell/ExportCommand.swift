/// `objwire export`: every task with all its properties, as `objwire import` takes them.
struct ExportCommand: ShellCommand {
  func run(_ shell: Shell) throws(ShellError) {
    let session = try TaskSession(shell.configuration, isReading: true)
    let filter = try TaskFilter(shell.options.predicate, in: session)
    let tasks = try session.fetch(filter.text(onlyOpen: false))
    try shell.print(shell.options.format == .json ? tasks.json : tasks.jsonLines)
  }
}
