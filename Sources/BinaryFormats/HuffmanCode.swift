/// A prefix code in which the lengths of the codes say everything (RFC 1951, 3.2.2).
///
/// Codes of one length are consecutive numbers, in order of their symbols, and shorter ones come first. So a code
/// is read bit by bit, with how many codes there are of each length:
///
/// ```
/// lengths 2 1 3 3  →  counts 0 1 1 2, symbols 1 0 2 3, codes 10 0 110 111
/// ```
struct HuffmanCode {
  /// The most bits of a code.
  static let longest = 15

  /// How many codes there are of each length.
  private var counts = [Int](repeating: 0, count: longest + 1)
  /// Those that have a code, in order of their codes.
  private var symbols: [Int] = []

  /// - Parameter lengths: for each symbol the bits of its code, at most `longest`; 0 for one that has none.
  /// - Throws: `.malformed` for more codes than there can be, and for codes that are missing, except that a single
  ///   code may have one bit.
  init(lengths: some Collection<Int>) throws(InflateError) {
    for length in lengths { counts[length] += 1 }
    let used = lengths.count - counts[0]
    counts[0] = 0
    var free = 1
    for count in counts.dropFirst() {
      free = 2 * free - count
      if free < 0 { throw .malformed }
    }
    if free > 0, used > 1 || counts[1] != used { throw .malformed }
    var next = [0]
    for count in counts { next.append((next.last ?? 0) + count) }
    symbols = [Int](repeating: 0, count: used)
    for (symbol, length) in lengths.enumerated() where length > 0 {
      symbols[next[length]] = symbol
      next[length] += 1
    }
  }

  /// Reads one symbol.
  func symbol(_ bits: inout BitReader) throws(InflateError) -> Int {
    var (code, first, index) = (0, 0, 0)
    for count in counts.dropFirst() {
      code += try bits.read(1)
      if code - first < count { return symbols[index + code - first] }
      index += count
      first = 2 * (first + count)
      code *= 2
    }
    throw .malformed
  }
}

/// Reads bits, the least significant of each byte first.
struct BitReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// A number of `count` bits, its least significant one first.
  mutating func read(_ count: Int) throws(InflateError) -> Int {
    var value = 0
    for bit in 0..<count {
      guard position >> 3 < bytes.count else { throw .truncated }
      value |= Int(bytes[position >> 3] >> UInt8(position & 7) & 1) << bit
      position += 1
    }
    return value
  }

  /// Leaves the rest of a byte, then reads whole ones.
  mutating func readBytes(_ count: Int) throws(InflateError) -> ArraySlice<UInt8> {
    let start = (position + 7) >> 3
    guard count <= bytes.count - start else { throw .truncated }
    position = (start + count) << 3
    return bytes[start..<(start + count)]
  }

  /// Leaves the rest of a byte.
  mutating func align() { position = (position + 7) & ~7 }
}
