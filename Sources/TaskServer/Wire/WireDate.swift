import JSON

/// Dates on the wire: RFC 3339 in UTC out; with an offset, or as wall time in a zone, in.
///
/// Inside, a date is a double: seconds since 2001-01-01 UTC. Dates before year 0 or after 9999, which RFC 3339 cannot
/// say, come out clamped to the ends of that range; none can come in.
enum WireDate {
  /// 0000-01-01T00:00:00Z to the last second of 9999, in seconds since 1970.
  private static let range = -62_167_219_200...253_402_300_799
  /// Most digits of a fraction that a double of this magnitude can need.
  private static let fractionDigits = 9

  // MARK: - Out

  /// Appends a date as a JSON string: the shortest fraction that reads back to the same double, none for whole seconds.
  static func write(_ date: Double, to writer: inout JSONWriter) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32)
    append(date, to: &bytes)
    writer.write(utf8: bytes.span)
  }

  /// The date as text.
  static func text(_ date: Double) -> String {
    var bytes: [UInt8] = []
    append(date, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func append(_ date: Double, to bytes: inout [UInt8]) {
    let floor = date.rounded(.down)
    let clamped = min(max(floor, -1e12), 1e12)
    var seconds = min(
      max(Int(clamped) + CalendarDate.referenceOffset, range.lowerBound), range.upperBound)
    let fraction = floor == clamped ? shortestFraction(of: date, above: floor) : nil
    // A fraction that rounds up to one is the next second.
    if let fraction, fraction.digits == 0 { seconds = min(seconds + fraction.value, range.upperBound) }
    appendWhole(CalendarDate(secondsSince1970: seconds), to: &bytes)
    if let fraction, fraction.digits > 0 {
      bytes.append(UInt8(ascii: "."))
      appendNumber(fraction.value, digits: fraction.digits, to: &bytes)
    }
    bytes.append(UInt8(ascii: "Z"))
  }

  /// The fewest decimals that tell the date from its neighbours; nil for a whole second.
  private static func shortestFraction(
    of date: Double, above floor: Double
  ) -> (value: Int, digits: Int)? {
    guard date != floor else { return nil }
    var scale = 1.0
    for digits in 1...fractionDigits {
      scale *= 10
      let value = ((date - floor) * scale).rounded()
      if floor + value / scale == date || digits == fractionDigits {
        return value == scale ? (1, 0) : (Int(value), digits)
      }
    }
    return nil
  }

  private static func appendWhole(_ date: CalendarDate, to bytes: inout [UInt8]) {
    appendNumber(date.year, digits: 4, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    appendNumber(date.month, digits: 2, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    appendNumber(date.day, digits: 2, to: &bytes)
    bytes.append(UInt8(ascii: "T"))
    appendNumber(date.second / 3_600, digits: 2, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    appendNumber(date.second / 60 % 60, digits: 2, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    appendNumber(date.second % 60, digits: 2, to: &bytes)
  }

  private static func appendNumber(_ number: Int, digits: Int, to bytes: inout [UInt8]) {
    var divisor = 1
    for _ in 1..<digits { divisor *= 10 }
    for _ in 0..<digits {
      bytes.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
      divisor /= 10
    }
  }

  // MARK: - In

  /// Reads a date.
  ///
  /// - Parameter clock: turns wall time, written without an offset, into UTC.
  /// - Returns: seconds since 2001-01-01 UTC, rounded to milliseconds; nil for what is no date.
  static func parse(_ text: String, clock: (CalendarDate) -> Int) -> Double? {
    var reader = DateReader(text)
    guard let date = reader.readDate() else { return nil }
    if reader.isAtEnd { return reference(clock(date), milliseconds: 0) }
    guard let time = reader.readTime() else { return nil }
    var moment = date
    moment.second = time.second
    if reader.isAtEnd { return reference(clock(moment), milliseconds: time.milliseconds) }
    guard let offset = reader.readOffset(), reader.isAtEnd else { return nil }
    return reference(moment.secondsSince1970 - offset, milliseconds: time.milliseconds)
  }

  private static func reference(_ seconds: Int, milliseconds: Int) -> Double {
    // One rounding: the quotient is the double nearest to the decimal, and reads back as the same decimal.
    Double((seconds - CalendarDate.referenceOffset) * 1_000 + milliseconds) / 1_000
  }
}
