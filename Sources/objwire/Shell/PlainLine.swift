import JSON

/// Tasks as lines for programs: values separated by tabs, as cut(1), awk(1) and sort(1) take them.
///
/// A tab, line feed, carriage return or backslash inside a value is written `\t`, `\n`, `\r`, `\\`, so that a
/// task is one line whatever is in it. No value is nothing.
enum PlainLine {
  /// A line for each task.
  static func lines(_ tasks: TaskRows, fields: [String]) -> [UInt8] {
    var lines = JSONWriter(capacity: 1 << 16)
    tasks.forEach(fields) { cells in
      for column in cells.indices {
        if column > 0 { lines.append("\t") }
        if let cell = cells[column] { append(cell, of: tasks, to: &lines) }
      }
      lines.append("\n")
    }
    return lines.bytes
  }

  /// One value.
  static func field(_ text: String) -> String {
    guard text.utf8.contains(where: { escapes[$0] != nil }) else { return text }
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if let letter = escapes[byte] {
        bytes += [UInt8(ascii: "\\"), letter]
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let escapes: [UInt8: UInt8] = [
    0x09: UInt8(ascii: "t"), 0x0A: UInt8(ascii: "n"), 0x0D: UInt8(ascii: "r"),
    UInt8(ascii: "\\"): UInt8(ascii: "\\"),
  ]

  private static func append(_ cell: Range<Int>, of tasks: TaskRows, to line: inout JSONWriter) {
    let value = tasks.bytes(cell).span
    switch value[0] {
    case UInt8(ascii: "n"): return
    case UInt8(ascii: "\""):
      let text = value.extracting(1..<(value.count - 1))
      // What JSON does not escape has no control character.
      if contains(UInt8(ascii: "\\"), text) {
        line.append(field(tasks.plainText(cell)))
      } else {
        line.append(text)
      }
    default: line.append(value)
    }
  }

  private static func contains(_ byte: UInt8, _ text: Span<UInt8>) -> Bool {
    for index in text.indices where text[index] == byte { return true }
    return false
  }
}
