/// What ends a line: U+000A to U+000D, U+0085, U+2028 and U+2029 (Unicode Technical Standard 18, RL1.6).
enum LineBreak {
  static let lineFeed: UInt32 = 0x0A
  static let carriageReturn: UInt32 = 0x0D

  /// Whether a scalar ends a line.
  static func isLineBreak(_ scalar: UInt32) -> Bool {
    scalar &- 0x0A < 4 || scalar == 0x85 || scalar & ~1 == 0x2028
  }
}
