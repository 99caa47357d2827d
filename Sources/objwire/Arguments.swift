import JSONRPC
import TaskServer

/// A command line, taken apart: options and words in any order, the first word is the command; after `--` all
/// are words.
struct Arguments {
  /// What is to be done.
  enum Action {
    case serve(ServerConfiguration)
    /// `params` is JSON, or `-` for standard input; nil for none.
    case call(ServerConfiguration, method: String, params: String?)
    case describe(writesFiles: Bool)
    case shell(any ShellCommand, OptionValues)
    /// Nil for the overview.
    case help(Subcommand?)
    case version
  }

  let action: Action

  /// - Parameters:
  ///   - words: what follows the program's name.
  ///   - isTerminal: whether a person types what the server would read; then a bare command line asks for
  ///     help, since nobody types JSON by accident.
  init(_ words: [String], environment: [String: String], isTerminal: Bool) throws(UsageError) {
    var options: [SpelledOption] = []
    var operands: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        break
      }
      if word.hasPrefix("-"), word != "-" {
        options.append(try SpelledOption(word, &rest))
      } else {
        operands.append(word)
      }
    }
    let command = operands.isEmpty ? nil : try Subcommand(word: operands.removeFirst())
    var values = OptionValues()
    for option in options { try option.apply(to: &values, for: command) }
    if let command, operands.count > command.wordLimit {
      throw Self.notTaken(operands[command.wordLimit], by: command)
    }
    if values.configuration.modelPaths.isEmpty, Option.isTaken("--model", by: command) {
      values.configuration.modelPaths = ModelLocation.paths(environment)
    }
    let printsHelp = values.asksForHelp || values.asksForVersion || (command == nil && isTerminal)
    if !printsHelp {
      try ModelLocation.check(values, environment)
    }
    values.configuration.storage = values.storage ?? .file(StoreLocation.path(environment))
    values.storeOrigin = values.storage == nil ? StoreLocation.origin(environment) : "an option"
    action = try Self.action(command, operands, values, isTerminal: isTerminal)
  }

  private static func action(
    _ command: Subcommand?, _ operands: [String], _ values: OptionValues, isTerminal: Bool
  ) throws(UsageError) -> Action {
    if values.asksForVersion { return .version }
    if values.asksForHelp, command != .help { return .help(command) }
    switch command {
    case .serve: return .serve(values.configuration)
    case .call:
      guard let method = operands.first else {
        throw UsageError(message: "call wants METHOD [PARAMS|-]; see objwire help call")
      }
      return .call(values.configuration, method: method, params: operands.dropFirst().first)
    case .describe: return .describe(writesFiles: values.writesFiles)
    case .help where values.shell.wantsManualPage: return .shell(ManualPageCommand(), values)
    case .help: return .help(try operands.first.map { word throws(UsageError) in try Subcommand(word: word) })
    case nil: return isTerminal ? .help(nil) : .serve(values.configuration)
    case let command?: return .shell(try command.shellCommand(operands, values), values)
    }
  }

  /// A word, or the name of an option, that means nothing to the command; nil for a command line without one.
  static func notTaken(_ word: String, by command: Subcommand?) -> UsageError {
    UsageError(
      message: "\(command?.rawValue ?? "objwire") takes no \(word); see objwire help \(topic(command))")
  }

  /// The help that lists the options of a command.
  static func topic(_ command: Subcommand?) -> String { (command ?? .serve).rawValue }
}
