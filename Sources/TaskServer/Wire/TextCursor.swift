/// A place in a short text of ASCII that is read from left to right.
struct TextCursor {
  private(set) var rest: Substring.UTF8View

  init(_ text: String) { rest = text.utf8[...] }

  var isAtEnd: Bool { rest.isEmpty }

  /// The next byte; nil at the end.
  var next: UInt8? { rest.first }

  /// Moves over one byte if it is this one.
  mutating func skip(_ byte: UInt8) -> Bool {
    guard rest.first == byte else { return false }
    rest.removeFirst()
    return true
  }

  /// Moves over the next byte if it is one of these.
  mutating func skip(oneOf bytes: ClosedRange<UInt8>) -> UInt8? {
    guard let byte = rest.first, bytes.contains(byte) else { return nil }
    rest.removeFirst()
    return byte
  }

  /// The value 0–9 of the next byte if it is a digit.
  mutating func digit() -> Int? {
    skip(oneOf: UInt8(ascii: "0")...UInt8(ascii: "9")).map { Int($0 - UInt8(ascii: "0")) }
  }

  /// A number of exactly so many digits, in range; nil leaves the cursor anywhere.
  mutating func number(digits count: Int, in range: ClosedRange<Int>) -> Int? {
    number(digits: count...count, in: range)
  }

  /// A number of at least and at most so many digits, in range; nil leaves the cursor anywhere.
  mutating func number(digits counts: ClosedRange<Int>, in range: ClosedRange<Int>) -> Int? {
    var value = 0
    var count = 0
    while count < counts.upperBound, let digit = digit() {
      value = value * 10 + digit
      count += 1
    }
    return counts.contains(count) && range.contains(value) ? value : nil
  }
}
