/// A POSIX TZ rule such as `CET-1CEST,M3.5.0,M10.5.0/3`: the offsets of all years to come.
///
/// Source: POSIX.1-2017 §8.3, with hours from −167 to 167 as in RFC 8536 §3.3.1.
struct ZoneRule: Hashable, Sendable {
  /// The day and time of a change.
  struct Change: Hashable, Sendable {
    enum Day: Hashable, Sendable {
      /// `Mm.w.d`: month 1–12, week 1–5 (5 is the last), weekday 0 = Sunday.
      case week(month: Int, week: Int, weekday: Int)
      /// `Jn`: 1–365, February 29 is never counted.
      case julian(Int)
      /// `n`: 0–365, February 29 is counted.
      case zeroBased(Int)
    }

    var day: Day
    /// Seconds of wall time since midnight, may be negative or more than a day.
    var time = 7_200
  }

  var standardOffset: Int
  /// Nil without daylight saving.
  var daylight: Daylight?

  /// The other half of the year.
  struct Daylight: Hashable, Sendable {
    var offset: Int
    var start: Change
    var end: Change
  }

  /// Seconds east of UTC at a moment.
  func offset(at time: Int) -> Int {
    guard let daylight else { return standardOffset }
    let year = CalendarDate(secondsSince1970: time + standardOffset).year
    let start = daylight.start.secondsSince1970(year) - standardOffset
    let end = daylight.end.secondsSince1970(year) - daylight.offset
    let isDaylight = start < end ? time >= start && time < end : time >= start || time < end
    return isDaylight ? daylight.offset : standardOffset
  }
}

extension ZoneRule.Change {
  /// The change's wall time, counted as if it were UTC.
  func secondsSince1970(_ year: Int) -> Int { dayStart(year) + time }

  private func dayStart(_ year: Int) -> Int {
    let newYear = CalendarDate(year: year, month: 1, day: 1, second: 0).secondsSince1970
    switch day {
    case .zeroBased(let number): return newYear + number * 86_400
    case .julian(let number):
      let isAfterLeapDay = number > 59 && CalendarDate.days(in: 2, of: year) == 29
      return newYear + (number - 1 + (isAfterLeapDay ? 1 : 0)) * 86_400
    case .week(let month, let week, let weekday):
      let first = CalendarDate(year: year, month: month, day: 1, second: 0).secondsSince1970
      // 1970-01-01 was a Thursday.
      let firstWeekday = ((first / 86_400 + 4) % 7 + 7) % 7
      var day = (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
      while day >= CalendarDate.days(in: month, of: year) { day -= 7 }
      return first + day * 86_400
    }
  }
}
