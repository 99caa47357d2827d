package import FoundationEssentials

/// UUIDs as text.
package enum UUIDText {
  /// Reads 32 hexadecimal digits of either case in groups of 8-4-4-4-12 (RFC 9562 §4); nil for anything else.
  package static func uuid(_ text: String) -> UUID? {
    // The initializer also takes a sign or a space for a digit, and leaves what follows a NUL.
    guard let uuid = UUID(uuidString: text), text.utf8.count == uuid.uuidString.utf8.count,
      zip(text.utf8, uuid.uuidString.utf8).allSatisfy({ isSame($0, upperCase: $1) })
    else { return nil }
    return uuid
  }

  private static func isSame(_ byte: UInt8, upperCase: UInt8) -> Bool {
    byte == upperCase || (upperCase >= UInt8(ascii: "A") && byte == upperCase | 0x20)
  }
}
