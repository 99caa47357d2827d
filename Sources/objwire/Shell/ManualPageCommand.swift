import TaskServer

/// `objwire help --man`: everything that help says as one page for man(1).
///
/// Source: man(7).
struct ManualPageCommand: ShellCommand {
  func run(_ shell: Shell) throws(ShellError) { try shell.print(line: Self.text) }

  private static var text: String {
    (head + Subcommand.allCases.flatMap(lines) + foot).joined(separator: "\n")
  }

  private static var head: [String] {
    [
      #".TH OBJWIRE 1 "" "objwire \#(Server.version)" "User Commands""#,
      ".SH NAME", #"objwire \- tasks in an object graph, for shells, scripts and editors"#,
      ".SH SYNOPSIS", ".B objwire", ".I COMMAND", escaped("[OPTIONS]"),
      ".SH DESCRIPTION",
      paragraph(
        """
        objwire keeps tasks in an SQLite store. Its commands add, list, change, export and import them; objwire serve \
        answers JSON-RPC 2.0 on standard input and output, one message a line.
        """), ".SH COMMANDS",
    ]
  }

  private static func lines(_ command: Subcommand) -> [String] {
    let examples = command.page.examples.flatMap { example in
      (example.meaning.isEmpty ? [] : [escaped("# \(example.meaning)")]) + [escaped(example.command)]
    }
    return [".SS \(quoted("objwire \(command.synopsis)"))"]
      + Array(command.page.text.map { [paragraph($0)] }.joined(separator: [".PP"]))
      + [".PP", ".nf", ".RS"] + examples + [".RE", ".fi"] + command.options.flatMap(lines)
  }

  private static func lines(_ option: Option) -> [String] {
    let names = option.names.map { "\\fB\(escaped($0))\\fR" }.joined(separator: ", ")
    return [
      ".TP", names + (option.placeholder.map { " \\fI\(escaped($0))\\fR" } ?? ""), paragraph(option.summary),
    ]
  }

  private static var foot: [String] {
    [".SH EXIT STATUS"] + ExitCode.allCases.flatMap { [".TP", ".B \($0.rawValue)", paragraph($0.meaning)] }
      + [
        ".SH FILES", paragraph(StoreLocation.description), ".PP", paragraph(ModelLocation.description),
        ".SH ENVIRONMENT", ".TP", ".B OBJWIRE_STORE", "Where tasks are kept.", ".TP", ".B OBJWIRE_MODEL",
        "The model whose objects are kept, if it is not the built-in one.", ".TP", ".B NO_COLOR",
        "If it is not empty tables have no colours.", ".TP",
        ".B TZ",
        "The zone of times without an offset.",
      ]
  }

  /// A paragraph in lines that are short enough for every reader of such pages.
  private static func paragraph(_ text: String) -> String {
    Help.wrapped(text, to: 64).split(separator: "\n").map { escaped(String($0)) }.joined(separator: "\n")
  }

  /// Backslashes, and what begins a line that would be a request, lose their meaning; `-` stays the one of
  /// options.
  private static func escaped(_ text: String) -> String {
    let plain = text.map { character -> String in
      switch character {
      case "\\": #"\e"#
      case "-": #"\-"#
      case "…": "..."
      default: String(character)
      }
    }.joined()
    return plain.hasPrefix(".") || plain.hasPrefix("'") ? #"\&"# + plain : plain
  }

  /// An argument of a request.
  private static func quoted(_ text: String) -> String {
    "\"" + escaped(text).split(separator: "\"", omittingEmptySubsequences: false).joined(separator: #"\(dq"#)
      + "\""
  }
}
