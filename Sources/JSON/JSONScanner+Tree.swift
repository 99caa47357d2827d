extension JSONScanner {
  /// Reads the value whose first byte stands at `position` as a tree.
  package mutating func readValue(
    _ bytes: Span<UInt8>, _ position: inout Int
  ) throws(JSONError) -> JSONValue {
    guard position < bytes.count else { throw JSONError(.unexpectedEnd, at: position) }
    switch bytes[position] {
    case ASCII.quote:
      return .string(try skipString(bytes, &position).text(bytes))
    case ASCII.openBrace:
      return .object(try readObject(bytes, &position))
    case ASCII.openBracket:
      return .array(try readArray(bytes, &position))
    case ASCII.lowerT:
      try skipWord("true", bytes, &position)
      return .bool(true)
    case ASCII.lowerF:
      try skipWord("false", bytes, &position)
      return .bool(false)
    case ASCII.lowerN:
      try skipWord("null", bytes, &position)
      return .null
    default:
      return .number(try readNumber(bytes, &position))
    }
  }

  /// Reads the number at `position` with its exact text.
  package func readNumber(
    _ bytes: Span<UInt8>, _ position: inout Int
  ) throws(JSONError) -> JSONNumber {
    let start = position
    let isInteger = try skipNumber(bytes, &position)
    return JSONNumber(literal: bytes.extracting(start..<position), isInteger: isInteger)
  }

  private mutating func readObject(
    _ bytes: Span<UInt8>, _ position: inout Int
  ) throws(JSONError) -> JSONObject {
    var members: [JSONObject.Member] = []
    try readMembers(bytes, &position) { (scanner, key, position) throws(JSONError) in
      let value = try scanner.readValue(bytes, &position)
      members.append(JSONObject.Member(key: key.text(bytes), value: value))
    }
    return JSONObject(members)
  }

  private mutating func readArray(
    _ bytes: Span<UInt8>, _ position: inout Int
  ) throws(JSONError) -> [JSONValue] {
    var elements: [JSONValue] = []
    try readElements(bytes, &position) { (scanner, position) throws(JSONError) in
      elements.append(try scanner.readValue(bytes, &position))
    }
    return elements
  }
}
