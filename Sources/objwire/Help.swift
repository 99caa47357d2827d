import TaskServer

/// What `objwire help` prints; everything comes from the pages of the commands and the one list of options.
enum Help {
  static func text(about command: Subcommand?) -> String {
    switch command {
    case let command? where command != .help: text(of: command)
    default: overview
    }
  }

  private static var overview: String {
    """
    objwire keeps tasks in an object graph and answers JSON-RPC 2.0, one message a line.

      objwire add Buy milk --date 2026-12-01
      objwire list
      echo '{"jsonrpc":"2.0","id":1,"method":"task.fetch"}' | objwire
      objwire serve --store tasks.sqlite

    Commands:
    \(columns(Subcommand.allCases.map { ($0.rawValue, $0.page.summary) }))

    objwire help COMMAND, or objwire COMMAND --help, tells more. objwire --version prints the version.
    """
  }

  private static func text(of command: Subcommand) -> String {
    let page = command.page
    let examples = page.examples.map { "  " + $0.command + ($0.meaning.isEmpty ? "" : "    # " + $0.meaning) }
    let parts =
      ["objwire \(command.synopsis)", examples.joined(separator: "\n")] + page.text.map { wrapped($0) }
      + ["Options:\n\(options(of: command))"] + (command == .call ? [] : [place(command)])
      + (command == .serve ? ["Limits:\n\(limits)", "Exit codes:\n\(exitCodes)"] : [])
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private static func place(_ command: Subcommand) -> String {
    [("--in-memory", StoreLocation.description), ("--model", ModelLocation.description)]
      .filter { Option.isTaken($0.0, by: command) }.map { wrapped($0.1) }.joined(separator: "\n\n")
  }

  private static func options(of command: Subcommand) -> String {
    columns(
      command.options.map { option in
        (option.names.joined(separator: ", ") + (option.placeholder.map { " " + $0 } ?? ""), option.summary)
      })
  }

  private static var limits: String {
    columns(ServerLimit.all.map { ("\($0.name) \($0.value)", $0.meaning) })
  }

  private static var exitCodes: String {
    columns(ExitCode.allCases.map { (String($0.rawValue), $0.meaning) })
  }

  private static func columns(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { "  " + $0.0 + String(repeating: " ", count: width - $0.0.count + 2) + $0.1 }
      .joined(separator: "\n")
  }

  /// A paragraph in lines of at most so many characters, words that are longer aside.
  static func wrapped(_ paragraph: String, to width: Int = 100) -> String {
    var lines = [""]
    for word in paragraph.split(separator: " ") {
      let line = lines[lines.count - 1]
      if line.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if line.count + 1 + word.count <= width {
        lines[lines.count - 1] = line + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines.joined(separator: "\n")
  }
}
