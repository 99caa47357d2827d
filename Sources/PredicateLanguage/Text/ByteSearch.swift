/// Bytes that are looked for in many texts, prepared once.
///
/// Short needles are tried at every place their rarest byte occurs; longer ones go through a failure table
/// (Knuth, Morris, Pratt), so that no text and needle together take more than linear time.
struct ByteSearch: Sendable, Hashable {
  /// Needles up to this many bytes need no failure table.
  static let shortNeedle = 32

  /// The needle; lower case if texts are to be read in lower case.
  let needle: [UInt8]
  /// For each prefix of the needle the length of its longest border; empty for short needles without
  /// `Occurrences`.
  let borders: [Int]
  /// The byte of the needle that is looked for first.
  private let anchor: ByteAnchor

  /// Prepares a needle.
  /// - Parameter hasOccurrences: whether `Occurrences` will be asked for, which needs the failure table.
  /// - Complexity: O(needle).
  init(_ needle: [UInt8], hasOccurrences: Bool = false) {
    self.needle = needle
    self.anchor = ByteAnchor(of: needle)
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
  struct Reading<Boundaries: OccurrenceBoundaries> {
    /// A–Z are read as a–z.
    var lowersASCII = false
    /// Where an occurrence may begin and end.
    let boundaries: Boundaries
  }

  /// Finds the first occurrence that begins at `start` or later and ends at `end` or before.
  /// - Returns: its first byte; `start` for an empty needle.
  func first(
    in text: Span<UInt8>, from start: Int, to end: Int, _ reading: Reading<some OccurrenceBoundaries>
  ) -> Int? {
    guard !needle.isEmpty else { return start <= end ? start : nil }
    guard end - start >= needle.count else { return nil }
    guard needle.count <= Self.shortNeedle else {
      var occurrences = Occurrences(self)
      return occurrences.first(in: text, from: start, to: end, reading)
    }
    let last = end - needle.count
    var position = start
    while let next = anchor.next(
      in: text, from: position + anchor.offset, to: last + anchor.offset, lowersASCII: reading.lowersASCII)
    {
      position = next - anchor.offset
      if occurs(in: text, at: position, reading) { return position }
      position += 1
    }
    return nil
  }

  /// Says whether the needle stands at a place.
  func occurs(in text: Span<UInt8>, at position: Int, _ reading: Reading<some OccurrenceBoundaries>) -> Bool {
    guard position >= 0, text.count - position >= needle.count else { return false }
    return holds(text, at: position, lowersASCII: reading.lowersASCII)
      && stands(in: text, at: position, reading)
  }

  /// Says whether the bytes of the needle are at a place, which leaves room for them.
  @inline(__always)
  func holds(_ text: Span<UInt8>, at position: Int, lowersASCII: Bool) -> Bool {
    for offset in needle.indices {
      let byte = text[position + offset]
      if (lowersASCII ? lowercaseASCII(byte) : byte) != needle[offset] { return false }
    }
    return true
  }

  /// Says whether an occurrence may be where its bytes are: from the beginning of a scalar to the end of a
  /// character.
  @inline(__always)
  func stands(in text: Span<UInt8>, at position: Int, _ reading: Reading<some OccurrenceBoundaries>) -> Bool {
    reading.boundaries.allowsStart(in: text, at: position)
      && reading.boundaries.allowsEnd(in: text, at: position + needle.count)
  }
}
