import TaskServer

extension Subcommand {
  /// What help says about it.
  var page: CommandPage {
    switch self {
    case .serve: Self.servePage
    case .call: Self.callPage
    case .add: Self.addPage
    case .list: Self.listPage
    case .done: Self.donePage
    case .edit: Self.editPage
    case .delete: Self.deletePage
    case .export: Self.exportPage
    case .import: Self.importPage
    case .doctor: Self.doctorPage
    case .describe: Self.describePage
    case .completion: Self.completionPage
    case .help: Self.helpPage
    }
  }

  private static let servePage = CommandPage(
    operands: "",
    summary: "answer requests on standard input (also without a command, when input is no terminal)",
    examples: [
      .init(
        #"printf '%s\n' '{"jsonrpc":"2.0","id":1,"method":"server.status"}' | objwire serve --in-memory"#,
        "one request, one reply")
    ],
    text: [
      "Speaks JSON-RPC 2.0, one message a line, until its input ends. objwire describe prints the manual of the protocol."
    ])

  private static let callPage = CommandPage(
    operands: "METHOD [PARAMS|-]", summary: "run one request and print its result",
    examples: [
      .init(#"objwire call task.fetch '{"predicate": "finished == NO", "sort": ["date"]}'"#, "open tasks"),
      .init("objwire call task.add - < task.json", "params from a file"),
    ],
    text: [
      """
      Runs one request, saves if it changed something, and prints the result alone. A failed request prints its error \
      on standard error and exits with 1. PARAMS is a JSON object; - reads it from standard input.
      """
    ], words: .these(Manual.methodNames))

  private static let describePage = CommandPage(
    operands: "", summary: "print the manual of the protocol",
    examples: [.init("objwire describe | less", "read it")],
    text: [
      """
      Prints the manual of the protocol. --write brings protocol.md and clients/openrpc.json of a checkout up to date.
      """
    ])

  private static let completionPage = CommandPage(
    operands: ShellLanguage.allCases.map(\.rawValue).joined(separator: "|"),
    summary: "print completions for a shell",
    examples: [
      .init(#"eval "$(objwire completion bash)""#, "in ~/.bashrc"),
      .init("objwire completion zsh > ~/.zfunc/_objwire", "in a folder of fpath"),
      .init("objwire completion fish > ~/.config/fish/completions/objwire.fish", ""),
    ],
    text: ["Commands, options, their values, names of properties and methods, and uuids of open tasks."],
    words: .these(ShellLanguage.allCases.map(\.rawValue)))

  private static let helpPage = CommandPage(
    operands: "[COMMAND]", summary: "print help about a command",
    examples: [
      .init("objwire help list", "the same as objwire list --help"),
      .init("objwire help --man | man -l -", "everything as a manual page"),
    ],
    text: ["Without COMMAND: what commands there are."], words: .these(allCases.map(\.rawValue)))
}
