/// Reads the parts of an RFC 3339 date.
struct DateReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  var isAtEnd: Bool { position == bytes.count }

  /// `2026-12-01`
  mutating func readDate() -> CalendarDate? {
    guard let year = number(4), skip("-"), let month = number(2), skip("-"), let day = number(2),
      (1...12).contains(month), day >= 1, day <= CalendarDate.days(in: month, of: year)
    else { return nil }
    return CalendarDate(year: year, month: month, day: day, second: 0)
  }

  /// `T09:00`, `T09:00:30` or `T09:00:30.125`; `t` and a space may stand for T. A leap second is no time here.
  mutating func readTime() -> (second: Int, milliseconds: Int)? {
    guard skip("T") || skip("t") || skip(" "), let hour = number(2), skip(":"), let minute = number(2),
      hour < 24, minute < 60
    else { return nil }
    var second = 0
    var milliseconds = 0
    if skip(":") {
      guard let value = number(2), value < 60 else { return nil }
      second = value
      if skip(".") {
        guard let fraction = readFraction() else { return nil }
        milliseconds = fraction
      }
    }
    return (hour * 3_600 + minute * 60 + second, milliseconds)
  }

  /// `Z`, `z`, `+01:00` or `-00:30`, in seconds east of UTC.
  mutating func readOffset() -> Int? {
    if skip("Z") || skip("z") { return 0 }
    let isEast = skip("+")
    guard isEast || skip("-"), let hours = number(2), skip(":"), let minutes = number(2), hours < 24,
      minutes < 60
    else { return nil }
    return (isEast ? 1 : -1) * (hours * 3_600 + minutes * 60)
  }

  /// Digits of a fraction, rounded to milliseconds; nil if there are none.
  private mutating func readFraction() -> Int? {
    let start = position
    var value = 0
    var digits = 0
    while position < bytes.count, let digit = digit(bytes[position]) {
      // The fourth digit decides the rounding, all later ones cannot change it.
      if digits < 4 { value = value * 10 + digit }
      digits += 1
      position += 1
    }
    guard position > start else { return nil }
    for _ in min(digits, 4)..<4 { value *= 10 }
    return (value + 5) / 10
  }

  private mutating func number(_ digits: Int) -> Int? {
    guard position + digits <= bytes.count else { return nil }
    var value = 0
    for byte in bytes[position..<position + digits] {
      guard let digit = digit(byte) else { return nil }
      value = value * 10 + digit
    }
    position += digits
    return value
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, UInt32(bytes[position]) == character.value else { return false }
    position += 1
    return true
  }

  private func digit(_ byte: UInt8) -> Int? {
    byte >= 0x30 && byte <= 0x39 ? Int(byte) - 0x30 : nil
  }
}
