/// Completions for bash, from 4.2 on, without the bash-completion package.
enum BashCompletion {
  static var text: String {
    """
    # bash completion for objwire; made by: objwire completion bash
    _objwire() {
      local cur=${COMP_WORDS[COMP_CWORD]} prev='' command='' index
      COMPREPLY=()
      ((COMP_CWORD > 0)) && prev=${COMP_WORDS[COMP_CWORD - 1]}
      for ((index = 1; index < COMP_CWORD; index++)); do
        case ${COMP_WORDS[index]} in
          \(Subcommand.allCases.map(\.rawValue).joined(separator: "|"))) command=${COMP_WORDS[index]}; break ;;
        esac
      done
      case $prev in
    \(optionCases)
      esac
      if [[ $cur == -* ]]; then
        case $command in
    \(Subcommand.allCases.map { "      \($0.rawValue)) \(reply(words: $0.options.flatMap(\.names))) ;;" }.joined(separator: "\n"))
          *) \(reply(words: Option.all.filter { $0.isTaken(by: nil) }.flatMap(\.names))) ;;
        esac
        return
      fi
      case $command in
        '') \(reply(words: Subcommand.allCases.map(\.rawValue))) ;;
    \(operandCases)
      esac
    }
    complete -F _objwire objwire
    """
  }

  private static var optionCases: String {
    Option.all.filter { $0.placeholder != nil }.map { option in
      "    \(option.names.joined(separator: "|"))) \(reply(option.valueWords)) return ;;"
    }.joined(separator: "\n")
  }

  private static var operandCases: String {
    Subcommand.allCases.filter { $0.page.words != .nothing }.map { command in
      "    \(command.rawValue)) \(reply(command.page.words)) ;;"
    }.joined(separator: "\n")
  }

  private static func reply(_ words: CommandPage.Words) -> String {
    switch words {
    case .nothing: ""
    case .files: #"compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$cur");"#
    case .tasks:
      #"mapfile -t COMPREPLY < <(compgen -W "$(\#(CompletionWords.openTasks) | cut -f 1)" -- "${cur^^}");"#
    case .these(let words): reply(words: words) + ";"
    }
  }

  private static func reply(words: [String]) -> String {
    #"mapfile -t COMPREPLY < <(compgen -W "\#(words.joined(separator: " "))" -- "$cur")"#
  }
}
