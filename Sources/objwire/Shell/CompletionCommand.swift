/// A shell that completions can be made for.
enum ShellLanguage: String, CaseIterable {
  case bash
  case zsh
  case fish
}

/// `objwire completion SHELL`: what makes a shell complete the words of objwire's command lines.
struct CompletionCommand: ShellCommand {
  private let language: ShellLanguage

  init(words: [String]) throws(UsageError) {
    let names = ShellLanguage.allCases.map(\.rawValue).joined(separator: "|")
    guard let word = words.first else { throw UsageError(message: "completion wants \(names)") }
    guard let language = ShellLanguage(rawValue: word) else {
      throw UsageError(message: "completion wants \(names), not \(word)")
    }
    self.language = language
  }

  func run(_ shell: Shell) throws(ShellError) {
    switch language {
    case .bash: try shell.print(line: BashCompletion.text)
    case .zsh: try shell.print(line: ZshCompletion.text)
    case .fish: try shell.print(line: FishCompletion.text)
    }
  }
}

extension Option {
  /// What completions offer for its value.
  var valueWords: CommandPage.Words {
    switch placeholder {
    case nil, "TEXT", "DATE", "NUMBER", "PREDICATE", "UUID", "MS", "BYTES", "ZONE": .nothing
    case "PATH", "FILE": .files
    case "FIELDS": .these(TaskField.all)
    case let words?: .these(words.split(separator: "|").map(String.init))
    }
  }
}

/// What completions of all shells have in common.
enum CompletionWords {
  /// Prints uuid, tab, text of each open task.
  static let openTasks = "objwire list --fields uuid,taskDescription 2>/dev/null"

  /// A text inside single quotes of a POSIX shell.
  static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }
}
