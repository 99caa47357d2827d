/// Bytes that are looked for in many texts, prepared once.
///
/// Short needles are tried at every place their first byte occurs; longer ones go through a failure table
/// (Knuth, Morris, Pratt), so that no text and needle together take more than linear time.
struct ByteSearch: Sendable, Hashable {
  /// Needles up to this many bytes need no failure table.
  static let shortNeedle = 32

  /// The needle; lower case if texts are to be read in lower case.
  let needle: [UInt8]
  /// For each prefix of the needle the length of its longest border; empty for short needles without
  /// `Occurrences`.
  let borders: [Int]

  /// Prepares a needle.
  /// - Parameter hasOccurrences: whether `Occurrences` will be asked for, which needs the failure table.
  /// - Complexity: O(needle).
  init(_ needle: [UInt8], hasOccurrences: Bool = false) {
    self.needle = needle
    let isLong = needle.count > Self.shortNeedle
    self.borders = isLong || hasOccurrences && !needle.isEmpty ? Self.borders(of: needle) : []
  }

  private static func borders(of needle: [UInt8]) -> [Int] {
    var borders = [0]
    borders.reserveCapacity(needle.count)
    var length = 0
    for position in 1..<needle.count {
      while length > 0, needle[position] != needle[length] { length = borders[length - 1] }
      if needle[position] == needle[length] { length += 1 }
      borders.append(length)
    }
    return borders
  }

  /// How a text is read.
  struct Reading {
    /// A–Z are read as a–z.
    var lowersASCII = false
    /// An occurrence must not be followed by a mark that would change its last character.
    var needsBoundary = false
  }

  /// Finds the first occurrence that begins at `start` or later and ends at `end` or before.
  /// - Returns: its first byte; `start` for an empty needle.
  func first(in text: Span<UInt8>, from start: Int, to end: Int, _ reading: Reading) -> Int? {
    guard !needle.isEmpty else { return start <= end ? start : nil }
    guard end - start >= needle.count else { return nil }
    guard needle.count <= Self.shortNeedle else {
      var occurrences = Occurrences(self)
      return occurrences.first(in: text, from: start, to: end, reading)
    }
    let head = needle[0]
    // A letter matches both its cases exactly when bit 5 is ignored; any other byte must match as it is.
    let ignored: UInt8 = reading.lowersASCII && head &- 0x61 < 26 ? 0x20 : 0
    var position = start
    let last = end - needle.count
    while position <= last {
      if text[position] | ignored == head, occurs(in: text, at: position, reading) { return position }
      position += 1
    }
    return nil
  }

  /// Says whether the needle stands at a place.
  func occurs(in text: Span<UInt8>, at position: Int, _ reading: Reading) -> Bool {
    guard position >= 0, text.count - position >= needle.count else { return false }
    for offset in needle.indices {
      let byte = text[position + offset]
      if (reading.lowersASCII ? lowercaseASCII(byte) : byte) != needle[offset] { return false }
    }
    return isBoundary(text, position + needle.count, reading)
  }

  /// Says whether an occurrence may end at a place.
  func isBoundary(_ text: Span<UInt8>, _ position: Int, _ reading: Reading) -> Bool {
    // U+0300, the first combining scalar, begins with byte CC.
    guard reading.needsBoundary, position < text.count, text[position] >= 0xCC else { return true }
    var next = position
    return FoldingTable.shared.record(of: nextScalar(text, &next)).rank == 0
  }
}
