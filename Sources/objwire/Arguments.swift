import JSONRPC
import TaskServer

/// What was asked for on the command line.
struct Arguments {
  /// The subcommands.
  enum Command: String, CaseIterable {
    case serve
    case call
    case describe
    case help
  }

  /// Nil if the first word is an option, or there is none.
  var command: Command?
  var configuration = ServerConfiguration()
  /// Words that are no options, after the command.
  var words: [String] = []
  /// `--write`, `--version`, `--help`: options without a place in the configuration.
  var switches: Set<String> = []

  static let freeSwitches = ["--write", "--version", "--help", "-h"]

  /// Why a command line is wrong, as one sentence for a person.
  struct UsageError: Error {
    var message: String
  }

  init(_ arguments: [String], environment: [String: String]) throws(UsageError) {
    var rest = arguments[...]
    if let first = rest.first, !first.hasPrefix("-") {
      command = try Self.command(first)
      rest.removeFirst()
    }
    var hasStorage = false
    while let word = rest.popFirst() {
      guard word.hasPrefix("-"), word != "-" else {
        words.append(word)
        continue
      }
      if Self.freeSwitches.contains(word) {
        switches.insert(word)
      } else {
        try apply(word, &rest)
        hasStorage = hasStorage || word.hasPrefix("--store") || word == "--in-memory"
      }
    }
    if !hasStorage { configuration.storage = .file(StoreLocation.path(environment)) }
  }

  private static func command(_ word: String) throws(UsageError) -> Command {
    if let command = Command(rawValue: word) { return command }
    let names = Command.allCases.map(\.rawValue).joined(separator: ", ")
    throw UsageError(message: "there is no command \(word); the commands are \(names)")
  }

  /// Applies `--name value` or `--name=value`.
  private mutating func apply(_ word: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let option = Option.all.first(where: { $0.name == parts[0] }) else {
      throw UsageError(
        message: "there is no option \(parts[0])\(Self.suggestion(parts[0])); see objwire help serve")
    }
    guard let placeholder = option.placeholder else {
      guard parts.count == 1 else { throw UsageError(message: "\(option.name) takes no value") }
      _ = option.apply("", &configuration)
      return
    }
    guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
      throw UsageError(message: "\(option.name) needs a value: \(placeholder)")
    }
    guard option.apply(value, &configuration) else {
      throw UsageError(message: "\(option.name) wants \(placeholder), not \(value)")
    }
  }

  /// The option that was probably meant, for the end of a sentence.
  private static func suggestion(_ word: String) -> String {
    NearestName.find(word, in: Option.all.map(\.name)).map { ", did you mean \($0)?" } ?? ""
  }
}
