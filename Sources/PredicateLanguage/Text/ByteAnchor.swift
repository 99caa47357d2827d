/// The byte of a needle that is likely to be rare in texts, and how it is found: eight bytes at a time.
struct ByteAnchor: Sendable, Hashable {
  /// Its place in the needle; among the first `ByteSearch.shortNeedle` bytes.
  var offset: Int { Int(place) }

  // Two bytes, so that a needle with all its parts is passed in registers.
  private let place: UInt8
  private let byte: UInt8

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// The letters of English text and the space, frequent ones first; what is not here is rarer than all of them.
  private static let frequent = Array(" etaoinshrdlcumwfgypbvkxjqz".utf8)

  /// Chooses the rarest byte; the first of several.
  init(of needle: [UInt8]) {
    var best: (place: UInt8, rank: Int) = (0, -1)
    for (place, byte) in needle.prefix(ByteSearch.shortNeedle).enumerated() {
      let rank = Self.frequent.firstIndex(of: lowercaseASCII(byte)) ?? Self.frequent.count
      if rank > best.rank { best = (UInt8(truncatingIfNeeded: place), rank) }
    }
    place = best.place
    byte = needle.isEmpty ? 0 : needle[Int(best.place)]
  }

  /// The first place inside `start...last` that holds the byte, in either case if A–Z are read as a–z.
  /// - Precondition: `last` lies inside the text unless `start` is behind it.
  func next(in text: Span<UInt8>, from start: Int, to last: Int, lowersASCII: Bool) -> Int? {
    // With bit 5 ignored both cases of a letter are found, and nothing else.
    let ignored = lowersASCII && byte &- 0x61 < 26 ? Self.ones &* 0x20 : 0
    let pattern = Self.ones &* UInt64(byte)
    var position = start
    while position + 7 <= last {
      let difference = (Self.word(text, position) | ignored) ^ pattern
      // The lowest byte that is zero has its high bit set here; those above it may be wrong.
      let zeros = (difference &- Self.ones) & ~difference & Self.highBits
      if zeros != 0 { return position + zeros.trailingZeroBitCount / 8 }
      position += 8
    }
    while position <= last {
      if text[position] | UInt8(truncatingIfNeeded: ignored) == byte { return position }
      position += 1
    }
    return nil
  }

  /// Eight bytes as a number, the first one lowest.
  @inline(__always)
  private static func word(_ text: Span<UInt8>, _ position: Int) -> UInt64 {
    let high = UInt64(text[position + 7]) << 56 | UInt64(text[position + 6]) << 48
    let upper = UInt64(text[position + 5]) << 40 | UInt64(text[position + 4]) << 32
    let lower = UInt64(text[position + 3]) << 24 | UInt64(text[position + 2]) << 16
    return high | upper | lower | UInt64(text[position + 1]) << 8 | UInt64(text[position])
  }
}
