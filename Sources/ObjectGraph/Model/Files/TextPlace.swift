/// Where a byte of a file stands, as editors count.
struct TextPlace: Hashable, Sendable {
  /// 1 for the first line.
  var line: Int
  /// 1 for the first character of the line, counted in Unicode scalars.
  var column: Int

  /// - Complexity: O(offset): for the one place at which reading ends.
  init(of offset: Int, in bytes: [UInt8]) {
    let before = bytes[..<min(offset, bytes.count)]
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    line = 1 + Self.lineEnds(in: before)
    // Continuation bytes begin no scalar.
    column = before[lineStart...].reduce(1) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
  }

  /// Line feeds count; a carriage return alone ends no line, as editors have it.
  static func lineEnds(in bytes: ArraySlice<UInt8>) -> Int {
    var count = 0
    for byte in bytes where byte == 0x0A { count += 1 }
    return count
  }
}
