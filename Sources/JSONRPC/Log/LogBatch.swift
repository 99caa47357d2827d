/// Whole lines of a text.
enum LogBatch {
  /// As many whole lines from the start as fit into `limit` bytes; no line is longer.
  static func first(of lines: ArraySlice<UInt8>, limit: Int) -> ArraySlice<UInt8> {
    guard lines.count > limit else { return lines }
    return lines[...(lines.prefix(limit).lastIndex(of: 0x0A) ?? lines.endIndex - 1)]
  }
}
