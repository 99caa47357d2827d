import TaskServer

/// What `objwire help` prints; options come from their one list.
enum Help {
  static func text(about command: Subcommand?) -> String {
    switch command {
    case .serve: serve
    case .call: call
    case .describe: describe
    case .help, nil: overview
    }
  }

  private static var overview: String {
    """
    objwire keeps tasks in an object graph and answers JSON-RPC 2.0, one message a line.

      echo '{"jsonrpc":"2.0","id":1,"method":"task.fetch"}' | objwire
      objwire call task.add '{"values": {"taskDescription": "Buy milk"}}'
      objwire serve --store tasks.sqlite

    Commands:
      serve      answer requests on standard input (also without a command, when input is no terminal)
      call       run one request and print its result
      describe   print the manual of the protocol
      help       this text, or help COMMAND

    objwire --version prints the version.
    """
  }

  private static var serve: String {
    """
    objwire serve [OPTIONS]

      printf '%s\\n' '{"jsonrpc":"2.0","id":1,"method":"server.status"}' | objwire serve --in-memory

    Options:
    \(options(of: .serve))

    Without --store or --in-memory tasks are kept in $OBJWIRE_STORE, else $XDG_DATA_HOME/objwire/tasks.sqlite,
    else ~/.local/share/objwire/tasks.sqlite.

    Limits:
    \(limits)

    Exit codes:
    \(exitCodes)
    """
  }

  private static var call: String {
    """
    objwire call METHOD [PARAMS|-] [OPTIONS]

      objwire call task.fetch '{"predicate": "finished == NO", "sort": ["date"]}'
      objwire call task.add - < task.json

    Runs one request, saves if it changed something, and prints the result alone. A failed request prints its error
    on standard error and exits with 1. PARAMS is a JSON object; - reads it from standard input.

    Options:
    \(options(of: .call))
    """
  }

  private static var describe: String {
    """
    objwire describe [--write]

    Prints the manual of the protocol. --write brings protocol.md and clients/openrpc.json of a checkout up to date.

    Options:
    \(options(of: .describe))
    """
  }

  private static func options(of command: Subcommand) -> String {
    columns(
      Option.all.filter { $0.isTaken(by: command) }.map { option in
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
}
