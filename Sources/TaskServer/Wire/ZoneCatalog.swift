import FoundationEssentials

/// Finds time zones by name among the system's files.
struct ZoneCatalog: Sendable {
  /// `$TZDIR`, else /usr/share/zoneinfo.
  private let directory: String
  private let environment: [String: String]

  init(environment: [String: String]) {
    self.environment = environment
    directory = environment["TZDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/share/zoneinfo"
  }

  /// The zone of a name such as Europe/Berlin; nil if there is none.
  func clock(named name: String) -> WallClock? {
    if name == "UTC" || name == "Z" || name == "Etc/UTC" { return .utc }
    guard isName(name) else { return nil }
    return read(directory + "/" + name)
  }

  /// The zone that `TZ` says, else the system's, else UTC.
  var system: WallClock {
    if let name = environment["TZ"], !name.isEmpty { return zone(named: name) ?? .utc }
    return read("/etc/localtime") ?? .utc
  }

  /// `TZ` may also hold a path, or a POSIX rule.
  private func zone(named name: String) -> WallClock? {
    let plain = name.hasPrefix(":") ? String(name.dropFirst()) : name
    if plain.hasPrefix("/") { return read(plain) }
    if let clock = clock(named: plain) { return clock }
    return ZoneRule(parsing: plain.utf8).map {
      WallClock(initialOffset: $0.standardOffset, transitions: [], rule: $0)
    }
  }

  /// Names of the database are relative paths of letters, digits, `+`, `-` and `_`; anything else stays outside.
  private func isName(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return name.utf8.count <= 64
      && parts.allSatisfy { part in
        !part.isEmpty && part.utf8.allSatisfy { byte in
          (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || byte >= 0x30 && byte <= 0x39
            || byte == 0x2B || byte == 0x2D || byte == 0x5F
        }
      }
  }

  private func read(_ path: String) -> WallClock? {
    guard let data = try? Data(contentsOf: URL(filePath: path)) else { return nil }
    return TimeZoneFile(Array(data)).clock
  }
}
