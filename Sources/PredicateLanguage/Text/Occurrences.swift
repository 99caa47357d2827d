/// The occurrences of a needle in one text, asked for from left to right.
///
/// Reads every byte of the text once, however often it is asked (Knuth, Morris, Pratt, with its state kept
/// between the questions).
struct Occurrences {
  private let search: ByteSearch
  /// The bytes before this have been read.
  private var position = 0
  /// The length of the longest prefix of the needle that ends at `position`.
  private var length = 0
  /// The occurrence that was the last answer.
  private var found: Int?

  /// Prepares for one text.
  /// - Precondition: the needle is not empty and has its failure table: `hasOccurrences`, or a long one.
  init(_ search: ByteSearch) {
    self.search = search
  }

  /// Finds the first occurrence that begins at `start` or later and ends at `end` or before.
  ///
  /// Text, end and reading have to be the same in every call, and `start` must not get smaller.
  /// - Returns: its first byte.
  mutating func first(
    in text: Span<UInt8>, from start: Int, to end: Int,
    _ reading: ByteSearch.Reading<some OccurrenceBoundaries>
  ) -> Int? {
    if let found, found >= start { return found }
    if start > position { (position, length) = (start, 0) }
    while position < end {
      read(reading.lowersASCII ? lowercaseASCII(text[position]) : text[position])
      guard length == search.needle.count else { continue }
      let first = position - length
      length = search.borders[length - 1]
      if first >= start, search.stands(in: text, at: first, reading) {
        found = first
        return first
      }
    }
    return nil
  }

  private mutating func read(_ byte: UInt8) {
    while length > 0, byte != search.needle[length] { length = search.borders[length - 1] }
    if byte == search.needle[length] { length += 1 }
    position += 1
  }
}
