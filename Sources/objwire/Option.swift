import TaskServer

/// One option of the command line: how it is written, what it does, and how it is applied.
///
/// The one list of options; parsing and help read it.
struct Option {
  let name: String
  /// What stands after the name in help; nil for a switch without a value.
  let placeholder: String?
  let summary: String
  /// Puts the value into the configuration; false if it is not a value of this option.
  let apply: (String, inout ServerConfiguration) -> Bool

  static var all: [Option] {
    [
      Option("--store", "PATH", "keep tasks in this SQLite file") { path, configuration in
        configuration.storage = .file(path)
        return !path.isEmpty
      },
      Option("--in-memory", nil, "keep tasks for the life of the process only") { _, configuration in
        configuration.storage = .inMemory
        return true
      },
      Option("--read-only", nil, "never write to the store") { _, configuration in
        configuration.isReadOnly = true
        return true
      },
      Option("--autosave", nil, "save after each request that changes objects") { _, configuration in
        configuration.savesAutomatically = true
        return true
      },
      Option("--time-zone", "ZONE", "zone of times without an offset (default: TZ, else the system's)") {
        zone, configuration in
        configuration.timeZone = zone
        return TimeZoneError(inZone: zone) == nil
      },
      Option("--synchronous", "full|normal", "full survives a power cut, normal a crash (default: full)") {
        word, configuration in
        guard let durability = ServerConfiguration.Durability(rawValue: word) else { return false }
        configuration.durability = durability
        return true
      },
      Option("--busy-timeout", "MS", "wait this long for another process's write (default: 5000)") {
        text, configuration in
        guard let milliseconds = Int(text), (0...86_400_000).contains(milliseconds) else { return false }
        configuration.busyTimeout = milliseconds
        return true
      },
      Option("--max-message", "BYTES", "refuse longer messages (default: 67108864)") { text, configuration in
        guard let bytes = Int(text), (1_024...1 << 32).contains(bytes) else { return false }
        configuration.messageLimit = bytes
        return true
      },
      Option("--log-level", "LEVEL", "error, warning, info or debug, to stderr (default: warning)") {
        word, configuration in
        guard let level = LogLevel(rawValue: word) else { return false }
        configuration.logLevel = level
        return true
      },
    ]
  }

  private init(
    _ name: String, _ placeholder: String?, _ summary: String,
    apply: @escaping (String, inout ServerConfiguration) -> Bool
  ) {
    self.name = name
    self.placeholder = placeholder
    self.summary = summary
    self.apply = apply
  }
}
