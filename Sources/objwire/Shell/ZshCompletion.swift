/// Completions for zsh, to be a file `_objwire` in a folder of `fpath`.
enum ZshCompletion {
  static var text: String {
    """
    #compdef objwire
    # zsh completion for objwire; made by: objwire completion zsh
    _objwire_tasks() {
      local -a tasks
      tasks=(${(f)"$(\(CompletionWords.openTasks))"})
      tasks=(${${tasks//:/\\\\:}/$'\\t'/:})
      _describe -t tasks 'open task' tasks -M 'm:{a-z}={A-Z}'
    }
    _objwire() {
      local -a commands
      local context state line
      commands=(
    \(Subcommand.allCases.map { "    \(CompletionWords.quoted("\($0.rawValue):\($0.page.summary)"))" }.joined(separator: "\n"))
      )
      if ((CURRENT == 2)) && [[ ${words[2]} != -* ]]; then
        _describe -t commands 'command' commands
        return
      fi
      case ${words[2]} in
    \(Subcommand.allCases.map { "    \($0.rawValue)) shift words; ((CURRENT--)); \(arguments($0)) ;;" }.joined(separator: "\n"))
        *) _arguments \(Option.all.filter { $0.isTaken(by: nil) }.flatMap(specifications).joined(separator: " ")) ;;
      esac
    }
    if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
      _objwire "$@"
    else
      compdef _objwire objwire
    fi
    """
  }

  private static func arguments(_ command: Subcommand) -> String {
    let operand =
      switch command.page.words {
      case .nothing: ""
      case let words: " '*: :\(action(words))'"
      }
    return "_arguments " + command.options.flatMap(specifications).joined(separator: " ") + operand
  }

  /// `'--limit=[so many]:NUMBER: '` for each spelling.
  private static func specifications(_ option: Option) -> [String] {
    let summary = escaped(option.summary)
    return option.names.map { name in
      guard let placeholder = option.placeholder else { return CompletionWords.quoted("\(name)[\(summary)]") }
      return CompletionWords.quoted(
        "\(name)=[\(summary)]:\(escaped(placeholder)):\(action(option.valueWords))")
    }
  }

  private static func action(_ words: CommandPage.Words) -> String {
    switch words {
    case .nothing: " "
    case .files: "_files"
    case .tasks: "_objwire_tasks"
    case .these(let words): "(\(words.joined(separator: " ")))"
    }
  }

  /// Brackets and colons have a meaning in a specification.
  private static func escaped(_ text: String) -> String {
    text.map { "[]:\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}
