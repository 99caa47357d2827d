/// What `(?imsx)` switches on and off.
struct PatternFlags: OptionSet, Sendable {
  let rawValue: UInt8

  /// `i`: letters of either case.
  static let caseInsensitive = PatternFlags(rawValue: 1)
  /// `m`: `^` and `$` at every line.
  static let multipleLines = PatternFlags(rawValue: 2)
  /// `s`: `.` takes line breaks.
  static let dotTakesLineBreaks = PatternFlags(rawValue: 4)
  /// `x`: blanks and comments from `#` to the end of the line are no part of the pattern.
  static let comments = PatternFlags(rawValue: 8)

  /// The flag that a letter stands for.
  static func flag(_ letter: Unicode.Scalar) -> PatternFlags? {
    switch letter {
    case "i": .caseInsensitive
    case "m": .multipleLines
    case "s": .dotTakesLineBreaks
    case "x": .comments
    default: nil
    }
  }
}
