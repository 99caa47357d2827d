import JSONRPC
import TaskServer

/// One option of the command line: how it is written, who takes it, what it does, and how it is applied.
///
/// The one list of options; parsing and help read it.
struct Option {
  /// Its spellings.
  let names: [String]
  /// What stands after the name in help; nil for a switch without a value.
  let placeholder: String?
  let summary: String
  /// What its value may be, in words for "wants …"; nil for a switch.
  let values: String?
  /// Notes the value; false if it is not a value of this option.
  let apply: (String, inout OptionValues) -> Bool
  /// The commands that take it; nil is a command line without one.
  private let commands: [Subcommand?]

  /// Whether the command takes it; nil is a command line without one.
  func isTaken(by command: Subcommand?) -> Bool { commands.contains(command) }

  /// Whether the command takes the option of a name; nil is a command line without one.
  static func isTaken(_ name: String, by command: Subcommand?) -> Bool {
    all.contains { $0.names.contains(name) && $0.isTaken(by: command) }
  }

  static var all: [Option] { shellOptions + storeOptions + modelOptions + requestOptions + switches }

  private static let server: [Subcommand?] = [.serve, nil]
  private static let storeUsers = server + [.call] + Subcommand.shellCommands

  private static var storeOptions: [Option] {
    [
      Option(
        "--store", "PATH", "the SQLite file that holds the tasks (replay: a copy of it is used)",
        wants: "a path", storeUsers + [.replay]
      ) { path, values in
        values.storage = .file(path)
        return !path.isEmpty
      },
      Option("--in-memory", "keep tasks for the life of the process only", storeUsers) {
        $0.storage = .inMemory
      },
      Option("--read-only", "never write to the store", storeUsers) { $0.configuration.isReadOnly = true },
      Option(
        "--synchronous", "full|normal", "full survives a power cut, normal a crash (default: full)",
        wants: "full or normal", storeUsers
      ) { word, values in
        guard let durability = ServerConfiguration.Durability(rawValue: word) else { return false }
        values.configuration.durability = durability
        return true
      },
      Option(
        "--migrate", "auto|never|lossy",
        "a store of an older model: auto changes it if nothing is lost, lossy in any case (default: auto)",
        wants: "auto, never or lossy", storeUsers
      ) { word, values in
        guard let migration = ServerConfiguration.Migration(rawValue: word) else { return false }
        values.configuration.migration = migration
        return true
      },
      Option(
        "--busy-timeout", "MS", "wait this long for another process's write (default: 5000)",
        wants: "milliseconds, 0 to 86400000", storeUsers
      ) { text, values in
        guard let milliseconds = Int(text), (0...86_400_000).contains(milliseconds) else { return false }
        values.configuration.busyTimeout = milliseconds
        return true
      },
    ]
  }

  private static var modelOptions: [Option] {
    [
      Option(
        "--model", "PATH",
        "keep the objects of this model, in a store of its own; may be given again, for models that are merged",
        wants: "the path of a .xcdatamodeld or .xcdatamodel folder, a contents file or a model in JSON",
        storeUsers
      ) { path, values in
        values.configuration.modelPaths.append(path)
        return !path.isEmpty
      }
    ]
  }

  private static var requestOptions: [Option] {
    [
      // `call` always saves, and its one request is no message of a stream.
      Option("--autosave", "save after each request that changes objects", server) {
        $0.configuration.savesAutomatically = true
      },
      Option(
        "--framing", "auto|line|header",
        "one message a line, or Content-Length headers; auto sees by the first line (default: auto)",
        wants: "auto, line or header", server
      ) { word, values in
        guard let choice = FramingChoice(rawValue: word) else { return false }
        values.configuration.framing = choice
        return true
      },
      Option(
        "--max-message", "BYTES", "refuse longer messages (default: 67108864)",
        wants: "a number of bytes, \(ServerConfiguration.messageLimits.lowerBound) to "
          + "\(ServerConfiguration.messageLimits.upperBound)", server
      ) { text, values in
        guard let bytes = Int(text), ServerConfiguration.messageLimits.contains(bytes) else { return false }
        values.configuration.messageLimit = bytes
        return true
      },
      Option(
        "--time-zone", "ZONE", "zone of times without an offset (default: TZ, else the system's)",
        wants: "a name of the IANA time zone database, such as Europe/Berlin", storeUsers
      ) { zone, values in
        values.configuration.timeZone = zone
        return TimeZoneError(inZone: zone) == nil
      },
      Option(
        "--log-level", "error|warning|info|debug",
        "how much is logged (default: warning; info in --log-file; error unless serving)",
        wants: "error, warning, info or debug", storeUsers
      ) { word, values in
        guard let level = LogLevel(rawValue: word) else { return false }
        values.configuration.logLevel = level
        return true
      },
    ] + fileOptions
  }

  private static var fileOptions: [Option] {
    [
      Option(
        "--log-file", "PATH", "log here; standard error then has errors and warnings only", wants: "a path",
        server
      ) { path, values in
        values.configuration.logFile = path
        return !path.isEmpty
      },
      Option(
        "--record", "FILE", "write the whole conversation to a new file, for objwire replay",
        wants: "a path", server
      ) { path, values in
        values.configuration.recording = path
        return !path.isEmpty
      },
    ]
  }

  private static var switches: [Option] {
    [
      Option("--write", "bring the generated files of a checkout up to date", [.describe]) {
        $0.writesFiles = true
      },
      Option("--version", "print the version", [nil]) { $0.asksForVersion = true },
      Option("--help", alias: "-h", "print help about the command", Subcommand.allCases + [nil]) {
        $0.asksForHelp = true
      },
    ]
  }

  init(
    _ name: String, _ placeholder: String, _ summary: String, wants values: String,
    _ commands: [Subcommand?], apply: @escaping (String, inout OptionValues) -> Bool
  ) {
    names = [name]
    self.placeholder = placeholder
    self.summary = summary
    self.values = values
    self.commands = commands
    self.apply = apply
  }

  /// A switch, which has no value.
  init(
    _ name: String, alias: String? = nil, _ summary: String, _ commands: [Subcommand?],
    apply: @escaping (inout OptionValues) -> Void
  ) {
    names = [alias, name].compactMap { $0 }
    placeholder = nil
    values = nil
    self.summary = summary
    self.commands = commands
    self.apply = { _, values in
      apply(&values)
      return true
    }
  }
}
