import FoundationEssentials

/// A time zone that cannot be used.
package struct TimeZoneError: Error, Hashable, Sendable {
  /// As it was given.
  package var name: String

  init(name: String) { self.name = name }

  /// What is wrong with a zone's name; nil if this system has the zone.
  package init?(inZone name: String) {
    do throws(TimeZoneError) {
      _ = try TimeZoneSearch(name: name).clock()
      return nil
    } catch {
      self = error
    }
  }

  /// A sentence for people.
  package var message: String { "There is no time zone \"\(name)\" on this system." }
}

/// Finds the clock of a connection: by the name it was given, else by TZ, else the system's, else UTC.
package struct TimeZoneSearch: Sendable {
  /// Longer names are not looked for.
  static let longestName = 255

  /// Where zones lie unless TZDIR says otherwise.
  static let usualFolder = "/usr/share/zoneinfo"

  /// The system's own zone.
  static let systemFile = "/etc/localtime"

  /// A name from the zone database such as `Europe/Berlin`; nil for none.
  var name: String?

  /// The value of an environment variable.
  var variable: @Sendable (String) -> String?

  /// The bytes of a file; nil if there is no such file.
  var contents: @Sendable (String) -> [UInt8]?

  /// A search on this system.
  init(name: String?) {
    self.init(
      name: name, variable: { ProcessInfo.processInfo.environment[$0] },
      contents: { path in FileManager.default.contents(atPath: path).map { Array($0) } })
  }

  /// A search somewhere else.
  package init(
    name: String?, variable: @escaping @Sendable (String) -> String?,
    contents: @escaping @Sendable (String) -> [UInt8]?
  ) {
    self.name = name
    self.variable = variable
    self.contents = contents
  }

  /// Finds the clock.
  ///
  /// - Throws: `TimeZoneError` if a zone is named, by the client or by TZ, that does not exist or cannot be
  ///   read.
  func clock() throws(TimeZoneError) -> WallClock {
    if let name {
      guard let clock = zone(name) else { throw TimeZoneError(name: name) }
      return clock
    }
    if let value = variable("TZ") { return try clock(ofVariable: value) }
    return contents(Self.systemFile).flatMap { TimeZoneFile.clock($0) } ?? .utc
  }

  /// A name, an absolute path, both with or without a colon before them, or a rule; empty is UTC
  /// (POSIX.1-2024 §8.3).
  private func clock(ofVariable value: String) throws(TimeZoneError) -> WallClock {
    let place = value.hasPrefix(":") ? String(value.dropFirst()) : value
    if place.isEmpty { return .utc }
    if place.hasPrefix("/"), let clock = contents(place).flatMap({ TimeZoneFile.clock($0) }) { return clock }
    if let clock = zone(place) { return clock }
    guard let rule = ClockRule(value) else { throw TimeZoneError(name: value) }
    return WallClock(initialOffset: rule.standardOffset, changes: [], rule: rule)
  }

  /// UTC needs no file: a system without the zone database can still be told to use it.
  func zone(_ name: String) -> WallClock? {
    if name == "UTC" || name == "Etc/UTC" { return .utc }
    guard Self.isName(name) else { return nil }
    let folder = variable("TZDIR").flatMap { $0.isEmpty ? nil : $0 } ?? Self.usualFolder
    return contents(folder + "/" + name).flatMap { TimeZoneFile.clock($0) }
  }

  /// Letters, digits, `+`, `-` and `_` between single slashes: no name leads out of the folder.
  private static func isName(_ name: String) -> Bool {
    guard name.utf8.count <= longestName else { return false }
    return name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy {
      part in
      !part.isEmpty
        && part.allSatisfy { byte in
          switch byte {
          case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
          case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
          default: false
          }
        }
    }
  }
}
