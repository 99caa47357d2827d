/// When clocks change each year, for ever: the POSIX `TZ` rule at the end of a time zone file.
///
/// Worked example: `CET-1CEST,M3.5.0,M10.5.0/3` is one hour east of UTC, two from the last Sunday of March at
/// 02:00 to the last Sunday of October at 03:00. Source: POSIX.1-2024 §8.3, RFC 9636 §3.3 (hours −167 to
/// 167).
struct ClockRule: Hashable, Sendable {
  /// A day of each year.
  enum Day: Hashable, Sendable {
    /// `J1`–`J365`: February 29th is never counted.
    case common(Int)
    /// `0`–`365`: February 29th is counted.
    case ordinal(Int)
    /// `Mmonth.week.weekday`: week 5 is the last one; weekday 0 is Sunday.
    case weekday(month: Int, week: Int, weekday: Int)
  }

  /// A day and seconds after its midnight by the clock that is about to be changed; may be negative or beyond
  /// the day.
  struct Moment: Hashable, Sendable {
    var day: Day
    var time: Int
  }

  /// The other offset and when it holds.
  struct Daylight: Hashable, Sendable {
    var offset: Int
    var start: Moment
    var end: Moment
  }

  /// Seconds east of UTC.
  var standardOffset: Int
  /// Nil: clocks never change.
  var daylight: Daylight?

  /// The offset at a moment.
  func offset(at instant: Int) -> Int {
    changes(around: instant).last { $0.instant <= instant }?.offset ?? standardOffset
  }

  /// The changes of the year of a moment and of the years before and after it, in ascending order.
  func changes(around instant: Int) -> [WallClock.Change] {
    guard let daylight else { return [] }
    let day = instant.flooringQuotientAndRemainder(dividingBy: 86_400).quotient
    let year = CivilDay(days: day).year
    var changes: [WallClock.Change] = []
    for year in year - 1...year + 1 {
      let start = daylight.start.wall(inYear: year) - standardOffset
      let end = daylight.end.wall(inYear: year) - daylight.offset
      let starts = WallClock.Change(instant: start, offset: daylight.offset)
      let ends = WallClock.Change(instant: end, offset: standardOffset)
      changes += start < end ? [starts, ends] : [ends, starts]
    }
    return changes
  }
}

extension ClockRule.Moment {
  /// The wall time, in seconds since 2001-01-01T00:00.
  func wall(inYear year: Int) -> Int { day.days(inYear: year) * 86_400 + time }
}

extension ClockRule.Day {
  /// Days since 2001-01-01.
  func days(inYear year: Int) -> Int {
    let first = CivilDay.daysBefore(year: year)
    switch self {
    case .common(let day): return first + day - 1 + (day > 59 && CivilDay.isLeap(year: year) ? 1 : 0)
    case .ordinal(let day): return first + day
    case .weekday(let month, let week, let weekday):
      let length = CivilDay.length(ofMonth: month, year: year)
      let start = first + CivilDay.daysBefore(month: month, year: year)
      // 2001-01-01 was a Monday, day 1 of the week.
      let startWeekday = (start + 1).flooringQuotientAndRemainder(dividingBy: 7).remainder
      var day = (weekday - startWeekday + 7) % 7 + (week - 1) * 7
      if day >= length { day -= 7 }
      return start + day
    }
  }
}
