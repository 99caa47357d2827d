/// A day of the proleptic Gregorian calendar, as a date and as a number.
///
/// Days count from 2001-01-01, which is both the zero of stored dates and the first day of one of the
/// calendar's cycles of 400 years. So leap days come last everywhere, in a cycle, its centuries and their
/// groups of four years, and counting needs no exceptions:
/// ```
/// days before year y of a cycle (0 ≤ y < 400):  365 y + y/4 − y/100
/// ```
struct CivilDay: Hashable, Sendable {
  /// Astronomical: 0 is 1 BC, −1 is 2 BC.
  var year: Int
  /// 1–12.
  var month: Int
  /// 1–31.
  var day: Int

  private static let daysInCycle = 146_097
  private static let daysInCentury = 36_524
  private static let daysInFourYears = 1461
  private static let firstYear = 2001

  /// Days before each month of a common year.
  private static let daysBeforeMonth: [Int] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365]

  /// Nil unless the month has such a day.
  init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), day >= 1, day <= Self.length(ofMonth: month, year: year) else {
      return nil
    }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day with this number.
  init(days: Int) {
    let (cycle, dayOfCycle) = days.flooringQuotientAndRemainder(dividingBy: Self.daysInCycle)
    // The last century of a cycle, and the last year of four, is a day longer than the others.
    let century = min(dayOfCycle / Self.daysInCentury, 3)
    let dayOfCentury = dayOfCycle - century * Self.daysInCentury
    let (group, dayOfGroup) = dayOfCentury.quotientAndRemainder(dividingBy: Self.daysInFourYears)
    let yearOfGroup = min(dayOfGroup / 365, 3)
    year = Self.firstYear + cycle * 400 + century * 100 + group * 4 + yearOfGroup
    let dayOfYear = dayOfGroup - yearOfGroup * 365
    // No month is longer than 31 days, so this is the month or the one before it.
    month = dayOfYear / 31 + 1
    if dayOfYear >= Self.daysBefore(month: month + 1, year: year) { month += 1 }
    day = dayOfYear - Self.daysBefore(month: month, year: year) + 1
  }

  /// Days since 2001-01-01, negative before.
  var days: Int {
    Self.daysBefore(year: year) + Self.daysBefore(month: month, year: year) + day - 1
  }

  /// Days from 2001-01-01 to the first day of a year.
  static func daysBefore(year: Int) -> Int {
    let (cycle, yearOfCycle) = (year - firstYear).flooringQuotientAndRemainder(dividingBy: 400)
    return cycle * daysInCycle + yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100
  }

  static func isLeap(year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  static func length(ofMonth month: Int, year: Int) -> Int {
    daysBefore(month: month + 1, year: year) - daysBefore(month: month, year: year)
  }

  /// Days from January 1st to the first day of a month, 1–13.
  static func daysBefore(month: Int, year: Int) -> Int {
    daysBeforeMonth[month - 1] + (month > 2 && isLeap(year: year) ? 1 : 0)
  }
}

extension Int {
  /// Rounds the quotient down, so that the remainder is never negative; `divisor` is positive.
  func flooringQuotientAndRemainder(dividingBy divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
