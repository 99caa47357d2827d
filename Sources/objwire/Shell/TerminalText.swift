/// Text on a terminal: how wide it is, and that it is nothing but text.
enum TerminalText {
  /// The text with nothing in it that a terminal would obey: control characters become their pictures, what
  /// turns the direction of writing or ends a line becomes U+FFFD.
  static func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(isUnsafe(scalar) ? substitute(scalar) : scalar) }
    return String(result)
  }

  /// The same for text of several lines.
  static func lines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { printable(String($0)) }
      .joined(separator: "\n")
  }

  /// Columns that printable text takes.
  static func width(of text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.reduce(0) { $0 + width(of: $1) }
  }

  /// The beginning of printable text that fits, with an ellipsis if something is missing.
  static func fitted(_ text: String, to columns: Int) -> String {
    guard width(of: text) > columns else { return text }
    var (result, used) = ("", 0)
    for character in text {
      used += width(of: character)
      if used >= columns { break }
      result.append(character)
    }
    return columns > 0 ? result + "…" : ""
  }

  private static func width(of character: Character) -> Int {
    // U+FE0F asks for the coloured picture of what is otherwise a narrow sign.
    if character.unicodeScalars.contains("\u{FE0F}") { return 2 }
    return character.unicodeScalars.reduce(0) { max($0, width(of: $1)) }
  }

  private static func width(of scalar: Unicode.Scalar) -> Int {
    if WideScalars.contains(scalar) || isRegionalIndicator(scalar) { return 2 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: return 1
    }
  }

  /// Two of them are a flag.
  private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value)
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C: true
    default: false
    }
  }

  private static func substitute(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0...0x1F: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    default: "\u{FFFD}"
    }
  }
}
