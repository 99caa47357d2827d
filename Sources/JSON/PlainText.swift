/// Bytes that stand for themselves in a JSON string: ASCII from space on, but no quote and no backslash.
///
/// Found eight at a time. This file is the only one of the module that reads and copies memory by its
/// address, each time after a check of the bounds.
enum PlainText {
  private static let lowBits: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// The offset of the first byte at or after `start` that is not plain; the end of `bytes` if there is none.
  @inline(__always)
  static func end(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var offset = start
    while offset <= bytes.count &- 8 {
      let others = specialBytes(word(bytes, at: offset))
      if others != 0 { return offset &+ others.trailingZeroBitCount / 8 }
      offset &+= 8
    }
    while offset < bytes.count, isPlain(bytes[offset]) { offset &+= 1 }
    return offset
  }

  /// The offset of the first byte at or after `start` that is not ASCII; the end of `bytes` if there is none.
  @inline(__always)
  static func endOfASCII(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var offset = start
    while offset <= bytes.count &- 8 {
      let others = word(bytes, at: offset) & highBits
      if others != 0 { return offset &+ others.trailingZeroBitCount / 8 }
      offset &+= 8
    }
    while offset < bytes.count, bytes[offset] < 0x80 { offset &+= 1 }
    return offset
  }

  /// The offset of the first line feed at or after `start`; nil if there is none.
  @inline(__always)
  static func lineFeed(in bytes: Span<UInt8>, from start: Int) -> Int? {
    var offset = start
    while offset <= bytes.count &- 8 {
      // Exactly the line feeds become 0, and the first byte that is 0 gets its high bit set.
      let others = word(bytes, at: offset) ^ lowBits &* UInt64(ASCII.lineFeed)
      let found = (others &- lowBits) & ~others & highBits
      if found != 0 { return offset &+ found.trailingZeroBitCount / 8 }
      offset &+= 8
    }
    while offset < bytes.count {
      if bytes[offset] == ASCII.lineFeed { return offset }
      offset &+= 1
    }
    return nil
  }

  /// Copies a part of a text to the end of an output that has room for it.
  @inline(__always)
  static func copy(_ bytes: Span<UInt8>, _ range: Range<Int>, to output: inout OutputSpan<UInt8>) {
    precondition(range.count <= output.freeCapacity, "the output has no room")
    let part = bytes.extracting(range)
    unsafe part.withUnsafeBytes { source in
      unsafe output.withUnsafeMutableBufferPointer { target, count in
        let rest = unsafe UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(target)[count...])
        unsafe rest.copyMemory(from: source)
        count += source.count
      }
    }
  }

  @inline(__always)
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= ASCII.space && byte < 0x80 && byte != ASCII.quote && byte != ASCII.backslash
  }

  /// Sets the high bit of the first byte of a little-endian word that is not plain, and maybe of bytes after
  /// it.
  ///
  /// Subtracting borrows from the high bit of a byte only if that byte, or one below it, was too small.
  @inline(__always)
  private static func specialBytes(_ word: UInt64) -> UInt64 {
    let control = word &- lowBits &* UInt64(ASCII.space)
    let quote = (word ^ lowBits &* UInt64(ASCII.quote)) &- lowBits
    let backslash = (word ^ lowBits &* UInt64(ASCII.backslash)) &- lowBits
    return (control | quote | backslash | word) & highBits
  }

  @inline(__always)
  private static func word(_ bytes: Span<UInt8>, at offset: Int) -> UInt64 {
    precondition(offset >= 0 && offset <= bytes.count &- 8, "a word lies outside of the text")
    return UInt64(
      littleEndian: unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
  }
}

extension Span<UInt8> {
  /// The offset of the first line feed at or after `start`; nil if there is none.
  package func lineFeed(from start: Int = 0) -> Int? { PlainText.lineFeed(in: self, from: start) }
}
