extension JSONScanner {
  /// Moves over the number at `position`; true if it has neither fraction nor exponent.
  ///
  /// Source: RFC 8259 §6. The value may be of any size; `JSONNumber` keeps the text.
  @inline(__always)
  package func skipNumber(_ bytes: Span<UInt8>, _ position: inout Int) throws(JSONError) -> Bool {
    let start = position
    if position < bytes.count, bytes[position] == ASCII.minus { position += 1 }
    try skipIntegerDigits(bytes, &position, start: start)
    guard position < bytes.count else { return true }
    var isInteger = true
    if bytes[position] == ASCII.point {
      isInteger = false
      position += 1
      try skipDigits(bytes, &position)
    }
    if position < bytes.count, bytes[position] | 0x20 == ASCII.lowerE {
      isInteger = false
      position += 1
      let isSigned =
        position < bytes.count && (bytes[position] == ASCII.plus || bytes[position] == ASCII.minus)
      if isSigned { position += 1 }
      try skipDigits(bytes, &position)
    }
    return isInteger
  }

  /// Moves over `0` or digits that do not begin with it.
  @inline(__always)
  private func skipIntegerDigits(
    _ bytes: Span<UInt8>, _ position: inout Int, start: Int
  ) throws(JSONError) {
    guard position < bytes.count else { throw JSONError(.unexpectedEnd, at: position) }
    guard bytes[position] == ASCII.zero else {
      if !isDigit(bytes[position]) {
        // `-x` and `+1` were meant as numbers, `x` was not.
        let isMeantAsNumber =
          position > start || bytes[position] == ASCII.plus || bytes[position] == ASCII.point
        throw JSONError(isMeantAsNumber ? .invalidNumber : .unexpectedByte, at: position)
      }
      try skipDigits(bytes, &position)
      return
    }
    position += 1
    if position < bytes.count, isDigit(bytes[position]) { throw JSONError(.invalidNumber, at: start) }
  }

  @inline(__always)
  private func skipDigits(_ bytes: Span<UInt8>, _ position: inout Int) throws(JSONError) {
    guard position < bytes.count else { throw JSONError(.unexpectedEnd, at: position) }
    guard isDigit(bytes[position]) else { throw JSONError(.invalidNumber, at: position) }
    repeat {
      position += 1
    } while position < bytes.count && isDigit(bytes[position])
  }

  @inline(__always)
  private func isDigit(_ byte: UInt8) -> Bool {
    byte &- ASCII.zero < 10
  }
}
