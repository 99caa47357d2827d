extension PatternParser {
  /// Reads the quantifier behind an atom, if there is one.
  mutating func quantified(_ atom: PatternNode, from start: Int) throws(PredicateTextError) -> PatternNode {
    try skipCommentGroups()
    guard let next = peek(), !isQuoting else { return atom }
    let sign = position
    let minimum: Int
    let maximum: Int?
    switch next {
    case "*": (minimum, maximum) = (0, nil)
    case "+": (minimum, maximum) = (1, nil)
    case "?": (minimum, maximum) = (0, 1)
    case "{": (minimum, maximum) = try interval()
    default: return atom
    }
    position += 1
    if accept("+") { throw unsupported("A possessive quantifier", from: sign, to: position) }
    // A lazy quantifier asks for a shorter match first; a match of the whole text is there or is not.
    _ = accept("?")
    return .repeated(
      atom, minimum: minimum, maximum: maximum, range: range(from: start, to: position))
  }

  /// `{n}`, `{n,}`, `{n,m}`, up to the brace that closes it.
  private mutating func interval() throws(PredicateTextError) -> (Int, Int?) {
    let start = position
    position += 1
    let minimum = try number(from: start)
    var maximum: Int? = minimum
    if accept(",") { maximum = peek() == "}" ? nil : try number(from: start) }
    guard peek() == "}" else { throw badInterval(start) }
    if let maximum, maximum < minimum {
      throw error(
        "It can be repeated \(minimum) times at least and \(maximum) times at most, which is never.",
        from: start, to: position + 1)
    }
    return (minimum, maximum)
  }

  private mutating func number(from start: Int) throws(PredicateTextError) -> Int {
    var value = 0
    var count = 0
    while let next = peek(), let digit = HexDigit.value(next), digit < 10 {
      // Beyond the limit the number itself is of no interest.
      value = min(value * 10 + Int(digit), RegularExpressionLimits.states + 1)
      count += 1
      position += 1
    }
    guard count > 0 else { throw badInterval(start) }
    return value
  }

  private func badInterval(_ start: Int) -> PredicateTextError {
    error(
      "Braces hold how often something is repeated: {2}, {2,} or {2,5}.", from: start, to: position + 1,
      hint: "The character itself is written \\{.")
  }
}

/// Digits of numbers in patterns.
enum HexDigit {
  /// The value of a digit; nil for anything else.
  static func value(_ scalar: Unicode.Scalar) -> UInt32? {
    switch scalar {
    case "0"..."9": scalar.value - 0x30
    case "a"..."f": scalar.value - 0x61 + 10
    case "A"..."F": scalar.value - 0x41 + 10
    default: nil
    }
  }
}
