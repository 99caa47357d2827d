extension PredicateTextError {
  /// The error with the line it is in and a caret under its place.
  ///
  /// ```
  /// IS cannot stand here.
  ///   name IS NULL
  ///        ^^
  /// Write == nil or != nil.
  /// ```
  /// - Parameter text: the text that was read.
  public func rendered(in text: String) -> String {
    var lines = [message]
    if let range { lines += Self.excerpt(Array(text.utf8), range) }
    if !expected.isEmpty { lines.append("Expected: " + expected.joined(separator: ", ") + ".") }
    if let hint { lines.append(hint) }
    return lines.joined(separator: "\n")
  }

  /// Bytes before and after the place that are shown of a long line.
  static let excerptMargin = 60

  private static func excerpt(_ bytes: [UInt8], _ range: SourceRange) -> [String] {
    let start = min(max(range.start, 0), bytes.count)
    let newline = UInt8(ascii: "\n")
    var lower = start
    while lower > 0, bytes[lower - 1] != newline, start - lower < excerptMargin { lower -= 1 }
    while lower < start, bytes[lower] & 0xC0 == 0x80 { lower += 1 }
    var upper = start
    while upper < bytes.count, bytes[upper] != newline, upper - start < excerptMargin { upper += 1 }
    while upper < bytes.count, upper > start, bytes[upper] & 0xC0 == 0x80 { upper -= 1 }
    let line = String(decoding: bytes[lower..<upper], as: UTF8.self)
    let before = String(decoding: bytes[lower..<start], as: UTF8.self)
    let marked = String(decoding: bytes[start..<min(max(range.end, start), max(upper, start))], as: UTF8.self)
    let caret = String(repeating: "^", count: max(1, marked.count))
    return ["  " + line, "  " + String(repeating: " ", count: before.count) + caret]
  }
}
