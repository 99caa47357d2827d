/// A string of a JSON text that was checked: where it stands and whether it must be unescaped.
package struct JSONString: Hashable, Sendable {
  /// The bytes between the quotes, as offsets into the text.
  package var range: Range<Int>

  /// Whether a backslash occurs.
  package var isEscaped: Bool

  /// Decodes the string; `bytes` must be the text it was found in.
  package func text(_ bytes: Span<UInt8>) -> String {
    guard isEscaped else { return Self.copy(bytes.extracting(range)) }
    return Self.copy(unescaped(bytes).span)
  }

  /// Whether the decoded string has exactly the bytes of `other`; no Unicode equivalence.
  package func equals(_ other: String, _ bytes: Span<UInt8>) -> Bool {
    guard !isEscaped else { return text(bytes).isIdentical(to: other) }
    let expected = other.utf8Span.span
    guard expected.count == range.count else { return false }
    let mine = bytes.extracting(range)
    var offset = 0
    while offset < expected.count, mine[offset] == expected[offset] { offset += 1 }
    return offset == expected.count
  }

  /// The decoded bytes.
  package func unescaped(_ bytes: Span<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    var offset = range.lowerBound
    while offset < range.upperBound {
      if bytes[offset] == ASCII.backslash {
        offset += Self.appendEscape(bytes, at: offset, to: &result)
      } else {
        result.append(bytes[offset])
        offset += 1
      }
    }
    return result
  }

  /// The text was checked when it was scanned, so the repair never happens.
  static func copy(_ bytes: Span<UInt8>) -> String {
    do {
      return String(copying: try UTF8Span(validating: bytes))
    } catch {
      var repaired: [UInt8] = []
      for index in bytes.indices { repaired.append(bytes[index]) }
      return String(decoding: repaired, as: UTF8.self)
    }
  }

  /// Decodes the escape at `offset`; returns how many bytes it takes.
  private static func appendEscape(_ bytes: Span<UInt8>, at offset: Int, to result: inout [UInt8]) -> Int {
    switch bytes[offset + 1] {
    case ASCII.lowerB: result.append(0x08)
    case ASCII.lowerF: result.append(0x0C)
    case ASCII.lowerN: result.append(ASCII.lineFeed)
    case ASCII.lowerR: result.append(ASCII.carriageReturn)
    case ASCII.lowerT: result.append(ASCII.tab)
    case ASCII.lowerU: return appendUnicodeEscape(bytes, at: offset, to: &result)
    case let byte: result.append(byte)
    }
    return 2
  }

  private static func appendUnicodeEscape(
    _ bytes: Span<UInt8>, at offset: Int, to result: inout [UInt8]
  ) -> Int {
    var scalar = codeUnit(bytes, at: offset)
    let isPair = scalar & 0xFC00 == 0xD800
    if isPair {
      scalar = 0x10000 + (scalar & 0x3FF) << 10 + codeUnit(bytes, at: offset + 6) & 0x3FF
    }
    let value = Unicode.Scalar(scalar) ?? "\u{FFFD}"
    result.append(contentsOf: UTF8.encode(value) ?? UTF8.encodedReplacementCharacter)
    return isPair ? 12 : 6
  }

  private static func codeUnit(_ bytes: Span<UInt8>, at offset: Int) -> UInt32 {
    var value: UInt32 = 0
    for index in offset + 2..<offset + 6 {
      value = value << 4 | (ASCII.hexadecimalValue(bytes[index]) ?? 0)
    }
    return value
  }
}
