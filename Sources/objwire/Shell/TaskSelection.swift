import JSON
import JSONRPC

/// Which tasks `done` and `delete` are about: those whose uuids are given, or those that a predicate selects.
struct TaskSelection {
  private enum Kind {
    case keys([TaskKey])
    case predicate(String, isConfirmed: Bool)
  }

  private let kind: Kind
  private let command: Subcommand

  /// - Throws: `UsageError` unless there are either uuids or `--where`.
  init(words: [String], _ options: ShellOptions, of command: Subcommand) throws(UsageError) {
    self.command = command
    if let predicate = options.predicate {
      guard words.isEmpty else {
        throw UsageError(message: "\(command.rawValue) takes uuids or --where, not both")
      }
      kind = .predicate(predicate, isConfirmed: options.isConfirmed)
      return
    }
    guard !words.isEmpty else {
      throw UsageError(
        message: "\(command.rawValue) wants UUID… or --where PREDICATE; see objwire help \(command.rawValue)")
    }
    kind = .keys(try words.map { word throws(UsageError) in try TaskKey(word) })
  }

  /// The uuids of the selected tasks, each once.
  ///
  /// - Parameter onlyOpen: whether a predicate selects among open tasks.
  /// - Throws: `.failed` for keys that fit no task or several, and where a person says no; `.usage` where
  ///   `--where` needs a yes and nobody can be asked.
  func uuids(in session: TaskSession, _ shell: Shell, onlyOpen: Bool) throws(ShellError) -> [String] {
    switch kind {
    case .keys(let keys): return try TaskKey.resolve(keys, in: session)
    case .predicate(let predicate, let isConfirmed):
      try Self.checkAnswerable(command, isConfirmed: isConfirmed)
      let filter = try TaskFilter(predicate, in: session)
      let found = try session.fetch(filter.text(onlyOpen: onlyOpen), fields: [TaskField.uuid.rawValue])
      let uuids = found.texts(TaskField.uuid.rawValue)
      guard isConfirmed || uuids.isEmpty || Self.confirms(command, uuids.count, shell) else {
        throw .failed("nothing was changed")
      }
      return uuids
    }
  }

  private static func checkAnswerable(_ command: Subcommand, isConfirmed: Bool) throws(ShellError) {
    guard isConfirmed || StandardInput.isTerminal && ErrorOutput.isTerminal else {
      throw .usage("\(command.rawValue) --where wants --yes where nobody can be asked")
    }
  }

  private static func confirms(_ command: Subcommand, _ count: Int, _ shell: Shell) -> Bool {
    shell.tell("\(command.rawValue) \(count) \(count == 1 ? "task" : "tasks")? [y/N] ")
    return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
  }
}
