/// Cuts predicate text into tokens, one at a time.
///
/// Source: Predicate Format String Syntax; the rules are in the manual under "Text".
struct Lexer {
  /// The text as UTF-8.
  let bytes: [UInt8]
  private var position = 0

  /// Begins at the first byte.
  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// Reads the next token; `.end` again and again once the text is used up.
  /// - Throws: `.syntax` for what begins no token, with its range.
  mutating func next() throws(PredicateTextError) -> Token {
    skipSpace()
    let start = position
    guard start < bytes.count else { return Token(kind: .end, range: range(from: start)) }
    let kind = try kind()
    return Token(kind: kind, range: range(from: start))
  }

  /// Reads the next token, whether it is one or not: what begins none has no kind, a quote that is not closed ends with
  /// the text.
  mutating func nextPiece() -> (kind: Token.Kind?, range: SourceRange) {
    skipSpace()
    let start = position
    guard start < bytes.count else { return (.end, range(from: start)) }
    do throws(PredicateTextError) {
      let kind = try kind()
      return (kind, range(from: start))
    } catch {
      position = min(max(error.range?.end ?? 0, start + 1), bytes.count)
      return (unfinished(at: start), range(from: start))
    }
  }

  /// What a token would be that was not closed; nil for what begins none.
  private func unfinished(at start: Int) -> Token.Kind? {
    switch bytes[start] {
    case UInt8(ascii: "'"), UInt8(ascii: "\""): .string
    case UInt8(ascii: "#") where position > start + 1: .quotedKey
    default: nil
    }
  }

  private mutating func kind() throws(PredicateTextError) -> Token.Kind {
    let byte = bytes[position]
    switch byte {
    case _ where Self.startsWord(byte): return word()
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return number()
    case UInt8(ascii: "'"), UInt8(ascii: "\""): return try string()
    case UInt8(ascii: "#"): return try escaped()
    case UInt8(ascii: "@"): return try marked(.atWord, "a name after @")
    case UInt8(ascii: "$"): return try marked(.variable, "a name after $")
    case UInt8(ascii: "%"): return try placeholder()
    default: return try symbol()
    }
  }

  private mutating func skipSpace() {
    while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
  }

  private mutating func word() -> Token.Kind {
    let start = position
    skipWord()
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    return Keyword(word: text).map { .keyword($0) } ?? .word
  }

  private mutating func skipWord() {
    while position < bytes.count, Self.continuesWord(bytes[position]) { position += 1 }
  }

  /// A word after a mark byte.
  private mutating func marked(_ kind: Token.Kind, _ wanted: String) throws(PredicateTextError) -> Token.Kind
  {
    let start = position
    position += 1
    guard position < bytes.count, Self.startsWord(bytes[position]) else {
      throw PredicateTextError(.syntax, "A name is missing.", at: range(from: start), expected: [wanted])
    }
    skipWord()
    return kind
  }

  private mutating func escaped() throws(PredicateTextError) -> Token.Kind {
    if position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "\"") {
      position += 1
      _ = try string()
      return .quotedKey
    }
    return try marked(.escapedWord, "a name after #")
  }

  /// Takes everything that could belong to a number; what it says is checked when it is read.
  private mutating func number() -> Token.Kind {
    let start = position
    position += 1
    while position < bytes.count, continuesNumber(bytes[position], from: start) { position += 1 }
    return .number
  }

  /// A sign belongs to a number only after the `e` of an exponent, and `0x1e+1` has none.
  private func continuesNumber(_ byte: UInt8, from start: Int) -> Bool {
    if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") {
      let hasExponent = bytes[position - 1] | 0x20 == UInt8(ascii: "e")
      return hasExponent && bytes[start + 1] | 0x20 != UInt8(ascii: "x")
    }
    return Self.continuesWord(byte) || byte == UInt8(ascii: ".")
  }

  private mutating func string() throws(PredicateTextError) -> Token.Kind {
    let start = position
    let quote = bytes[position]
    position += 1
    while position < bytes.count, bytes[position] != quote {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard position < bytes.count else {
      position = bytes.count
      throw PredicateTextError(
        .syntax, "The string is not closed.", at: range(from: start),
        expected: [String(decoding: [quote], as: UTF8.self)])
    }
    position += 1
    return .string
  }

  private mutating func symbol() throws(PredicateTextError) -> Token.Kind {
    let second = position + 1 < bytes.count ? bytes[position + 1] : nil
    if let comment = commentLength(bytes[position], second) {
      throw PredicateTextError(
        .syntax, "Comments are not part of the language.",
        at: SourceRange(start: position, end: position + comment))
    }
    guard let symbol = Symbol.longest(bytes[position], second) else { throw unknownCharacter() }
    position += symbol.rawValue.utf8.count
    return .symbol(symbol)
  }

  private func commentLength(_ first: UInt8, _ second: UInt8?) -> Int? {
    guard first == UInt8(ascii: "/"), let second else { return nil }
    return second == UInt8(ascii: "/") || second == UInt8(ascii: "*") ? 2 : nil
  }

  private func unknownCharacter() -> PredicateTextError {
    var end = position + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    let text = String(decoding: bytes[position..<end], as: UTF8.self)
    let hint: String? =
      bytes[position] == UInt8(ascii: "?")
      ? "An argument is written %@."
      : bytes[position] >= 0x80 ? "A key outside ASCII comes in through %K." : nil
    return PredicateTextError(
      .syntax, "The character \(text) cannot stand here.", at: SourceRange(start: position, end: end),
      hint: hint)
  }

  /// `%` with optional length letters and a conversion letter.
  private mutating func placeholder() throws(PredicateTextError) -> Token.Kind {
    let start = position
    position += 1
    while position < bytes.count, "hlqz".utf8.contains(bytes[position]) { position += 1 }
    let letter = position < bytes.count ? bytes[position] : UInt8(ascii: " ")
    position = min(position + 1, bytes.count)
    switch letter {
    case UInt8(ascii: "@"): return .placeholder(.object)
    case UInt8(ascii: "K"): return .keyPlaceholder
    case _ where "diuxXoDOUcC".utf8.contains(letter): return .placeholder(.integer)
    case _ where "eEfFgGaA".utf8.contains(letter): return .placeholder(.double)
    case UInt8(ascii: "s"), UInt8(ascii: "S"): return .placeholder(.string)
    case UInt8(ascii: "p"):
      throw PredicateTextError(
        .unsupported, "\(text(from: start)) is not supported.", at: range(from: start), hint: "Use %@.")
    default:
      throw PredicateTextError(
        .syntax, "% begins a placeholder, and this is none.", at: SourceRange(start: start, end: start + 1),
        expected: ["%@", "%K", "%d", "%f", "%s"], hint: "There is no operator %; write modulus:by:(a, b).")
    }
  }

  /// The source text of a place.
  func text(_ range: SourceRange) -> String {
    String(decoding: bytes[range.start..<range.end], as: UTF8.self)
  }

  private func range(from start: Int) -> SourceRange {
    SourceRange(start: start, end: position)
  }

  private func text(from start: Int) -> String {
    String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
  }

  static func startsWord(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "_")
  }

  static func continuesWord(_ byte: UInt8) -> Bool {
    startsWord(byte) || byte &- 0x30 < 10
  }
}
