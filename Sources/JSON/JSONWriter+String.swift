extension JSONWriter {
  /// Writes a string: `"`, `\`, control characters and the line ends U+0085, U+2028 and U+2029 escaped, the
  /// rest as it is.
  package mutating func write(_ text: String) {
    write(utf8: text.utf8Span.span)
  }

  /// Writes bytes as a string; what is not UTF-8 becomes U+FFFD, one for each maximal subpart.
  package mutating func write(utf8 text: Span<UInt8>) {
    let plainEnd = PlainText.end(text, from: 0)
    bytes.append(addingCapacity: plainEnd + 2) { (output: inout OutputSpan<UInt8>) in
      output.append(ASCII.quote)
      PlainText.copy(text, 0..<plainEnd, to: &output)
      if plainEnd == text.count { output.append(ASCII.quote) }
    }
    guard plainEnd < text.count else { return }
    writeRest(of: text, from: plainEnd)
  }

  private mutating func writeRest(of text: Span<UInt8>, from start: Int) {
    var position = start
    while position < text.count {
      if text[position] < 0x80 {
        writeEscape(text[position])
        position += 1
      } else {
        position += writeSequence(text, at: position)
      }
      let plainEnd = PlainText.end(text, from: position)
      bytes.append(addingCapacity: plainEnd - position) { (output: inout OutputSpan<UInt8>) in
        PlainText.copy(text, position..<plainEnd, to: &output)
      }
      position = plainEnd
    }
    bytes.append(ASCII.quote)
  }

  private mutating func writeEscape(_ byte: UInt8) {
    switch byte {
    case ASCII.quote: append("\\\"")
    case ASCII.backslash: append("\\\\")
    case 0x08: append("\\b")
    case 0x0C: append("\\f")
    case ASCII.lineFeed: append("\\n")
    case ASCII.carriageReturn: append("\\r")
    case ASCII.tab: append("\\t")
    default:
      append("\\u00")
      bytes.append(ASCII.hexadecimalDigit(byte >> 4))
      bytes.append(ASCII.hexadecimalDigit(byte & 0xF))
    }
  }

  /// Writes the scalar at `position`; returns how many bytes of `text` it took.
  private mutating func writeSequence(_ text: Span<UInt8>, at position: Int) -> Int {
    let sequence = UTF8Sequence(text, at: position)
    guard sequence.isValid else {
      append("\u{FFFD}")
      return sequence.length
    }
    if let escape = Self.lineEndEscape(text, at: position, length: sequence.length) {
      append(escape)
    } else {
      for index in position..<position + sequence.length { bytes.append(text[index]) }
    }
    return sequence.length
  }

  /// Some readers of lines end one at these three, so none of them is ever written raw.
  private static func lineEndEscape(_ text: Span<UInt8>, at position: Int, length: Int) -> String? {
    if length == 2, text[position] == 0xC2, text[position + 1] == 0x85 { return "\\u0085" }
    guard length == 3, text[position] == 0xE2, text[position + 1] == 0x80 else { return nil }
    switch text[position + 2] {
    case 0xA8: return "\\u2028"
    case 0xA9: return "\\u2029"
    default: return nil
    }
  }
}
