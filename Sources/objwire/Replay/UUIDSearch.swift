/// Finds UUIDs in text: five groups of hexadecimal digits.
enum UUIDSearch {
  static let length = 36
  private static let hyphens = [8, 13, 18, 23]

  /// Where UUIDs stand, in order.
  static func ranges(in bytes: ArraySlice<UInt8>) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var position = bytes.startIndex
    while position + length <= bytes.endIndex {
      if isUUID(bytes[position...]) {
        ranges.append(position..<position + length)
        position += length
      } else {
        position += 1
      }
    }
    return ranges
  }

  /// Whether the bytes begin with a UUID.
  static func isUUID(_ bytes: ArraySlice<UInt8>) -> Bool {
    let start = bytes.startIndex
    guard bytes.count >= length, hyphens.allSatisfy({ bytes[start + $0] == UInt8(ascii: "-") }) else {
      return false
    }
    return (0..<length).allSatisfy { hyphens.contains($0) || isHexadecimal(bytes[start + $0]) }
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
