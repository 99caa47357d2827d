package import JSON

/// Reads values out of JSON that was checked before.
///
/// Each `read…` consumes one value or throws; the error's place is relative to the reader's value.
package struct WireReader: Sendable {
  /// What the next value is.
  package enum Kind: Sendable {
    case null, bool, number, string, array, object
  }

  private let bytes: ArraySlice<UInt8>

  /// Offset from the start of `bytes`.
  private var position = 0

  /// `bytes` must be one valid JSON value, with or without white space around it.
  package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
  }

  /// The kind of the next value; nil at the end of a container, which a caller that counts never meets.
  package mutating func peek() -> Kind? {
    skipWhitespace()
    guard let byte = current else { return nil }
    switch byte {
    case UInt8(ascii: "n"): return .null
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "{"): return .object
    default: return .number
    }
  }

  /// Moves over a null; false if the next value is something else.
  package mutating func readNull() -> Bool {
    guard peek() == .null else { return false }
    position += 4
    return true
  }

  /// - Throws: `WireError.expected` if the next value is neither true nor false.
  package mutating func readBool() throws(WireError) -> Bool {
    guard peek() == .bool else { throw .expected("true or false") }
    let isTrue = current == UInt8(ascii: "t")
    position += isTrue ? 4 : 5
    return isTrue
  }

  /// The next value as a number with its exact text.
  package mutating func readNumber() throws(WireError) -> JSONNumber {
    guard peek() == .number else { throw .expected("a number") }
    return try scan { (bytes, position) throws(JSONError) in
      try JSONScanner().readNumber(bytes, &position)
    }
  }

  /// The next value as text.
  package mutating func readString() throws(WireError) -> String {
    guard peek() == .string else { throw .expected("a string") }
    return try readQuoted().text(bytes.span)
  }

  /// The next value's exact text.
  package mutating func readRaw() throws(WireError) -> ArraySlice<UInt8> {
    skipWhitespace()
    let start = bytes.startIndex + position
    try scan { (bytes, position) throws(JSONError) in
      var scanner = JSONScanner()
      try scanner.skipValue(bytes, &position)
    }
    return bytes[start..<bytes.startIndex + position]
  }

  /// The next value as a tree.
  package mutating func readValue() throws(WireError) -> JSONValue {
    skipWhitespace()
    return try scan { (bytes, position) throws(JSONError) in
      var scanner = JSONScanner()
      return try scanner.readValue(bytes, &position)
    }
  }

  /// Reads an array; `body` must consume one element each time and its errors get the index.
  package mutating func readElements(
    _ body: (Int, inout WireReader) throws(WireError) -> Void
  ) throws(WireError) {
    guard peek() == .array else { throw .expected("an array") }
    position += 1
    var index = 0
    while !reachesEnd(UInt8(ascii: "]")) {
      do throws(WireError) {
        try body(index, &self)
      } catch {
        throw error.inside(String(index))
      }
      index += 1
    }
  }

  /// Reads an object; `body` must consume the member's value each time and its errors get the key.
  package mutating func readMembers(
    _ body: (String, inout WireReader) throws(WireError) -> Void
  ) throws(WireError) {
    guard peek() == .object else { throw .expected("an object") }
    try readMemberKeys { (key, reader) throws(WireError) in
      let name = key.text(reader.bytes.span)
      do throws(WireError) {
        try body(name, &reader)
      } catch {
        throw error.inside(name)
      }
    }
  }

  /// Reads an object into the values of known members: at each index the text of that name's value, nil if absent.
  ///
  /// - Throws: `.unknown` for the first member not in `names`, unless those are ignored.
  mutating func readKnownMembers(
    _ names: [String], ignoringUnknown: Bool
  ) throws(WireError) -> [ArraySlice<UInt8>?] {
    guard peek() == .object else { throw .expected("an object") }
    var values = [ArraySlice<UInt8>?](repeating: nil, count: names.count)
    try readMemberKeys { (key, reader) throws(WireError) in
      let index = names.firstIndex { key.equals($0, reader.bytes.span) }
      if index == nil, !ignoringUnknown {
        let name = key.text(reader.bytes.span)
        throw WireError(.unknown(name, nearest: NearestName.find(name, in: names))).inside(name)
      }
      let value = try reader.readRaw()
      if let index { values[index] = value }
    }
    return values
  }

  private mutating func readMemberKeys(
    _ body: (JSONString, inout WireReader) throws(WireError) -> Void
  ) throws(WireError) {
    position += 1
    while !reachesEnd(UInt8(ascii: "}")) {
      let key = try readQuoted()
      skipWhitespace()
      position += 1  // the colon
      skipWhitespace()
      try body(key, &self)
    }
  }

  /// True moves over the closing bracket; false moves to the next member or element.
  private mutating func reachesEnd(_ close: UInt8) -> Bool {
    skipWhitespace()
    if current == UInt8(ascii: ",") {
      position += 1
      skipWhitespace()
    }
    guard let byte = current, byte != close else {
      position += 1
      return true
    }
    return false
  }

  private mutating func readQuoted() throws(WireError) -> JSONString {
    try scan { (bytes, position) throws(JSONError) in
      try JSONScanner().skipString(bytes, &position)
    }
  }

  private mutating func skipWhitespace() {
    var offset = position
    JSONScanner().skipWhitespace(bytes.span, &offset)
    position = offset
  }

  /// Moves on by one step of the scanner; its errors cannot happen with bytes that were checked.
  private mutating func scan<Result>(
    _ step: (Span<UInt8>, inout Int) throws(JSONError) -> Result
  ) throws(WireError) -> Result {
    var offset = position
    do throws(JSONError) {
      let result = try step(bytes.span, &offset)
      position = offset
      return result
    } catch {
      throw WireError(.malformed(error))
    }
  }

  private var current: UInt8? {
    position < bytes.count ? bytes[bytes.startIndex + position] : nil
  }
}
