extension PatternParser {
  /// What was read last inside of a set; decides what `-` and `&` mean.
  private enum Last {
    case start, literal, range, set, `operator`
  }

  /// Reads `[…]`.
  mutating func bracketSet() throws(PredicateTextError) -> ScalarSet {
    let start = position
    if let set = try posixSet() { return set }
    position += 1
    let isNegated = accept("^")
    let set = try nested(from: start) { parser throws(PredicateTextError) in try parser.members(from: start) }
    return isNegated ? .complement(set) : set
  }

  /// Reads members up to the bracket that closes the set.
  private mutating func members(from start: Int) throws(PredicateTextError) -> ScalarSet {
    var builder = ScalarSetBuilder()
    var last = Last.start
    while let next = peek() {
      switch next {
      case _ where isQuoting: last = try member(&builder)
      case "]" where last == .operator:
        throw error("There is nothing behind the sign.", from: position - 2, to: position)
      case "]" where last != .start:
        position += 1
        return builder.finished(closed)
      case "[":
        builder.add(try bracketSet())
        last = .set
      case "\\":
        let isProperty = peek(1) == "p" || peek(1) == "P"
        if let set = try escapedSet() {
          builder.add(set)
          // Behind \d and its like `-[` and `&[` are no signs, as in ICU.
          last = isProperty ? .set : .range
        } else {
          last = try member(&builder)
        }
      case "-" where last != .operator: last = try sign(next, .difference, &builder, after: last)
      case "&" where last != .operator: last = try sign(next, .intersection, &builder, after: last)
      default: last = try member(&builder)
      }
    }
    throw error(
      "The set is not closed.", from: start, to: start + 1, hint: "The character itself is written \\[.")
  }

  /// Reads a scalar, or two with `-` between them.
  private mutating func member(_ builder: inout ScalarSetBuilder) throws(PredicateTextError) -> Last {
    let start = position
    let first = try memberScalar()
    guard !isQuoting, peek() == "-", !isQuoting, let next = peek(1), !["-", "[", "]"].contains(next) else {
      builder.add(first...first)
      return .literal
    }
    position += 1
    _ = peek()
    let end = position
    if peek(0) == "\\", !isQuoting, try escapedSet() != nil {
      throw error("A range cannot end with a set.", from: end, to: position)
    }
    let final = try memberScalar()
    guard first <= final else {
      throw error(
        "\(text(from: start, to: position)) is a range that ends before it begins.", from: start, to: position
      )
    }
    builder.add(first...final)
    return .range
  }

  private mutating func memberScalar() throws(PredicateTextError) -> UInt32 {
    guard let next = peek(0) else {
      throw error("The set is not closed.", from: position, to: position)
    }
    if next == "\\", !isQuoting { return try escapedScalar() }
    position += 1
    return next.value
  }

  /// Reads `--`, `&&`, `-[…]`, `&[…]`, or the sign as itself.
  private mutating func sign(
    _ sign: Unicode.Scalar, _ operation: ScalarSetBuilder.Operation, _ builder: inout ScalarSetBuilder,
    after last: Last
  ) throws(PredicateTextError) -> Last {
    let start = position
    position += 1
    if accept(sign) {
      guard last != .start else {
        throw error("There is nothing before \(sign)\(sign).", from: start, to: position)
      }
      builder.begin(operation, closed)
      return .operator
    }
    if last == .set, peek() == "[" {
      builder.combine(operation, try bracketSet(), closed)
      return .set
    }
    builder.add(sign.value...sign.value)
    return .literal
  }

  /// `[:alpha:]`, alone or inside of another set; nil if it is none, and then nothing was read.
  private mutating func posixSet() throws(PredicateTextError) -> ScalarSet? {
    guard peek(1) == ":" else { return nil }
    let start = position + 2
    var end = start
    while let next = peek(end - position), next != ":", next != "]", next != "[" { end += 1 }
    guard end > start, peek(end - position) == ":", peek(end - position + 1) == "]" else { return nil }
    let isNegated = peek(2) == "^"
    let set = try namedSet(from: isNegated ? start + 1 : start, to: end)
    position = end + 2
    return isNegated ? .complement(set) : set
  }
}
