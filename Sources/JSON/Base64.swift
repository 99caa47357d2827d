/// Bytes as text of the standard alphabet with padding (RFC 4648 §4).
package enum Base64 {
  private static let alphabet: [UInt8] = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static let padding: UInt8 = 0x3D

  /// Encodes bytes.
  package static func encode(_ bytes: Span<UInt8>) -> String {
    var result: [UInt8] = []
    append(bytes, to: &result)
    return String(decoding: result, as: UTF8.self)
  }

  /// Appends the encoded bytes.
  static func append(_ bytes: Span<UInt8>, to result: inout [UInt8]) {
    let alphabet = Self.alphabet
    result.append(addingCapacity: (bytes.count + 2) / 3 * 4) { (output: inout OutputSpan<UInt8>) in
      var position = 0
      while position < bytes.count {
        let available = min(3, bytes.count - position)
        var group: UInt32 = 0
        for offset in 0..<3 {
          group = group << 8 | (offset < available ? UInt32(bytes[position + offset]) : 0)
        }
        for digit in 0..<4 {
          let value = Int(group >> UInt32(18 - 6 * digit) & 0x3F)
          output.append(digit <= available ? alphabet[value] : padding)
        }
        position += 3
      }
    }
  }

  /// Decodes text; nil unless it is exactly what `encode` writes: no white space, padded, unused bits zero.
  package static func decode(_ text: String) -> [UInt8]? {
    let digits = text.utf8
    guard digits.count % 4 == 0 else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(digits.count / 4 * 3)
    var group: UInt32 = 0
    var groupCount = 0
    var paddingCount = 0
    for byte in digits {
      if byte == padding {
        paddingCount += 1
        group <<= 6
      } else {
        guard paddingCount == 0, let value = value(of: byte) else { return nil }
        group = group << 6 | value
      }
      groupCount += 1
      guard groupCount == 4 else { continue }
      guard appendGroup(group, paddingCount: paddingCount, to: &result) else { return nil }
      (group, groupCount) = (0, 0)
    }
    return result
  }

  private static func appendGroup(_ group: UInt32, paddingCount: Int, to result: inout [UInt8]) -> Bool {
    let unusedBits: UInt32 =
      switch paddingCount {
      case 0: 0
      case 1: 0xFF
      default: 0xFFFF
      }
    guard paddingCount <= 2, group & unusedBits == 0 else { return false }
    for index in 0..<3 - paddingCount {
      result.append(UInt8(truncatingIfNeeded: group >> UInt32(16 - 8 * index)))
    }
    return true
  }

  private static func value(of byte: UInt8) -> UInt32? {
    switch byte {
    case 0x41...0x5A: UInt32(byte - 0x41)
    case 0x61...0x7A: UInt32(byte - 0x61 + 26)
    case 0x30...0x39: UInt32(byte - 0x30 + 52)
    case 0x2B: 62
    case 0x2F: 63
    default: nil
    }
  }
}

extension JSONWriter {
  /// Writes bytes as a base64 string.
  package mutating func write(base64 data: Span<UInt8>) {
    bytes.append(ASCII.quote)
    Base64.append(data, to: &bytes)
    bytes.append(ASCII.quote)
  }
}
