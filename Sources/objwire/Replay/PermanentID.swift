/// The ID of a saved object: `x-coredata://UUID/Entity/p1`.
struct PermanentID {
  /// The UUID of the store.
  let store: String
  let entity: String

  private static let scheme = Array("x-coredata://".utf8)

  /// Nil for other text.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    let start = Self.scheme.count
    let uuid = start..<start + UUIDSearch.length
    guard bytes.count > uuid.upperBound, UUIDSearch.isUUID(bytes[start...]),
      let range = Self.range(around: uuid, in: bytes[...]), range == bytes.indices
    else { return nil }
    store = String(decoding: bytes[uuid], as: UTF8.self)
    let entity = bytes[(uuid.upperBound + 1)...].prefix { $0 != UInt8(ascii: "/") }
    self.entity = String(decoding: entity, as: UTF8.self)
  }

  /// Where the ID stands whose store's UUID this is; nil if the UUID is something else.
  static func range(around uuid: Range<Int>, in bytes: ArraySlice<UInt8>) -> Range<Int>? {
    let start = uuid.lowerBound - scheme.count
    guard start >= bytes.startIndex, bytes[start..<uuid.lowerBound].elementsEqual(scheme) else { return nil }
    var end = uuid.upperBound
    func skip(_ byte: UInt8) -> Bool {
      guard end < bytes.endIndex, bytes[end] == byte else { return false }
      end += 1
      return true
    }
    guard skip(UInt8(ascii: "/")) else { return nil }
    end += bytes[end...].prefix { isLetterOrDigit($0) }.count
    guard skip(UInt8(ascii: "/")), skip(UInt8(ascii: "p")) else { return nil }
    let digits = bytes[end...].prefix { isDigit($0) }
    return digits.isEmpty ? nil : start..<digits.endIndex
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      || byte == UInt8(ascii: "_")
  }
}
