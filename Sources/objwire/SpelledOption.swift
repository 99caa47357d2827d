import JSONRPC

/// An option as it stands on a command line: `--name`, `--name value` or `--name=value`.
struct SpelledOption {
  private let name: String
  /// Nil if no option has the name.
  private let option: Option?
  private let value: String

  /// Reads an option, and from `rest` its value if that is a word of its own.
  init(_ word: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    name = parts[0]
    option = Option.all.first { [name] option in option.names.contains(name) }
    guard let option, let placeholder = option.placeholder else {
      guard option == nil || parts.count == 1 else {
        throw UsageError(message: "\(name) takes no value")
      }
      value = ""
      return
    }
    guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
      throw UsageError(message: "\(name) needs a value: \(placeholder)")
    }
    self.value = value
  }

  /// Notes what the option says, if the command takes it; nil is a command line without a command.
  func apply(to values: inout OptionValues, for command: Subcommand?) throws(UsageError) {
    guard let option else {
      throw UsageError(
        message: "there is no option \(name)\(suggestion(for: command)); see objwire help "
          + Arguments.topic(command))
    }
    guard option.isTaken(by: command) else { throw Arguments.notTaken(name, by: command) }
    guard option.apply(value, &values) else {
      let given = value.isEmpty ? "an empty word" : value
      throw UsageError(message: "\(name) wants \(option.values ?? "no value"), not \(given)")
    }
  }

  /// The option that was probably meant, for the end of a clause.
  private func suggestion(for command: Subcommand?) -> String {
    let names = Option.all.filter { $0.isTaken(by: command) }.flatMap(\.names)
    return NearestName.find(name, in: names).map { " (did you mean \($0)?)" } ?? ""
  }
}
