/// A date and time of day in the proleptic Gregorian calendar, without a zone.
///
/// Arithmetic on days after Howard Hinnant's "chrono-Compatible Low-Level Date Algorithms": years are counted from
/// March, so that the leap day is the last one.
struct CalendarDate: Hashable {
  /// 0 to 9999.
  var year: Int
  /// 1 to 12.
  var month: Int
  /// From 1 up.
  var day: Int
  /// Seconds since midnight, 0 to 86,399.
  var second: Int

  /// Seconds from 1970-01-01 to 2001-01-01, both UTC.
  static let referenceOffset = 978_307_200

  /// The days of a month.
  static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }

  /// Seconds since 1970-01-01 if the time of day is UTC's.
  var secondsSince1970: Int {
    let shifted = month > 2 ? year : year - 1
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return (era * 146_097 + dayOfEra - 719_468) * 86_400 + second
  }

  init(year: Int, month: Int, day: Int, second: Int) {
    self.year = year
    self.month = month
    self.day = day
    self.second = second
  }

  /// The UTC date at so many seconds since 1970-01-01.
  init(secondsSince1970 seconds: Int) {
    let day = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
    second = seconds - day * 86_400
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    self.day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }
}
