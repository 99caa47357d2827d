extension JSONScanner {
  private mutating func enter(at position: Int) throws(JSONError) {
    depth += 1
    if depth > depthLimit { throw JSONError(.tooDeep, at: position) }
  }

  mutating func skipObject(_ bytes: Span<UInt8>, _ position: inout Int) throws(JSONError) {
    try readMembers(bytes, &position) { (scanner, _, position) throws(JSONError) in
      try scanner.skipValue(bytes, &position)
    }
  }

  mutating func skipArray(_ bytes: Span<UInt8>, _ position: inout Int) throws(JSONError) {
    try readElements(bytes, &position) { (scanner, position) throws(JSONError) in
      try scanner.skipValue(bytes, &position)
    }
  }

  /// Moves over the object at `position` and names each member's key and value.
  ///
  /// Both ranges are in `bytes`; the key's excludes its quotes and is still escaped (`JSONString` decodes
  /// it), the value's is its exact text.
  package mutating func visitMembers(
    _ bytes: Span<UInt8>, _ position: inout Int, _ body: (JSONString, Range<Int>) -> Void
  ) throws(JSONError) {
    try readMembers(bytes, &position) { (scanner, key, position) throws(JSONError) in
      let start = position
      try scanner.skipValue(bytes, &position)
      body(key, start..<position)
    }
  }

  /// Moves over the array at `position` and names the range of each element.
  package mutating func visitElements(
    _ bytes: Span<UInt8>, _ position: inout Int, _ body: (Range<Int>) -> Void
  ) throws(JSONError) {
    try readElements(bytes, &position) { (scanner, position) throws(JSONError) in
      let start = position
      try scanner.skipValue(bytes, &position)
      body(start..<position)
    }
  }

  /// Moves over the object at `position`; `body` gets each member's key and must move over its value.
  @inline(__always)
  package mutating func readMembers(
    _ bytes: Span<UInt8>, _ position: inout Int,
    _ body: (inout JSONScanner, JSONString, inout Int) throws(JSONError) -> Void
  ) throws(JSONError) {
    try enter(at: position)
    position += 1
    skipWhitespace(bytes, &position)
    if position < bytes.count, bytes[position] == ASCII.closeBrace {
      position += 1
    } else {
      repeat {
        let key = try readKey(bytes, &position)
        try body(&self, key, &position)
      } while try continues(until: ASCII.closeBrace, bytes, &position)
    }
    depth -= 1
  }

  /// Moves over the array at `position`; `body` must move over each element.
  @inline(__always)
  package mutating func readElements(
    _ bytes: Span<UInt8>, _ position: inout Int,
    _ body: (inout JSONScanner, inout Int) throws(JSONError) -> Void
  ) throws(JSONError) {
    try enter(at: position)
    position += 1
    skipWhitespace(bytes, &position)
    if position < bytes.count, bytes[position] == ASCII.closeBracket {
      position += 1
    } else {
      repeat {
        try body(&self, &position)
      } while try continues(until: ASCII.closeBracket, bytes, &position)
    }
    depth -= 1
  }

  /// Moves over a member's key and colon to its value.
  @inline(__always)
  private func readKey(
    _ bytes: Span<UInt8>, _ position: inout Int
  ) throws(JSONError) -> JSONString {
    guard position < bytes.count else { throw JSONError(.unexpectedEnd, at: position) }
    guard bytes[position] == ASCII.quote else { throw JSONError(.unexpectedByte, at: position) }
    let key = try skipString(bytes, &position)
    skipWhitespace(bytes, &position)
    guard position < bytes.count else { throw JSONError(.unexpectedEnd, at: position) }
    guard bytes[position] == ASCII.colon else { throw JSONError(.unexpectedByte, at: position) }
    position += 1
    skipWhitespace(bytes, &position)
    return key
  }

  /// After an element: true moves to the next one, false moves over the closing bracket.
  @inline(__always)
  private func continues(
    until close: UInt8, _ bytes: Span<UInt8>, _ position: inout Int
  ) throws(JSONError) -> Bool {
    skipWhitespace(bytes, &position)
    guard position < bytes.count else { throw JSONError(.unexpectedEnd, at: position) }
    let byte = bytes[position]
    if byte == close {
      position += 1
      return false
    }
    guard byte == ASCII.comma else { throw JSONError(.unexpectedByte, at: position) }
    let comma = position
    position += 1
    skipWhitespace(bytes, &position)
    if position < bytes.count, bytes[position] == close { throw JSONError(.trailingComma, at: comma) }
    return true
  }
}
