package import JSON

extension JSONWriter {
  /// Dates further from 2001 than this many seconds (285 million years) are no dates: a double cannot count
  /// them.
  static let dateBound = 0x1p53

  /// Writes seconds since 2001-01-01 UTC as RFC 3339 text in UTC: `"2026-12-01T09:00:00.25Z"`.
  ///
  /// The fraction is the shortest that reads back to the same double; whole seconds have none. Years outside
  /// 0000–9999 get a sign and at least six digits, as in ECMAScript. Beyond `dateBound`, and for NaN, null.
  package mutating func write(date seconds: Double) {
    // Written so that NaN fails.
    guard seconds.magnitude <= Self.dateBound else { return writeNull() }
    let whole = seconds.rounded(.down)
    let (days, second) = Int(whole).flooringQuotientAndRemainder(dividingBy: 86_400)
    let day = CivilDay(days: days)
    bytes.append(UInt8(ascii: "\""))
    if !(0...9999).contains(day.year) { appendExpandedYear(day.year) }
    bytes.append(addingCapacity: 19) { (output: inout OutputSpan<UInt8>) in
      if (0...9999).contains(day.year) {
        Self.append(day.year / 100, to: &output)
        Self.append(day.year % 100, to: &output)
      }
      Self.append(UInt8(ascii: "-"), day.month, to: &output)
      Self.append(UInt8(ascii: "-"), day.day, to: &output)
      Self.append(UInt8(ascii: "T"), second / 3600, to: &output)
      Self.append(UInt8(ascii: ":"), second / 60 % 60, to: &output)
      Self.append(UInt8(ascii: ":"), second % 60, to: &output)
    }
    if whole != seconds, !appendMilliseconds(of: seconds, after: whole) { appendFraction(of: seconds) }
    append("Z\"")
  }

  private mutating func appendExpandedYear(_ year: Int) {
    bytes.append(year < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
    let digits = String(year.magnitude).utf8
    for _ in 0..<max(0, 6 - digits.count) { bytes.append(UInt8(ascii: "0")) }
    bytes.append(contentsOf: digits)
  }

  /// A separator and two digits.
  @inline(__always)
  private static func append(_ separator: UInt8, _ value: Int, to output: inout OutputSpan<UInt8>) {
    output.append(separator)
    append(value, to: &output)
  }

  /// Two digits.
  @inline(__always)
  private static func append(_ value: Int, to output: inout OutputSpan<UInt8>) {
    output.append(UInt8(ascii: "0") + UInt8(value / 10))
    output.append(UInt8(ascii: "0") + UInt8(value % 10))
  }

  /// Appends a fraction of at most three digits, if there is one that reads back to the same double.
  ///
  /// The usual case, for dates come in rounded to milliseconds. Within the bound doubles are much denser than
  /// those, so that no shorter fraction could be meant.
  private mutating func appendMilliseconds(of seconds: Double, after whole: Double) -> Bool {
    let milliseconds = (seconds * 1000).rounded()
    guard seconds.magnitude < 0x1p40, milliseconds / 1000 == seconds else { return false }
    let fraction = Int(milliseconds - whole * 1000)
    bytes.append(UInt8(ascii: "."))
    bytes.append(UInt8(ascii: "0") + UInt8(fraction / 100))
    if fraction % 100 > 0 { bytes.append(UInt8(ascii: "0") + UInt8(fraction / 10 % 10)) }
    if fraction % 10 > 0 { bytes.append(UInt8(ascii: "0") + UInt8(fraction % 10)) }
    return true
  }

  /// The digits come from the shortest decimal text of the double, which has the same whole seconds.
  ///
  /// Before 2001 they count back from the next second: −0.25 is the second 23:59:59 and 0.75.
  private mutating func appendFraction(of seconds: Double) {
    var digits = Self.fractionDigits(of: seconds.magnitude)
    if seconds < 0 {
      // The last digit is never 0, so nothing is carried.
      for index in digits.indices { digits[index] = 9 - digits[index] }
      digits[digits.count - 1] += 1
    }
    bytes.append(UInt8(ascii: "."))
    for digit in digits { bytes.append(UInt8(ascii: "0") + digit) }
  }

  /// The digits after the point; `value` is positive and not whole: `12.5` gives 5, `1.5e-06` gives 0 0 0 0 0
  /// 1 5.
  private static func fractionDigits(of value: Double) -> [UInt8] {
    let parts = value.description.split(separator: "e")
    let mantissa = parts[0].split(separator: ".")
    let decimals = (mantissa.count > 1 && mantissa[1] != "0" ? mantissa[1] : "").utf8.map { $0 - 0x30 }
    guard parts.count > 1, let exponent = Int(parts[1]), exponent < 0 else { return decimals }
    let zeros = [UInt8](repeating: 0, count: -exponent - 1)
    return zeros + mantissa[0].utf8.map { $0 - 0x30 } + decimals
  }
}
