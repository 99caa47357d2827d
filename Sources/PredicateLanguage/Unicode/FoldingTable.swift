/// What Unicode says about one scalar, as far as comparing text needs it.
///
/// The generated tables are string literals of printable digits (64 per digit, from `0`): `blockIndex` leads
/// from a scalar's upper bits to one of the `blocks`, that to one of the `records`. Example: U+00E9 (é) has
/// the record "decompose: U+0065 U+0301". They are decoded when the first text outside ASCII is folded, never
/// at start; it takes a fraction of a millisecond and about 100 KB.
struct FoldingTable: Sendable {
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
    /// Belongs to the letter before it (Grapheme_Extend, and modifiers of emoji); folds to the first value if
    /// that is not zero.
    case mark
    /// Takes part in canonical ordering without being a mark.
    case joiner
    /// Decomposes as `decompose` says, and is never composed again (Full_Composition_Exclusion).
    case takeApart

    /// Whether the values are a canonical decomposition.
    var decomposes: Bool { self == .decompose || self == .takeApart }
  }

  /// One record.
  struct Record: Sendable {
    /// What the values mean.
    let kind: Kind
    /// The place of the scalar's canonical combining class among all classes; 0 is class 0.
    let rank: UInt32
    /// Up to three scalars, or zero.
    let values: (UInt32, UInt32, UInt32)

    static let plain = Record(kind: .plain, rank: 0, values: (0, 0, 0))
    static let mark = Record(kind: .mark, rank: 0, values: (0, 0, 0))
  }

  /// Scalars from here on have no records, though `highMarks` are marks.
  static let limit: UInt32 = 0x30000
  /// Tags and further variation selectors (Grapheme_Extend above the tables).
  private static let highMarks = [UInt32(0xE0020)...0xE007F, 0xE0100...0xE01EF]
  /// What is added to a distance to keep it positive.
  static let shiftOffset: UInt32 = 0x200000
  private static let blockSize = 64

  /// The one table.
  static let shared = FoldingTable()

  private let blockIndex: [UInt16]
  private let blocks: [UInt16]
  private let records: [Record]

  private init() {
    blockIndex = Self.decode(Self.blockIndex.utf8Span.span)
    blocks = Self.decode(Self.blocks.utf8Span.span)
    records = Self.decodeRecords(Self.records.utf8Span.span)
  }

  /// Finds the record of a scalar.
  /// - Complexity: O(1).
  func record(of scalar: UInt32) -> Record {
    guard scalar < Self.limit else { return Self.isHighMark(scalar) ? .mark : .plain }
    let position = Int(scalar)
    let block = Int(blockIndex[position / Self.blockSize])
    let index = Int(blocks[block * Self.blockSize + position % Self.blockSize])
    return index == 0 ? .plain : records[index]
  }

  private static func isHighMark(_ scalar: UInt32) -> Bool {
    highMarks.contains { $0.contains(scalar) }
  }

  /// Numbers of two digits.
  private static func decode(_ span: Span<UInt8>) -> [UInt16] {
    stride(from: 0, to: span.count - 1, by: 2).map { UInt16(truncatingIfNeeded: digits(span, $0, 2)) }
  }

  /// Records of 14 digits.
  private static func decodeRecords(_ span: Span<UInt8>) -> [Record] {
    stride(from: 0, to: span.count - 13, by: 14).map { start in
      let values = (digits(span, start + 2, 4), digits(span, start + 6, 4), digits(span, start + 10, 4))
      let kind = Kind(rawValue: UInt8(truncatingIfNeeded: digits(span, start, 1))) ?? .plain
      return Record(kind: kind, rank: digits(span, start + 1, 1), values: values)
    }
  }

  private static func digits(_ span: Span<UInt8>, _ start: Int, _ count: Int) -> UInt32 {
    var value: UInt32 = 0
    for position in start..<start + count {
      value = value << 6 | UInt32(span[position] &- 0x30)
    }
    return value
  }
}
