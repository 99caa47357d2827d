/// Takes numbers off the front of some bytes.
struct ByteReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isAtEnd: Bool { rest.isEmpty }

  /// The next number, most significant byte first; nil if there are too few bytes.
  mutating func next<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
    next(count: Number.bitWidth / 8)?.reduce(0) { number, byte in
      number << (Number.bitWidth > 8 ? 8 : 0) | Number(truncatingIfNeeded: byte)
    }
  }

  /// The next bytes; nil if there are too few.
  mutating func next(count: Int) -> [UInt8]? {
    guard count <= rest.count else { return nil }
    defer { rest.removeFirst(count) }
    return Array(rest.prefix(count))
  }
}

extension [UInt8] {
  /// Appends a number, most significant byte first.
  mutating func append<Number: FixedWidthInteger>(bigEndian number: Number) {
    for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }
}
