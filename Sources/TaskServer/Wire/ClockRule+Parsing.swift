extension ClockRule {
  private static let hoursOfOffset = 0...24
  private static let hoursOfTime = 0...167

  /// What clocks do in America, where a rule names daylight saving time and does not say when.
  private static let usual = (
    start: Moment(day: .weekday(month: 3, week: 2, weekday: 0), time: 7200),
    end: Moment(day: .weekday(month: 11, week: 1, weekday: 0), time: 7200)
  )

  /// Reads a rule; nil if the text is none.
  init?(_ text: String) {
    var cursor = TextCursor(text)
    guard Self.skipName(&cursor), let west = Self.time(&cursor, hours: Self.hoursOfOffset) else { return nil }
    standardOffset = -west
    if cursor.isAtEnd { return }
    guard let daylight = Self.daylight(&cursor, standardOffset: -west), cursor.isAtEnd else { return nil }
    self.daylight = daylight
  }

  private static func daylight(_ cursor: inout TextCursor, standardOffset: Int) -> Daylight? {
    guard skipName(&cursor) else { return nil }
    var offset = standardOffset + 3600
    if let next = cursor.next, next != UInt8(ascii: ",") {
      guard let west = time(&cursor, hours: hoursOfOffset) else { return nil }
      offset = -west
    }
    if cursor.isAtEnd { return Daylight(offset: offset, start: usual.start, end: usual.end) }
    guard let start = moment(&cursor), let end = moment(&cursor) else { return nil }
    return Daylight(offset: offset, start: start, end: end)
  }

  /// `CET`, or `<+0330>` for names that are not letters alone.
  private static func skipName(_ cursor: inout TextCursor) -> Bool {
    let isQuoted = cursor.skip(UInt8(ascii: "<"))
    var count = 0
    while let byte = cursor.next, isPart(byte, ofQuoted: isQuoted) {
      _ = cursor.skip(byte)
      count += 1
    }
    guard count >= 3 else { return false }
    return isQuoted ? cursor.skip(UInt8(ascii: ">")) : true
  }

  private static func isPart(_ byte: UInt8, ofQuoted isQuoted: Bool) -> Bool {
    switch byte | 0x20 {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): return byte >= 0x41
    default: break
    }
    let isSign = byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
    return isQuoted && (isSign || (0x30...0x39).contains(byte))
  }

  /// `[+-]hours[:minutes[:seconds]]` in seconds.
  private static func time(_ cursor: inout TextCursor, hours: ClosedRange<Int>) -> Int? {
    let isNegative = cursor.skip(UInt8(ascii: "-"))
    if !isNegative { _ = cursor.skip(UInt8(ascii: "+")) }
    guard let hour = cursor.number(digits: 1...3, in: hours) else { return nil }
    var seconds = hour * 3600
    for unit in [60, 1] where cursor.skip(UInt8(ascii: ":")) {
      guard let value = cursor.number(digits: 2, in: 0...59) else { return nil }
      seconds += value * unit
    }
    return isNegative ? -seconds : seconds
  }

  /// `,date[/time]`; the time is 02:00 if it is not said.
  private static func moment(_ cursor: inout TextCursor) -> Moment? {
    guard cursor.skip(UInt8(ascii: ",")), let day = day(&cursor) else { return nil }
    guard cursor.skip(UInt8(ascii: "/")) else { return Moment(day: day, time: 7200) }
    return time(&cursor, hours: hoursOfTime).map { Moment(day: day, time: $0) }
  }

  private static func day(_ cursor: inout TextCursor) -> Day? {
    if cursor.skip(UInt8(ascii: "J")) { return cursor.number(digits: 1...3, in: 1...365).map { .common($0) } }
    guard cursor.skip(UInt8(ascii: "M")) else {
      return cursor.number(digits: 1...3, in: 0...365).map { .ordinal($0) }
    }
    guard let month = cursor.number(digits: 1...2, in: 1...12), cursor.skip(UInt8(ascii: ".")),
      let week = cursor.number(digits: 1, in: 1...5), cursor.skip(UInt8(ascii: ".")),
      let weekday = cursor.number(digits: 1, in: 0...6)
    else { return nil }
    return .weekday(month: month, week: week, weekday: weekday)
  }
}
