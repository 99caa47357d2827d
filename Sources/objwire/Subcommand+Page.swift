import JSONRPC
import TaskServer

extension Subcommand {
  /// What help says about it.
  var page: CommandPage {
    switch self {
    case .serve: Self.servePage
    case .call: Self.callPage
    case .replay: Self.replayPage
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
        "one request, one reply"),
      .init("objwire serve --log-level debug --log-file objwire.log", "a line for each request"),
      .init("objwire serve --record session.ndjson", "for objwire replay"),
    ],
    text: [
      "Speaks JSON-RPC 2.0, one message a line, until its input ends. objwire describe prints the manual of the protocol.",
      """
      A store of an older model is changed into one of the current model, in one transaction, after a copy of it was put \
      beside it as PATH.before-HASH, mode 0600. --migrate never refuses such a store; objects and values that have no \
      place in the current model are thrown away with --migrate lossy alone. A store that is only read is never changed. \
      Stores hold the model that they were made with, so no file of an older one is needed.
      """,
      """
      The log has lines of the levels error, warning, info and debug; at debug one for each request: method, id, context, \
      microseconds it waited and ran, bytes of params and reply, outcome. Requests of a second and more are told at info. \
      A log file of \(LogFile.sizeLimit >> 20) MiB becomes PATH.1, that PATH.2, and so on; \(LogFile.keptCount) are kept. \
      Several servers may share one. The log never keeps a reply waiting: lines that cannot be written are counted.
      """,
      """
      --record writes every message of both sides before it is acted on or can be read, mode 0600, in a form that \
      objwire describe explains; meanwhile a request that may write runs alone. The file must be new or empty. If the store holds something already, a copy of it is put \
      beside it, as FILE.store.
      """,
    ])

  private static let replayPage = CommandPage(
    operands: "FILE", summary: "run a recorded conversation again and compare the replies",
    examples: [
      .init("objwire replay session.ndjson", "from the store that the recording began with"),
      .init("objwire replay session.ndjson --store tasks.sqlite", "from another one"),
    ],
    text: [
      """
      Sends what the client sent, one request after the other in the order in which they took effect, to a server on a \
      temporary copy of the store, and compares each reply. What must differ is not compared: uuids and object IDs that \
      were made up, versions, times, sizes and queues in initialize, server.status and store.info, and what contexts \
      looked like from outside while one was at work. \
      Exits with 0 if all replies agree, with 1 after printing the first that does not, with 2 if FILE is no recording.
      """
    ], words: .files)

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
