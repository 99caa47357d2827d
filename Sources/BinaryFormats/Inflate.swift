/// Reads what DEFLATE has compressed, without a header around it.
///
/// Source: RFC 1951.
package struct Inflate {
  /// The most bytes that compressed data may become, unless the caller says otherwise.
  package static let limit = 16 << 20

  private var bits: BitReader
  private var output: [UInt8] = []
  private let limit: Int

  /// The data; what stands behind its end is not looked at.
  ///
  /// - Parameter limit: the most bytes that it may have.
  /// - Throws: `InflateError`; nothing in the bytes can make it trap or run away.
  /// - Complexity: O(bytes + output).
  package static func inflate(
    _ bytes: [UInt8], limit: Int = Inflate.limit
  ) throws(InflateError) -> [UInt8] {
    var inflate = Inflate(bits: BitReader(bytes), limit: limit)
    while try !inflate.readBlock() {}
    return inflate.output
  }

  private init(bits: BitReader, limit: Int) {
    self.bits = bits
    self.limit = limit
  }

  /// True if it was the last block.
  private mutating func readBlock() throws(InflateError) -> Bool {
    let isLast = try bits.read(1) == 1
    switch try bits.read(2) {
    case 0: try readStored()
    case 1: try read(literals: Self.fixedLiterals(), distances: Self.fixedDistances())
    case 2:
      let (literals, distances) = try readCodes()
      try read(literals: literals, distances: distances)
    default: throw .malformed
    }
    return isLast
  }

  private func checkRoom(_ count: Int) throws(InflateError) {
    if count > limit - output.count { throw .tooLarge }
  }

  private mutating func readStored() throws(InflateError) {
    bits.align()
    let (count, complement) = (try bits.read(16), try bits.read(16))
    guard count == ~complement & 0xffff else { throw .malformed }
    try checkRoom(count)
    output += try bits.readBytes(count)
  }
}

// MARK: - Compressed blocks

extension Inflate {
  /// The symbol that ends a block.
  private static let end = 256
  /// The least length for each symbol behind `end`.
  private static let lengths: [Int] = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
    227,
    258,
  ]
  /// How many bits stand behind such a symbol, which are added to the length.
  private static let lengthBits: [Int] = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  /// The symbols for distances: the first ones mean themselves, then two at a time have one bit more.
  private static let distanceSymbols = 30

  /// Bytes, and copies of what came before.
  private mutating func read(literals: HuffmanCode, distances: HuffmanCode) throws(InflateError) {
    while true {
      let symbol = try literals.symbol(&bits)
      if symbol < Self.end {
        try checkRoom(1)
        output.append(UInt8(symbol))
      } else if symbol == Self.end {
        return
      } else {
        try copy(symbol - Self.end - 1, distances)
      }
    }
  }

  private mutating func copy(_ symbol: Int, _ distances: HuffmanCode) throws(InflateError) {
    guard symbol < Self.lengths.count else { throw .malformed }
    let length = Self.lengths[symbol] + (try bits.read(Self.lengthBits[symbol]))
    let distanceSymbol = try distances.symbol(&bits)
    guard distanceSymbol < Self.distanceSymbols else { throw .malformed }
    let extra = max(0, distanceSymbol / 2 - 1)
    let least = extra == 0 ? distanceSymbol + 1 : ((2 + distanceSymbol & 1) << extra) + 1
    let distance = least + (try bits.read(extra))
    guard distance <= output.count else { throw .malformed }
    try checkRoom(length)
    // What is copied may begin to repeat itself.
    for _ in 0..<length { output.append(output[output.count - distance]) }
  }
}

// MARK: - Codes

extension Inflate {
  private static func fixedLiterals() throws(InflateError) -> HuffmanCode {
    try HuffmanCode(
      lengths: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  }

  private static func fixedDistances() throws(InflateError) -> HuffmanCode {
    try HuffmanCode(lengths: [Int](repeating: 5, count: 32))
  }

  /// In which order the lengths of the codes for lengths come: those that are often 0 last.
  private static let lengthOrder: [Int] = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  /// The two codes of a block, whose lengths are compressed, too.
  private mutating func readCodes() throws(InflateError) -> (literals: HuffmanCode, distances: HuffmanCode) {
    let literalCount = try bits.read(5) + 257
    let distanceCount = try bits.read(5) + 1
    let lengthCount = try bits.read(4) + 4
    guard literalCount <= 286, distanceCount <= Self.distanceSymbols else { throw .malformed }
    var codeLengths = [Int](repeating: 0, count: Self.lengthOrder.count)
    for symbol in Self.lengthOrder.prefix(lengthCount) { codeLengths[symbol] = try bits.read(3) }
    let code = try HuffmanCode(lengths: codeLengths)
    var lengths: [Int] = []
    while lengths.count < literalCount + distanceCount {
      lengths += try readLengths(code, last: lengths.last)
    }
    guard lengths.count == literalCount + distanceCount, lengths[Self.end] > 0 else { throw .malformed }
    return (
      try HuffmanCode(lengths: lengths[..<literalCount]), try HuffmanCode(lengths: lengths[literalCount...])
    )
  }

  /// One length, or several equal ones.
  private mutating func readLengths(_ code: HuffmanCode, last: Int?) throws(InflateError) -> [Int] {
    let symbol = try code.symbol(&bits)
    switch symbol {
    case 16:
      guard let last else { throw .malformed }
      return [Int](repeating: last, count: 3 + (try bits.read(2)))
    case 17: return [Int](repeating: 0, count: 3 + (try bits.read(3)))
    case 18: return [Int](repeating: 0, count: 11 + (try bits.read(7)))
    default: return [symbol]
    }
  }
}
