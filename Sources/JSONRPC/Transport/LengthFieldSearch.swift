/// Finds a line that ends in `Content-Length: …`, whatever stands before that.
///
/// No JSON text holds such a line: outside of strings there is no such word, and no string holds a line end.
/// So the next header is found for certain in bytes that were announced wrongly, or not at all.
struct LengthFieldSearch {
  /// How far before a line's end the field may begin, in bytes.
  private static let reach = 64

  /// The end of the current line, as far as it may matter.
  private var tail: [UInt8] = []

  /// Takes the next bytes; where the line with a field ends (its line feed), and the field.
  mutating func find(in piece: ArraySlice<UInt8>) -> (lineFeed: Int, field: [UInt8])? {
    var rest = piece
    while let lineFeed = HeaderText.lineFeed(in: rest) {
      let field = Self.field(atEndOf: line(endingWith: rest[..<lineFeed]))
      tail.removeAll(keepingCapacity: true)
      if let field { return (lineFeed, Array(field)) }
      rest = rest[(lineFeed + 1)...]
    }
    tail = Array(line(endingWith: rest))
    return nil
  }

  /// What may be the beginning of the next header after the end of a message: `C` after `{…}C`.
  ///
  /// Also where a line of another header stands between them.
  func beginningOfHeader() -> [UInt8]? {
    let bracket = tail.lastIndex { $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: "]") }
    if bracket == nil, tail.count == Self.reach { return nil }
    let rest = tail[(bracket.map { $0 + 1 } ?? 0)...].drop(while: HeaderText.isBlank)
    let name = rest.prefix { $0 != HeaderText.colon }
    return !name.isEmpty && HeaderField.allCases.contains { $0.begins(with: name) } ? Array(rest) : nil
  }

  private func line(endingWith piece: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let end = piece.suffix(Self.reach)
    return tail.isEmpty || end.count == Self.reach ? end : (tail + end).suffix(Self.reach)
  }

  /// The field, from its name on; nil if a quote stands after it, since it is part of a string then.
  static func field(atEndOf line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var index = line.endIndex
    while index > line.startIndex, line[index - 1] != UInt8(ascii: "\"") {
      index -= 1
      guard line[index] == HeaderText.colon else { continue }
      let name = HeaderText.trimmed(line[..<index]).suffix(HeaderField.contentLength.name.utf8.count)
      if HeaderField.contentLength.isNamed(name) { return line[name.startIndex...] }
    }
    return nil
  }
}
