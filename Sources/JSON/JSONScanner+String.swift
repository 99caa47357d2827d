extension JSONScanner {
  /// Moves over the string whose opening quote stands at `position`.
  @inline(__always)
  package func skipString(
    _ bytes: Span<UInt8>, _ position: inout Int
  ) throws(JSONError) -> JSONString {
    let start = position + 1
    var offset = PlainText.end(bytes, from: start)
    if offset < bytes.count, bytes[offset] == ASCII.quote {
      position = offset + 1
      return JSONString(range: start..<offset, isEscaped: false)
    }
    let isEscaped = try skipRest(bytes, &offset)
    position = offset + 1
    return JSONString(range: start..<offset, isEscaped: isEscaped)
  }

  /// Moves to the closing quote of a string that is not all plain; true if it holds an escape.
  private func skipRest(_ bytes: Span<UInt8>, _ offset: inout Int) throws(JSONError) -> Bool {
    var isEscaped = false
    while offset < bytes.count {
      switch bytes[offset] {
      case ASCII.quote:
        return isEscaped
      case ASCII.backslash:
        isEscaped = true
        try skipEscape(bytes, &offset)
      case 0..<ASCII.space:
        throw JSONError(.controlCharacter, at: offset)
      default:
        let sequence = UTF8Sequence(bytes, at: offset)
        guard sequence.isValid else { throw JSONError(.invalidUTF8, at: offset) }
        offset += sequence.length
      }
      offset = PlainText.end(bytes, from: offset)
    }
    throw JSONError(.unexpectedEnd, at: offset)
  }

  private func skipEscape(_ bytes: Span<UInt8>, _ offset: inout Int) throws(JSONError) {
    guard offset + 1 < bytes.count else { throw JSONError(.unexpectedEnd, at: bytes.count) }
    switch bytes[offset + 1] {
    case ASCII.quote, ASCII.backslash, ASCII.slash, ASCII.lowerB, ASCII.lowerF, ASCII.lowerN, ASCII.lowerR,
      ASCII.lowerT:
      offset += 2
    case ASCII.lowerU:
      try skipUnicodeEscape(bytes, &offset)
    default:
      throw JSONError(.invalidEscape, at: offset)
    }
  }

  private func skipUnicodeEscape(_ bytes: Span<UInt8>, _ offset: inout Int) throws(JSONError) {
    let unit = try codeUnit(bytes, at: offset)
    guard unit & 0xF800 == 0xD800 else {
      offset += 6
      return
    }
    let isLeading = unit < 0xDC00
    let isFollowed =
      offset + 7 < bytes.count && bytes[offset + 6] == ASCII.backslash && bytes[offset + 7] == ASCII.lowerU
    guard isLeading, isFollowed, try codeUnit(bytes, at: offset + 6) & 0xFC00 == 0xDC00 else {
      throw JSONError(.loneSurrogate, at: offset)
    }
    offset += 12
  }

  /// The value of the `\uXXXX` whose backslash stands at `offset`.
  private func codeUnit(_ bytes: Span<UInt8>, at offset: Int) throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for index in offset + 2..<offset + 6 {
      guard index < bytes.count else { throw JSONError(.unexpectedEnd, at: bytes.count) }
      guard let digit = ASCII.hexadecimalValue(bytes[index]) else {
        throw JSONError(.invalidEscape, at: offset)
      }
      value = value << 4 | digit
    }
    return value
  }
}
