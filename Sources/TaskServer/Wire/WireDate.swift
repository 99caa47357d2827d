import ObjectGraph
import PredicateLanguage

/// A date as text: an instant, or what a clock on a wall shows.
///
/// Read are RFC 3339 with an offset, and without one `2026-12-01T09:00:00`, `2026-12-01T09:00` and
/// `2026-12-01` (the day's start); seconds may be left out with an offset, too. Years outside 0000–9999 have
/// a sign and six digits, as in ECMAScript. Fractions are rounded to milliseconds, halves up. `T` and `Z` may
/// be lower case. Hour 24 and leap seconds (`:60`) are refused: no stored date can stand for them.
package struct WireDate: Hashable, Sendable {
  /// Milliseconds from 2001-01-01T00:00 to what the text says, offset left aside.
  private(set) var milliseconds: Int

  /// Seconds east of UTC; nil if the text does not say and a clock must be asked.
  private(set) var offset: Int?

  /// Nil if the text is no date.
  package init?(_ text: String) {
    var cursor = TextCursor(text)
    guard let day = Self.day(&cursor) else { return nil }
    milliseconds = day.days * 86_400_000
    if cursor.isAtEnd { return }
    guard cursor.skip(UInt8(ascii: "T")) || cursor.skip(UInt8(ascii: "t")),
      let time = Self.time(&cursor)
    else { return nil }
    milliseconds += time
    if cursor.isAtEnd { return }
    offset = Self.offset(&cursor)
    guard offset != nil, cursor.isAtEnd else { return nil }
  }

  /// Seconds since 2001-01-01 UTC.
  ///
  /// - Throws: what `clock` throws; it is asked only if the text says no offset.
  func seconds<Failure>(_ clock: () throws(Failure) -> WallClock) throws(Failure) -> Double {
    if let offset { return Double(milliseconds - offset * 1000) / 1000 }
    let (wall, fraction) = milliseconds.flooringQuotientAndRemainder(dividingBy: 1000)
    return Double(try clock().instant(ofWall: wall) * 1000 + fraction) / 1000
  }

  /// Refuses a date that RFC 3339 has no text for: other clients could not read it.
  ///
  /// One that somebody else has stored is sent nevertheless, and may stand in predicates, with an expanded
  /// year.
  static func checkYear(of value: AttributeValue) throws(ValueMismatch) {
    guard case .date(let seconds) = value, !rfc3339Range.contains(seconds) else { return }
    throw ValueMismatch(expected: "a date from \"0000-01-01T00:00:00Z\" to \"9999-12-31T23:59:59.999Z\"")
  }

  /// Seconds since 2001-01-01 UTC: the years 0000 to 9999.
  private static let rfc3339Range: Range<Double> = -63_145_526_400..<252_423_993_600

  private static func day(_ cursor: inout TextCursor) -> CivilDay? {
    guard let year = year(&cursor), cursor.skip(UInt8(ascii: "-")),
      let month = cursor.number(digits: 2, in: 1...12), cursor.skip(UInt8(ascii: "-")),
      let day = cursor.number(digits: 2, in: 1...31)
    else { return nil }
    return CivilDay(year: year, month: month, day: day)
  }

  private static func year(_ cursor: inout TextCursor) -> Int? {
    if cursor.skip(UInt8(ascii: "+")) { return cursor.number(digits: 6, in: 0...999_999) }
    // There is no year minus zero.
    if cursor.skip(UInt8(ascii: "-")) { return cursor.number(digits: 6, in: 1...999_999).map { -$0 } }
    return cursor.number(digits: 4, in: 0...9999)
  }

  /// Milliseconds since midnight.
  private static func time(_ cursor: inout TextCursor) -> Int? {
    guard let hour = cursor.number(digits: 2, in: 0...23), cursor.skip(UInt8(ascii: ":")),
      let minute = cursor.number(digits: 2, in: 0...59)
    else { return nil }
    let minutes = hour * 60 + minute
    guard cursor.skip(UInt8(ascii: ":")) else { return minutes * 60_000 }
    guard let second = cursor.number(digits: 2, in: 0...59) else { return nil }
    let whole = minutes * 60_000 + second * 1000
    guard cursor.skip(UInt8(ascii: ".")) else { return whole }
    return fraction(&cursor).map { whole + $0 }
  }

  /// Milliseconds, 0–1000.
  private static func fraction(_ cursor: inout TextCursor) -> Int? {
    guard var value = cursor.digit() else { return nil }
    var count = 1
    while let digit = cursor.digit() {
      count += 1
      if count <= 3 { value = value * 10 + digit }
      if count == 4, digit >= 5 { value += 1 }
    }
    return count == 1 ? value * 100 : count == 2 ? value * 10 : value
  }

  private static func offset(_ cursor: inout TextCursor) -> Int? {
    if cursor.skip(UInt8(ascii: "Z")) || cursor.skip(UInt8(ascii: "z")) { return 0 }
    let isWest = cursor.next == UInt8(ascii: "-")
    guard cursor.skip(UInt8(ascii: "+")) || cursor.skip(UInt8(ascii: "-")),
      let hour = cursor.number(digits: 2, in: 0...23), cursor.skip(UInt8(ascii: ":")),
      let minute = cursor.number(digits: 2, in: 0...59)
    else { return nil }
    let seconds = (hour * 60 + minute) * 60
    return isWest ? -seconds : seconds
  }
}
