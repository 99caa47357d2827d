/// One line of a header, `Name: value`, without its line end.
///
/// Where the message before was announced as too short, its rest may look like one. That rest begins inside
/// of a string, since a colon follows a quote elsewhere in JSON; the string ends in the same line, and so the
/// line has an odd number of quotes. Example, of `{"title":"note: x"}` announced with 10 bytes:
/// `note: x"}Content-Length: 52`.
struct HeaderLine {
  /// Leading blanks, a name, and the blanks behind it have at most so many bytes each where they decide about
  /// a stream.
  static let maximumNameLength = 64

  let name: ArraySlice<UInt8>
  /// Without white space around it.
  let value: ArraySlice<UInt8>
  /// Whether it has an odd number of quotes: it may be the rest of a message.
  let isDoubtful: Bool

  /// Nil if it is no such line, or if the next message's `Content-Length` ends it.
  init?(_ line: ArraySlice<UInt8>) {
    let line = HeaderText.trimmed(line)
    guard let colon = line.firstIndex(of: HeaderText.colon), !line.contains(HeaderText.carriageReturn) else {
      return nil
    }
    name = HeaderText.trimmed(line[..<colon])
    guard !name.isEmpty, name.allSatisfy(HeaderText.isNameByte), !Self.endsInField(name) else { return nil }
    value = HeaderText.trimmed(line[(colon + 1)...])
    isDoubtful = !Self.quoteCount(line).isMultiple(of: 2)
    if isDoubtful, LengthFieldSearch.field(atEndOf: line) != nil { return nil }
  }

  /// Whether the name follows something else at once: `trueContent-Length`, but not `X-Content-Length`.
  private static func endsInField(_ name: ArraySlice<UInt8>) -> Bool {
    let rest = name.dropLast(HeaderField.contentLength.name.utf8.count)
    guard let before = rest.last, before != UInt8(ascii: "-") else { return false }
    return HeaderField.contentLength.isNamed(name[rest.endIndex...])
  }

  /// Quotes without a backslash before them.
  private static func quoteCount(_ line: ArraySlice<UInt8>) -> Int {
    var count = 0
    var isEscaped = false
    for byte in line {
      if byte == UInt8(ascii: "\""), !isEscaped { count += 1 }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    return count
  }
}

// MARK: - Beginnings

extension HeaderLine {
  /// What the first bytes of a line say.
  enum Opening: Equatable {
    /// More of it must be seen.
    case undecided
    /// It is no header.
    case other
    /// A name and a colon; nil is a name without a meaning here.
    case header(HeaderField?)
  }

  /// What a line is that begins so; more bytes never change an answer other than `undecided`.
  ///
  /// No JSON text begins with a name and a colon.
  static func opening(of beginning: ArraySlice<UInt8>) -> Opening {
    let text = beginning.drop(while: HeaderText.isBlank)
    if text.startIndex - beginning.startIndex > maximumNameLength { return .other }
    let name = text.prefix(while: HeaderText.isNameByte)
    let blanks = text[name.endIndex...].prefix { $0 == 0x20 || $0 == 0x09 }
    if name.count > maximumNameLength || blanks.count > maximumNameLength { return .other }
    guard let next = text[blanks.endIndex...].first else { return .undecided }
    return next == HeaderText.colon && !name.isEmpty ? .header(HeaderField(named: name)) : .other
  }
}
