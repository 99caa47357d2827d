/// Dates as a person in one time zone reads them.
package struct LocalDates: Sendable {
  private let clock: WallClock

  /// - Parameter zone: a name such as `Europe/Berlin`; nil for TZ, else the system's. A zone that does not
  ///   exist is UTC.
  package init(zone: String?) {
    var found = WallClock.utc
    do throws(TimeZoneError) { found = try TimeZoneSearch(name: zone).clock() } catch {}
    clock = found
  }

  /// One date.
  package struct Reading: Sendable {
    /// `2026-12-01` for the start of a day, else `2026-12-01 09:00`, seconds only if there are any.
    package let text: String
    /// Seconds since 2001-01-01 UTC.
    package let seconds: Double
  }

  /// Reads a date as it stands in results; nil for other text.
  package func read(_ text: String) -> Reading? {
    guard let date = WireDate(text) else { return nil }
    let seconds = date.seconds { clock }
    let instant = Int(seconds.rounded(.down))
    let wall = instant + clock.offset(at: instant)
    let (days, second) = wall.flooringQuotientAndRemainder(dividingBy: 86_400)
    return Reading(text: Self.text(CivilDay(days: days), second), seconds: seconds)
  }

  private static func text(_ day: CivilDay, _ second: Int) -> String {
    let date = "\(padded(day.year, to: 4))-\(padded(day.month))-\(padded(day.day))"
    if second == 0 { return date }
    let time = "\(padded(second / 3600)):\(padded(second / 60 % 60))"
    return second % 60 == 0 ? "\(date) \(time)" : "\(date) \(time):\(padded(second % 60))"
  }

  private static func padded(_ value: Int, to width: Int = 2) -> String {
    let digits = String(value.magnitude)
    return (value < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
