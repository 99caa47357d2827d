/// What Unicode says about one scalar, as far as comparing text needs it.
///
/// The tables are string literals of printable digits (64 per digit, from `0`), read in place: nothing is built
/// at start. `blockIndex` leads from a scalar's upper bits to one of the `blocks`, that to one of the `records`.
/// Example: U+00E9 (é) has the record "decompose: U+0065 U+0301".
enum FoldingTable {
  /// What a record says about its scalar.
  enum Kind: UInt8 {
    /// Nothing: no decomposition, no folding, no mark.
    case plain = 0
    /// Canonically decomposes into the values, of which the first may decompose again.
    case decompose
    /// Folds to the scalar at a distance: first value - `shiftOffset`.
    case shift
    /// Folds to the values.
    case expand
    /// A combining mark (general category Mn or Me); folds to the first value if that is not zero.
    case mark
    /// Takes part in canonical ordering without being a mark that `[d]` strips.
    case joiner
  }

  /// One record.
  struct Record {
    /// What the values mean.
    let kind: Kind
    /// The place of the scalar's canonical combining class among all classes; 0 is class 0.
    let rank: UInt32
    /// Up to three scalars, or zero.
    let values: (UInt32, UInt32, UInt32)
  }

  /// Scalars from here on have no records.
  static let limit: UInt32 = 0x30000
  /// What is added to a distance to keep it positive.
  static let shiftOffset: UInt32 = 0x200000
  private static let blockSize = 64
  private static let recordSize = 14

  /// Reads the record of a scalar.
  /// - Complexity: O(1).
  static func record(of scalar: UInt32) -> Record {
    let index = recordIndex(of: scalar)
    guard index > 0 else { return Record(kind: .plain, rank: 0, values: (0, 0, 0)) }
    let span = records.utf8Span.span
    let start = index * recordSize
    let values = (
      digits(span, start + 2, 4), digits(span, start + 6, 4), digits(span, start + 10, 4)
    )
    let kind = Kind(rawValue: UInt8(truncatingIfNeeded: digits(span, start, 1))) ?? .plain
    return Record(kind: kind, rank: digits(span, start + 1, 1), values: values)
  }

  /// Where the record of a scalar stands; 0 if there is nothing to say about it.
  private static func recordIndex(of scalar: UInt32) -> Int {
    guard scalar < limit else { return 0 }
    let position = Int(scalar)
    let block = Int(digits(blockIndex.utf8Span.span, position / blockSize * 2, 2))
    return Int(digits(blocks.utf8Span.span, (block * blockSize + position % blockSize) * 2, 2))
  }

  private static func digits(_ span: Span<UInt8>, _ start: Int, _ count: Int) -> UInt32 {
    var value: UInt32 = 0
    for position in start..<start + count {
      value = value << 6 | UInt32(span[position] &- 0x30)
    }
    return value
  }
}
