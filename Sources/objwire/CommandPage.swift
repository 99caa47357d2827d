/// What is to be said about one command; help, the manual page and completions are made from it.
struct CommandPage {
  struct Example {
    let command: String
    let meaning: String

    init(_ command: String, _ meaning: String) {
      self.command = command
      self.meaning = meaning
    }
  }

  /// What completions offer for the words of a command.
  enum Words: Equatable {
    case nothing
    case files
    /// uuids of tasks.
    case tasks
    case these([String])
  }

  /// What follows the command's name, without options.
  let operands: String
  /// A few words for the overview.
  let summary: String
  let examples: [Example]
  /// Paragraphs.
  let text: [String]
  var words = Words.nothing
}

extension Subcommand {
  /// `list [OPTIONS]`.
  var synopsis: String {
    ([rawValue] + (page.operands.isEmpty ? [] : [page.operands]) + ["[OPTIONS]"]).joined(separator: " ")
  }

  var options: [Option] { Option.all.filter { $0.isTaken(by: self) } }
}
