/// Composition and decomposition of Korean syllables (Unicode Standard 3.12, Conjoining Jamo Behavior).
enum Hangul {
  private static let leading: UInt32 = 0x1100
  private static let vowel: UInt32 = 0x1161
  private static let trailing: UInt32 = 0x11A7
  private static let syllable: UInt32 = 0xAC00
  private static let leadingCount: UInt32 = 19
  private static let vowelCount: UInt32 = 21
  private static let trailingCount: UInt32 = 28

  /// Joins a leading consonant and a vowel, or an open syllable and a trailing consonant.
  /// - Returns: the syllable; nil if the two do not join.
  static func compose(_ first: UInt32?, _ second: UInt32) -> UInt32? {
    guard second >= vowel, second < trailing + trailingCount, let first else { return nil }
    if first &- leading < leadingCount, second < vowel + vowelCount {
      return syllable + ((first - leading) * vowelCount + second - vowel) * trailingCount
    }
    let index = first &- syllable
    guard index < leadingCount * vowelCount * trailingCount, index % trailingCount == 0 else { return nil }
    return second > trailing ? first + second - trailing : nil
  }

  /// Whether a vowel follows a leading consonant, or a trailing consonant a vowel: parts of one syllable.
  static func joins(_ first: UInt32, _ second: UInt32) -> Bool {
    if first &- leading < leadingCount { return second &- vowel < vowelCount }
    return first &- vowel < vowelCount && second &- trailing &- 1 < trailingCount - 1
  }

  /// Whether a scalar is a letter that syllables are made of.
  static func isLetter(_ scalar: UInt32) -> Bool { scalar &- leading < 0x100 }

  /// Whether a scalar is a whole syllable.
  static func isSyllable(_ scalar: UInt32) -> Bool {
    scalar &- syllable < leadingCount * vowelCount * trailingCount
  }

  /// The parts of a syllable; the last is nil for an open one.
  static func decompose(_ scalar: UInt32) -> (leading: UInt32, vowel: UInt32, trailing: UInt32?) {
    let index = scalar - syllable
    let rest = index % trailingCount
    return (
      leading + index / (vowelCount * trailingCount), vowel + index / trailingCount % vowelCount,
      rest == 0 ? nil : trailing + rest
    )
  }
}
