import JSON

/// A JSON value whose parts know where they stand in the file.
struct PlacedJSON {
  /// What the value is; scalars are as `JSONValue` has them.
  indirect enum Content {
    case scalar(JSONValue)
    case array([PlacedJSON])
    case object([(key: String, value: PlacedJSON)])
  }

  /// The offset of the value's first byte.
  var offset: Int
  var content: Content

  /// Reads a whole text.
  ///
  /// - Throws: also for an object that names a member twice, and for more levels than `ModelFileLimit.jsonDepth`.
  /// - Complexity: O(bytes); n log n in the keys of one object.
  init(parsing bytes: Span<UInt8>) throws(JSONError) {
    var scanner = JSONScanner(maximumDepth: ModelFileLimit.jsonDepth)
    var position = 0
    try scanner.begin(bytes, &position)
    self = try Self.read(&scanner, bytes, &position)
    try scanner.end(bytes, &position)
  }

  private init(_ content: Content, at offset: Int) {
    self.content = content
    self.offset = offset
  }

  private static func read(
    _ scanner: inout JSONScanner, _ bytes: Span<UInt8>, _ position: inout Int
  ) throws(JSONError) -> PlacedJSON {
    let start = position
    guard position < bytes.count else { throw JSONError(.unexpectedEnd, at: position) }
    switch bytes[position] {
    case UInt8(ascii: "["):
      var elements: [PlacedJSON] = []
      try scanner.readElements(bytes, &position) { (scanner, position) throws(JSONError) in
        elements.append(try read(&scanner, bytes, &position))
      }
      return PlacedJSON(.array(elements), at: start)
    case UInt8(ascii: "{"):
      var members: [(key: String, value: PlacedJSON)] = []
      var places: [Int] = []
      try scanner.readMembers(bytes, &position) { (scanner, key, position) throws(JSONError) in
        places.append(key.range.lowerBound - 1)
        members.append((key.text(bytes), try read(&scanner, bytes, &position)))
      }
      if let index = DuplicateKeys.firstIndex(in: members.map(\.key)) {
        throw JSONError(.duplicateKey, at: places[index])
      }
      return PlacedJSON(.object(members), at: start)
    default:
      return PlacedJSON(.scalar(try scanner.readValue(bytes, &position)), at: start)
    }
  }

  /// What a person calls this kind of value.
  var kindName: String {
    switch content {
    case .scalar(let value): value.kindName
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The text of a string; nil for other values.
  var string: String? {
    if case .scalar(.string(let text)) = content { text } else { nil }
  }
}
