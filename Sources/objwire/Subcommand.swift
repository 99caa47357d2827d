import Spelling

/// The first word of a command line.
enum Subcommand: String, CaseIterable {
  case serve
  case call
  case replay
  case add
  case list
  case done
  case edit
  case delete
  case export
  case `import`
  case doctor
  case describe
  case completion
  case help

  /// Those that people type: they print tasks and sentences instead of protocol.
  static let shellCommands: [Subcommand] = [.add, .list, .done, .edit, .delete, .export, .import, .doctor]

  /// Reads the word.
  init(word: String) throws(UsageError) {
    guard let command = Subcommand(rawValue: word) else {
      let names = Self.allCases.map(\.rawValue).joined(separator: ", ")
      let nearest = NearestName.of(word, in: Self.allCases.map(\.rawValue))
      let suggestion = nearest.map { " (did you mean \($0)?)" } ?? ""
      throw UsageError(message: "there is no command \(word)\(suggestion); the commands are \(names)")
    }
    self = command
  }

  /// Words it takes beside its name, at most.
  var wordLimit: Int {
    switch self {
    case .serve, .describe, .list, .export, .doctor: 0
    case .replay, .edit, .import, .completion, .help: 1
    case .call: 2
    case .add, .done, .delete: .max
    }
  }
}
