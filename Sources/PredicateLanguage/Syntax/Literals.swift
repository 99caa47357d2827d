import FoundationEssentials

/// What string and number tokens say.
enum Literals {
  /// The text between the quotes of a token, escapes read.
  ///
  /// Escapes: `\a \b \f \n \r \t \v`, `\xHH`, `\uHHHH` (surrogates in pairs), `\o` to `\ooo` octal; any other
  /// character after a backslash is itself.
  /// - Throws: `.syntax` with the range of the escape.
  static func string(_ bytes: [UInt8], _ range: SourceRange) throws(PredicateTextError) -> String {
    let inner = range.start + 1..<range.end - 1
    guard bytes[inner].contains(UInt8(ascii: "\\")) else {
      return String(decoding: bytes[inner], as: UTF8.self)
    }
    var result: [UInt8] = []
    var position = inner.lowerBound
    while position < inner.upperBound {
      if bytes[position] == UInt8(ascii: "\\") {
        try escape(bytes, &position, inner.upperBound, into: &result)
      } else {
        result.append(bytes[position])
        position += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func escape(
    _ bytes: [UInt8], _ position: inout Int, _ end: Int, into result: inout [UInt8]
  ) throws(PredicateTextError) {
    let letter = bytes[position + 1]
    switch letter {
    case UInt8(ascii: "x"), UInt8(ascii: "X"):
      appendScalar(try hex(bytes, position, 2, end), to: &result)
      position += 4
    case UInt8(ascii: "u"), UInt8(ascii: "U"):
      try unicode(bytes, &position, end, into: &result)
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      octal(bytes, &position, end, into: &result)
    default:
      result.append(controls[letter] ?? letter)
      position += 2
    }
  }

  private static let controls: [UInt8: UInt8] = [
    UInt8(ascii: "a"): 7, UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12, UInt8(ascii: "n"): 10,
    UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9, UInt8(ascii: "v"): 11,
  ]

  private static func unicode(
    _ bytes: [UInt8], _ position: inout Int, _ end: Int, into result: inout [UInt8]
  ) throws(PredicateTextError) {
    let start = position
    var scalar = try hex(bytes, position, 4, end)
    position += 6
    if scalar & 0xFC00 == 0xD800, position + 1 < end, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] | 0x20 == UInt8(ascii: "u")
    {
      let low = try hex(bytes, position, 4, end)
      if low & 0xFC00 == 0xDC00 {
        scalar = 0x10000 + (scalar & 0x3FF) << 10 + low & 0x3FF
        position += 6
      }
    }
    guard scalar & 0xFFFF_F800 != 0xD800 else {
      throw PredicateTextError(
        .syntax, "A surrogate stands alone.", at: SourceRange(start: start, end: position),
        expected: ["two \\u escapes that form a pair"])
    }
    appendScalar(scalar, to: &result)
  }

  private static func octal(_ bytes: [UInt8], _ position: inout Int, _ end: Int, into result: inout [UInt8]) {
    position += 1
    var scalar: UInt32 = 0
    let last = min(position + 3, end)
    while position < last, bytes[position] & 0xF8 == UInt8(ascii: "0") {
      scalar = scalar << 3 | UInt32(bytes[position] & 7)
      position += 1
    }
    appendScalar(scalar, to: &result)
  }

  private static func hex(
    _ bytes: [UInt8], _ start: Int, _ count: Int, _ end: Int
  ) throws(PredicateTextError) -> UInt32 {
    let digits = bytes[start + 2..<max(start + 2, min(start + 2 + count, end))]
    guard digits.count == count, digits.allSatisfy({ hexDigit($0) != nil }) else {
      throw PredicateTextError(
        .syntax, "The escape is not complete.",
        at: SourceRange(start: start, end: min(start + 2 + count, end)),
        expected: ["\(count) hexadecimal digits"])
    }
    return digits.reduce(0) { $0 << 4 | UInt32(hexDigit($1) ?? 0) }
  }

  /// The value of a hexadecimal digit.
  static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
