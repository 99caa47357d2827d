/// The first word of a command line.
enum Subcommand: String, CaseIterable {
  case serve
  case call
  case describe
  case help

  /// Reads the word.
  init(word: String) throws(UsageError) {
    guard let command = Subcommand(rawValue: word) else {
      let names = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError(message: "there is no command \(word); the commands are \(names)")
    }
    self = command
  }

  /// Words it takes beside its name, at most.
  var wordLimit: Int {
    switch self {
    case .serve, .describe: 0
    case .call: 2
    case .help: 1
    }
  }
}
