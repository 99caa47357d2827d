/// One encoded scalar, or the bytes that fail to be one.
///
/// Source: Unicode 16, table 3-7 (well-formed byte sequences) and §3.9 (maximal subparts).
struct UTF8Sequence {
  /// How many bytes it takes, 1–4; for an invalid one the length of its maximal subpart, which one U+FFFD
  /// replaces.
  var length: Int

  var isValid: Bool

  /// Measures the sequence that begins at `position`.
  @inline(__always)
  init(_ bytes: Span<UInt8>, at position: Int) {
    let lead = bytes[position]
    guard lead >= 0x80 else {
      self.init(length: 1, isValid: true)
      return
    }
    guard let shape = Self.shape(of: lead) else {
      self.init(length: 1, isValid: false)
      return
    }
    self.init(bytes, at: position, lead: shape)
  }

  private init(length: Int, isValid: Bool) {
    self.length = length
    self.isValid = isValid
  }

  private init(_ bytes: Span<UInt8>, at position: Int, lead: Shape) {
    let available = bytes.count - position
    guard available > 1, lead.second.contains(bytes[position + 1]) else {
      self.init(length: 1, isValid: false)
      return
    }
    var length = 2
    while length < lead.length {
      guard available > length, bytes[position + length] & 0xC0 == 0x80 else {
        self.init(length: length, isValid: false)
        return
      }
      length += 1
    }
    self.init(length: length, isValid: true)
  }

  private struct Shape {
    var length: Int
    var second: ClosedRange<UInt8>
  }

  /// The second byte carries every rule against overlong forms, surrogates and values past U+10FFFF.
  private static func shape(of lead: UInt8) -> Shape? {
    switch lead {
    case 0xC2...0xDF: Shape(length: 2, second: 0x80...0xBF)
    case 0xE0: Shape(length: 3, second: 0xA0...0xBF)
    case 0xED: Shape(length: 3, second: 0x80...0x9F)
    case 0xE1...0xEF: Shape(length: 3, second: 0x80...0xBF)
    case 0xF0: Shape(length: 4, second: 0x90...0xBF)
    case 0xF1...0xF3: Shape(length: 4, second: 0x80...0xBF)
    case 0xF4: Shape(length: 4, second: 0x80...0x8F)
    default: nil
    }
  }
}
