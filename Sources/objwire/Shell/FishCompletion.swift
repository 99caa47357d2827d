/// Completions for fish, to be a file `objwire.fish` among its completions.
enum FishCompletion {
  static var text: String {
    let commands = Subcommand.allCases.map { command in
      "complete -c objwire -n __fish_use_subcommand -a \(command.rawValue) -d \(quoted(command.page.summary))"
    }
    let bare = Option.all.filter { $0.isTaken(by: nil) }.flatMap {
      lines($0, condition: "__fish_use_subcommand")
    }
    return
      (["# fish completion for objwire; made by: objwire completion fish", "complete -c objwire -f"]
      + commands
      + bare + Subcommand.allCases.flatMap(lines)).joined(separator: "\n")
  }

  private static func lines(_ command: Subcommand) -> [String] {
    let condition = "__fish_seen_subcommand_from \(command.rawValue)"
    let operands: [String] =
      switch command.page.words {
      case .nothing: []
      case .files: ["complete -c objwire -n \(quoted(condition)) -F"]
      case let words: ["complete -c objwire -n \(quoted(condition)) -a \(quoted(arguments(words)))"]
      }
    return command.options.flatMap { lines($0, condition: condition) } + operands
  }

  private static func lines(_ option: Option, condition: String) -> [String] {
    var line = "complete -c objwire -n \(quoted(condition))"
    for name in option.names {
      line += name.hasPrefix("--") ? " -l \(name.dropFirst(2))" : " -s \(name.dropFirst())"
    }
    if option.placeholder != nil {
      line += " -r"
      switch option.valueWords {
      case .files: line += "F"
      case .nothing: line += "f"
      case let words: line += "f -a \(quoted(arguments(words)))"
      }
    }
    return ["\(line) -d \(quoted(option.summary))"]
  }

  private static func arguments(_ words: CommandPage.Words) -> String {
    switch words {
    case .nothing, .files: ""
    case .tasks: "(\(CompletionWords.openTasks))"
    case .these(let words): words.joined(separator: " ")
    }
  }

  /// In single quotes of fish a backslash keeps its meaning before a quote and before itself.
  private static func quoted(_ text: String) -> String {
    "'" + text.map { "'\\".contains($0) ? "\\\($0)" : String($0) }.joined() + "'"
  }
}
