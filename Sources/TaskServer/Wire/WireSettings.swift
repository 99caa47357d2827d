import FoundationEssentials
import Synchronization

/// How values of one connection are written and read.
struct WireSettings: Sendable {
  /// Whether Integer 64 values go out as strings, for clients that only have doubles.
  var int64AsString = false
  private let zone: LazyZone

  /// The zone is looked up when the first wall time comes in.
  ///
  /// - Parameter timeZone: its name; nil, or an unknown one, for the system's.
  init(timeZone: String?) {
    zone = LazyZone(name: timeZone)
  }

  /// The same settings with another zone; nil if there is no such zone.
  func with(timeZone: String) -> WireSettings? {
    let catalog = ZoneCatalog(environment: ProcessInfo.processInfo.environment)
    guard catalog.clock(named: timeZone) != nil else { return nil }
    var settings = WireSettings(timeZone: timeZone)
    settings.int64AsString = int64AsString
    return settings
  }

  /// Wall time as seconds since 1970.
  func secondsSince1970(_ wall: CalendarDate) -> Int { zone.clock.secondsSince1970(wall) }
}

/// A zone that is read when it is first asked for: starting must not wait for a file that most clients never need.
private final class LazyZone: Sendable {
  private let name: String?
  private let loaded = Mutex<WallClock?>(nil)

  init(name: String?) { self.name = name }

  var clock: WallClock {
    loaded.withLock { loaded in
      if let loaded { return loaded }
      let catalog = ZoneCatalog(environment: ProcessInfo.processInfo.environment)
      let clock = name.flatMap { catalog.clock(named: $0) } ?? catalog.system
      loaded = clock
      return clock
    }
  }
}
