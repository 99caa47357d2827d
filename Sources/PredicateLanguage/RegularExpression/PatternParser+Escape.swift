extension PatternParser {
  /// Reads what begins with `\` outside of a set.
  mutating func escape() throws(PredicateTextError) -> PatternNode {
    let start = position
    guard let letter = peek(1) else { throw lonelyBackslash(start) }
    if let node = Self.assertions[letter].map(PatternNode.assertion) ?? (letter == "R" ? .lineBreak : nil) {
      position += 2
      return node
    }
    if let set = try escapedSet() { return node(of: set) }
    return .literal(try escapedScalar(), foldsCase: flags.contains(.caseInsensitive))
  }

  private static let assertions: [Unicode.Scalar: PatternAssertion] = [
    "A": .textStart, "G": .textStart, "z": .textEnd, "Z": .lastLineEnd, "b": .wordBoundary,
    "B": .noWordBoundary,
  ]

  /// Reads `\d`, `\p{…}` and their like; nil if something else comes, and then nothing was read.
  mutating func escapedSet() throws(PredicateTextError) -> ScalarSet? {
    guard let letter = peek(1) else { return nil }
    if letter == "p" || letter == "P" { return try property(isNegated: letter == "P") }
    guard let property = ScalarProperty.escaped[letter.properties.isUppercase ? lowercase(letter) : letter]
    else { return nil }
    position += 2
    return letter.properties.isUppercase ? .complement(.property(property)) : .property(property)
  }

  private func lowercase(_ letter: Unicode.Scalar) -> Unicode.Scalar {
    letter.isASCII ? Unicode.Scalar(UInt8(letter.value) | 0x20) : letter
  }

  /// `\p{name}`.
  private mutating func property(isNegated: Bool) throws(PredicateTextError) -> ScalarSet {
    let start = position
    position += 2
    guard peek(0) == "{" else {
      throw error("The name of a property stands in braces: \\p{Lu}.", from: start, to: position)
    }
    position += 1
    let nameStart = position
    while let next = peek(0), next != "}" { position += 1 }
    guard peek(0) != nil else { throw error("The brace is not closed.", from: nameStart - 1, to: nameStart) }
    let set = try namedSet(from: nameStart, to: position)
    position += 1
    return isNegated ? .complement(set) : set
  }

  /// The set that the name of a property stands for.
  func namedSet(from start: Int, to end: Int) throws(PredicateTextError) -> ScalarSet {
    let name = text(from: start, to: end)
    guard let property = ScalarProperty.named(name) else {
      throw unsupported(
        "The property \(name)", from: start, to: end,
        hint: ScalarProperty.nearest(name).map { "There is \($0)." })
    }
    return closed(.property(property))
  }

  /// A set with everything that the flags and options take for the same as one of its members.
  func closed(_ set: ScalarSet) -> ScalarSet {
    var folding = options.intersection(.diacriticInsensitive)
    if flags.contains(.caseInsensitive) { folding.insert(.caseInsensitive) }
    return folding.isEmpty ? set : .closed(set, folding)
  }
}

// MARK: - One scalar

extension PatternParser {
  /// Reads an escape that stands for one scalar.
  mutating func escapedScalar() throws(PredicateTextError) -> UInt32 {
    let start = position
    guard let letter = peek(1) else { throw lonelyBackslash(start) }
    position += 2
    if let control = Self.controls[letter] { return control }
    switch letter {
    case "0": return try octal(from: start)
    case "x": return try peek(0) == "{" ? bracedHex(from: start) : hex(1...2, from: start)
    case "u": return try unicode(from: start)
    case "U": return try hex(8...8, from: start)
    case "c":
      guard let key = peek(0) else { throw badEscape(start) }
      position += 1
      return key.value & 0x1F
    case "1"..."9": throw unsupported("A back-reference \\\(letter)", from: start, to: position)
    case "k": throw unsupported("A back-reference \\k", from: start, to: position)
    case "X": throw unsupported("\\X", from: start, to: position, hint: "One scalar is written with a dot.")
    case "N": throw unsupported("\\N", from: start, to: position, hint: "A scalar is written \\x{1F600}.")
    // Also for letters that mean nothing, as in ICU.
    default: return letter.value
    }
  }

  private static let controls: [Unicode.Scalar: UInt32] = [
    "t": 0x09, "n": 0x0A, "r": 0x0D, "f": 0x0C, "a": 0x07, "e": 0x1B,
  ]

  private func lonelyBackslash(_ start: Int) -> PredicateTextError {
    error(
      "The pattern ends with a backslash.", from: start, to: start + 1,
      hint: "The character itself is written \\\\.")
  }

  private func badEscape(_ start: Int) -> PredicateTextError {
    error("\(text(from: start, to: position)) is no escape.", from: start, to: position)
  }

  /// Up to three octal digits, as long as the value is at most 0377.
  private mutating func octal(from start: Int) throws(PredicateTextError) -> UInt32 {
    var value: UInt32 = 0
    var count = 0
    while count < 3, let next = peek(0), let digit = HexDigit.value(next), digit < 8, value * 8 + digit < 256
    {
      value = value * 8 + digit
      count += 1
      position += 1
    }
    guard count > 0 else { throw badEscape(start) }
    return value
  }

  private mutating func bracedHex(from start: Int) throws(PredicateTextError) -> UInt32 {
    position += 1
    let value = try hex(1...8, from: start)
    guard peek(0) == "}" else { throw badEscape(start) }
    position += 1
    return value
  }

  /// `\uhhhh`; two halves of a surrogate pair are one scalar.
  private mutating func unicode(from start: Int) throws(PredicateTextError) -> UInt32 {
    let unit = try hexDigits(4...4, from: start)
    guard unit & 0xFC00 == 0xD800, peek(0) == "\\", peek(1) == "u" else {
      return try scalar(unit, from: start)
    }
    position += 2
    let second = try hexDigits(4...4, from: start)
    guard second & 0xFC00 == 0xDC00 else { throw badEscape(start) }
    return 0x10000 + (unit & 0x3FF) << 10 + second & 0x3FF
  }

  private mutating func hex(_ counts: ClosedRange<Int>, from start: Int) throws(PredicateTextError) -> UInt32
  {
    try scalar(try hexDigits(counts, from: start), from: start)
  }

  private mutating func hexDigits(
    _ counts: ClosedRange<Int>, from start: Int
  ) throws(PredicateTextError) -> UInt32 {
    var value: UInt32 = 0
    var count = 0
    while count < counts.upperBound, let next = peek(0), let digit = HexDigit.value(next) {
      value = value << 4 | digit
      count += 1
      position += 1
    }
    guard counts.contains(count) else { throw badEscape(start) }
    return value
  }

  private func scalar(_ value: UInt32, from start: Int) throws(PredicateTextError) -> UInt32 {
    guard Unicode.Scalar(value) != nil else {
      throw error(
        "\(text(from: start, to: position)) stands for no character.", from: start, to: position)
    }
    return value
  }
}
