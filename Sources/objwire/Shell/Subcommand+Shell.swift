extension Subcommand {
  /// The command of the shell that a command line asks for.
  ///
  /// - Throws: `UsageError` for words that are missing, or that contradict options.
  func shellCommand(_ words: [String], _ values: OptionValues) throws(UsageError) -> any ShellCommand {
    let options = values.shell
    switch self {
    case .add: return try AddCommand(words: words, options)
    case .list: return ListCommand()
    case .done: return DoneCommand(selection: try TaskSelection(words: words, options, of: self))
    case .edit: return try EditCommand(words: words, options)
    case .delete: return DeleteCommand(selection: try TaskSelection(words: words, options, of: self))
    case .export: return ExportCommand()
    case .import: return ImportCommand(path: words.first)
    case .replay: return try ReplayCommand(words: words, storage: values.storage)
    case .doctor: return DoctorCommand(origin: values.storeOrigin)
    case .completion: return try CompletionCommand(words: words)
    case .serve, .call, .describe, .help: throw Arguments.notTaken(rawValue, by: self)
    }
  }
}
