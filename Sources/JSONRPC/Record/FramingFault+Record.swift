import JSON

extension FramingFault {
  /// The fault in a recording: a word for its kind, and what belongs to it.
  var record: JSONValue {
    switch self {
    case .lengthMissing: ["lengthMissing"]
    case .lengthInvalid(let text): ["lengthInvalid", .string(text)]
    case .lengthRepeated: ["lengthRepeated"]
    case .charset(let name): ["charset", .string(name)]
    case .headerTooLong(let maximum): ["headerTooLong", .integer(Int64(maximum))]
    case .strayBytes(let isMarked): ["strayBytes", .bool(isMarked)]
    case .overlap(let length, let offset): ["overlap", .integer(Int64(length)), .integer(Int64(offset))]
    case .cutOff(let length, let offset): ["cutOff", .integer(Int64(length)), .integer(Int64(offset))]
    case .headerCutOff: ["headerCutOff"]
    }
  }

  /// Reads what `record` wrote; nil if it is no such thing.
  init?(record: JSONValue) {
    guard let parts = record.array, let word = parts.first?.string else { return nil }
    let texts = parts.compactMap(\.string)
    let numbers = parts.compactMap(\.int64).map { Int($0) }
    switch (word, texts.count - 1, numbers.count) {
    case ("lengthMissing", 0, 0): self = .lengthMissing
    case ("lengthInvalid", 1, 0): self = .lengthInvalid(texts[1])
    case ("lengthRepeated", 0, 0): self = .lengthRepeated
    case ("charset", 1, 0): self = .charset(texts[1])
    case ("headerTooLong", 0, 1): self = .headerTooLong(maximum: numbers[0])
    case ("strayBytes", 0, 0): self = .strayBytes(beginWithByteOrderMark: parts.last == .bool(true))
    case ("overlap", 0, 2): self = .overlap(length: numbers[0], offset: numbers[1])
    case ("cutOff", 0, 2): self = .cutOff(length: numbers[0], offset: numbers[1])
    case ("headerCutOff", 0, 0): self = .headerCutOff
    default: return nil
    }
  }
}
