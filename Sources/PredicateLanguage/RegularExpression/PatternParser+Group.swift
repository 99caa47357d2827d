extension PatternParser {
  /// Reads what begins with `(`; nil for flags that hold from here on.
  mutating func group() throws(PredicateTextError) -> PatternNode? {
    let start = position
    position += 1
    guard accept("?") else { return try body(from: start) }
    guard let kind = peek() else { throw unclosed(start) }
    switch kind {
    case ":":
      position += 1
      return try body(from: start)
    case "<": return try namedGroup(from: start)
    case "=", "!", ">":
      throw unsupported(
        kind == ">" ? "An atomic group (?>…)" : "Look-ahead (?\(kind)…)", from: start, to: position + 1)
    default: return try flagGroup(from: start)
    }
  }

  /// Reads up to the `)` that closes the group; flags set inside end with it.
  private mutating func body(from start: Int) throws(PredicateTextError) -> PatternNode {
    let outer = flags
    let node = try nested(from: start) { parser throws(PredicateTextError) in try parser.alternatives() }
    guard accept(")") else { throw unclosed(start) }
    flags = outer
    return node
  }

  private func unclosed(_ start: Int) -> PredicateTextError {
    error(
      "The group is not closed.", from: start, to: start + 1, hint: "The character itself is written \\(.")
  }

  /// Moves past `(?#…)`, as often as it comes.
  mutating func skipCommentGroups() throws(PredicateTextError) {
    while peek() == "(", !isQuoting, peek(1) == "?", peek(2) == "#" {
      let start = position
      while let next = peek(0), next != ")" { position += 1 }
      guard peek(0) != nil else { throw unclosed(start) }
      position += 1
    }
  }

  private mutating func namedGroup(from start: Int) throws(PredicateTextError) -> PatternNode {
    position += 1
    if let next = peek(), next == "=" || next == "!" {
      throw unsupported("Look-behind (?<\(next)…)", from: start, to: position + 1)
    }
    let nameStart = position
    while let next = peek(0), next.isASCII, next.properties.isAlphabetic || next.properties.numericType != nil
    {
      position += 1
    }
    let name = text(from: nameStart, to: position)
    guard peek(0) == ">", name.unicodeScalars.first?.properties.isAlphabetic == true else {
      throw error(
        "The name of a group is made of letters and digits, and begins with a letter.", from: nameStart,
        to: position + 1)
    }
    guard groupNames.insert(name).inserted else {
      throw error("There are two groups with the name \(name).", from: nameStart, to: position)
    }
    position += 1
    return try body(from: start)
  }

  /// `(?i)`, `(?-i)`, `(?i-s:…)`.
  private mutating func flagGroup(from start: Int) throws(PredicateTextError) -> PatternNode? {
    let outer = flags
    var changed = flags
    var switchesOn = true
    while let letter = peek(0), letter != ")", letter != ":" {
      if letter == "-" {
        switchesOn = false
      } else if let flag = PatternFlags.flag(letter) {
        if switchesOn { changed.insert(flag) } else { changed.remove(flag) }
      } else {
        throw badFlag(letter, from: start)
      }
      position += 1
    }
    guard let end = peek(0) else { throw unclosed(start) }
    guard end != ")" || position > start + 2 else { throw badFlag(end, from: start) }
    position += 1
    flags = changed
    if end == ")" { return nil }
    let node = try body(from: start)
    flags = outer
    return node
  }

  private func badFlag(_ letter: Unicode.Scalar, from start: Int) -> PredicateTextError {
    if letter == "w" || letter == "d" {
      return unsupported("The flag \(letter)", from: position, to: position + 1)
    }
    return error(
      "(?\(letter) begins no group.", from: start, to: position + 1,
      hint: "Flags are i, m, s and x; a group that is not captured begins (?:.")
  }
}
