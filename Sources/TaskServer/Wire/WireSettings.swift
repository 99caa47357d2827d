import Synchronization

/// What a connection has agreed on about the form of values.
package struct WireSettings: Sendable {
  /// Whether Integer 64 leaves as a decimal string, for clients whose numbers are doubles.
  package var int64AsString = false

  private let zone: LazyClock

  /// Settings for a time zone by its name in the zone database; nil for TZ's, else the system's, else UTC.
  ///
  /// Nothing is read until a date without an offset comes in, or `checkTimeZone` is called.
  package init(timeZone: String? = nil, int64AsString: Bool = false) {
    self.init(TimeZoneSearch(name: timeZone), int64AsString: int64AsString)
  }

  /// Settings for the time zone that a search finds.
  package init(_ search: TimeZoneSearch, int64AsString: Bool = false) {
    zone = LazyClock(search)
    self.int64AsString = int64AsString
  }

  /// Finds the time zone now, for clients that named one.
  ///
  /// - Throws: `TimeZoneError` if it does not exist.
  package func checkTimeZone() throws(TimeZoneError) { _ = try clock() }

  /// The connection's clock.
  func clock() throws(TimeZoneError) -> WallClock { try zone.clock() }
}

/// A clock that is found when somebody asks for it, once.
private final class LazyClock: Sendable {
  private let search: TimeZoneSearch
  private let found = Mutex<Result<WallClock, TimeZoneError>?>(nil)

  init(_ search: TimeZoneSearch) { self.search = search }

  func clock() throws(TimeZoneError) -> WallClock {
    if let found = found.withLock({ $0 }) { return try found.get() }
    // Two threads may both look; they find the same.
    let result = Result { () throws(TimeZoneError) in try search.clock() }
    found.withLock { $0 = result }
    return try result.get()
  }
}
