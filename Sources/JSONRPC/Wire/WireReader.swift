package import JSON
import Spelling

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

  /// The members of the value, if it is the params of a request: they were found when the message was
  /// scanned.
  private let members: [RawMember]?

  /// - Parameters:
  ///   - bytes: one valid JSON value, with or without white space around it.
  ///   - members: all its members, if it is the params of a request; they spare a second scan.
  package init(_ bytes: ArraySlice<UInt8>, members: [RawMember]? = nil) {
    self.bytes = bytes
    self.members = members
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
    if position == 0 { return readWhole() }
    skipWhitespace()
    let start = bytes.startIndex + position
    try scan { (bytes, position) throws(JSONError) in
      var scanner = JSONScanner()
      try scanner.skipValue(bytes, &position)
    }
    return bytes[start..<bytes.startIndex + position]
  }

  /// All there is, which needs no look inside.
  private mutating func readWhole() -> ArraySlice<UInt8> {
    position = bytes.count
    var whole = bytes
    while let byte = whole.first, byte <= UInt8(ascii: " ") { whole.removeFirst() }
    while let byte = whole.last, byte <= UInt8(ascii: " ") { whole.removeLast() }
    return whole
  }

  /// The next value as a tree.
  ///
  /// - Throws: `.duplicate` if a member is named twice, at any depth.
  package mutating func readValue() throws(WireError) -> JSONValue {
    skipWhitespace()
    let value = try scan { (bytes, position) throws(JSONError) in
      var scanner = JSONScanner()
      return try scanner.readValue(bytes, &position)
    }
    if let path = value.pathToDuplicateKey { throw .duplicate(at: path) }
    return value
  }

  /// Reads an array; `body` must consume one element each time and its errors get the index.
  package mutating func readElements(
    _ body: (Int, inout WireReader) throws(WireError) -> Void
  ) throws(WireError) {
    try enterArray()
    var index = 0
    while nextElement() {
      do throws(WireError) {
        try body(index, &self)
      } catch {
        throw error.inside(String(index))
      }
      index += 1
    }
  }

  /// Reads an object; `body` must consume the member's value each time and its errors get the key.
  ///
  /// - Throws: `.duplicate` if a member is named twice.
  package mutating func readMembers(
    _ body: (String, inout WireReader) throws(WireError) -> Void
  ) throws(WireError) {
    try enterObject()
    var names: [String] = []
    while let key = try nextKey() {
      let name = text(of: key)
      names.append(name)
      do throws(WireError) {
        try body(name, &self)
      } catch {
        throw error.inside(name)
      }
    }
    if let index = DuplicateKeys.firstIndex(in: names) { throw .duplicate(at: [names[index]]) }
  }

  /// Reads an object into the values of known members: at each index the text of that name's value, nil if
  /// absent.
  ///
  /// Params of any request may ask for word of its progress besides.
  /// - Throws: `.unknown` for the first member not in `names`, unless those are ignored; `.duplicate` for the
  ///   first that was named before.
  mutating func readKnownMembers(
    _ names: [String], ignoringUnknown: Bool
  ) throws(WireError) -> [ArraySlice<UInt8>?] {
    guard peek() == .object else { throw .expected("an object") }
    var values = [ArraySlice<UInt8>?](repeating: nil, count: names.count)
    var hasToken = false
    let members = if let members { members } else { try scannedMembers() }
    for member in members {
      let index = names.firstIndex { has(member.key, name: $0) }
      let start = bytes.startIndex
      let value = bytes[start + member.value.lowerBound..<start + member.value.upperBound]
      if let index {
        if values[index] != nil { throw .duplicate(at: [names[index]]) }
        values[index] = value
      } else if !ignoringUnknown {
        // What this lets pass is the token alone.
        try check(unknown: member.key, value, besides: names)
        if hasToken { throw .duplicate(at: [ProgressToken.workDoneMember]) }
        hasToken = true
      }
    }
    return values
  }

  /// The value of the only member of an object whose members are known already, if it has that name.
  package func onlyMember(named name: String) -> WireReader? {
    guard let members, members.count == 1, has(members[0].key, name: name) else { return nil }
    let start = bytes.startIndex
    return WireReader(bytes[start + members[0].value.lowerBound..<start + members[0].value.upperBound])
  }

  private func check(
    unknown key: JSONString, _ value: ArraySlice<UInt8>, besides names: [String]
  ) throws(WireError) {
    let name = text(of: key)
    let isParams = members != nil
    do throws(WireError) {
      guard isParams, has(key, name: ProgressToken.workDoneMember) else {
        let known = names + (isParams ? [ProgressToken.workDoneMember] : [])
        throw WireError(.unknown(name, nearest: NearestName.of(name, in: known)))
      }
      var reader = WireReader(value)
      _ = try ProgressToken?.read(from: &reader)
    } catch {
      throw error.inside(name)
    }
  }

  private mutating func scannedMembers() throws(WireError) -> [RawMember] {
    try scan { (bytes, position) throws(JSONError) in
      var scanner = JSONScanner()
      var members: [RawMember] = []
      try scanner.visitMembers(bytes, &position) { members.append(RawMember($0, $1, from: 0)) }
      return members
    }
  }

  private mutating func readQuoted() throws(WireError) -> JSONString {
    try scan { (bytes, position) throws(JSONError) in
      try JSONScanner().skipString(bytes, &position)
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

  /// Between values of checked text there is nothing else that is not above a space.
  private mutating func skipWhitespace() {
    while let byte = current, byte <= UInt8(ascii: " ") { position += 1 }
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

// MARK: - Step by step

extension WireReader {
  /// Moves into an array, before its first element.
  package mutating func enterArray() throws(WireError) {
    guard peek() == .array else { throw .expected("an array") }
    position += 1
  }

  /// Moves to the next element, which must be consumed then; false moves past the array's end.
  package mutating func nextElement() -> Bool { !reachesEnd(UInt8(ascii: "]")) }

  /// Moves into an object, before its first member.
  package mutating func enterObject() throws(WireError) {
    guard peek() == .object else { throw .expected("an object") }
    position += 1
  }

  /// Moves to the value of the next member, which must be consumed then; nil moves past the object's end.
  package mutating func nextKey() throws(WireError) -> JSONString? {
    if reachesEnd(UInt8(ascii: "}")) { return nil }
    let key = try readQuoted()
    skipWhitespace()
    position += 1  // the colon
    skipWhitespace()
    return key
  }

  /// The decoded key.
  package func text(of key: JSONString) -> String { key.text(bytes.span) }

  /// Whether a key is that name, compared by bytes.
  package func has(_ key: JSONString, name: String) -> Bool { key.equals(name, bytes.span) }
}
