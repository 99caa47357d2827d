extension JSONWriter {
  /// Appends text that is JSON already as it is, but for U+0085, U+2028 and U+2029, which are escaped: some
  /// readers of lines end one at these.
  ///
  /// They can only stand inside of strings.
  package mutating func append(escapingLineEndsOf json: Span<UInt8>) {
    reserve(json.count)
    var written = 0
    var index = PlainText.endOfASCII(json, from: 0)
    while index < json.count {
      if let escape = Self.lineEndEscape(json, at: index) {
        append(json.extracting(written..<index))
        append(escape.text)
        index += escape.length
        written = index
      } else {
        index += 1
      }
      index = PlainText.endOfASCII(json, from: index)
    }
    append(json.extracting(written..<json.count))
  }

  /// The escape of a line end outside ASCII that stands at `index`.
  private static func lineEndEscape(_ json: Span<UInt8>, at index: Int) -> (text: String, length: Int)? {
    guard index + 1 < json.count else { return nil }
    if json[index] == 0xC2, json[index + 1] == 0x85 { return (#"\u0085"#, 2) }
    guard index + 2 < json.count, json[index] == 0xE2, json[index + 1] == 0x80 else { return nil }
    return switch json[index + 2] {
    case 0xA8: (#"\u2028"#, 3)
    case 0xA9: (#"\u2029"#, 3)
    default: nil
    }
  }
}
