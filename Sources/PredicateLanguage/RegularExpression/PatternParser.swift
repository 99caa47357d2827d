/// Reads a regular expression in ICU's notation: recursive descent over scalars, in linear time.
///
/// Ranges of errors are bytes of the pattern.
struct PatternParser {
  /// `[c]` and `[d]`.
  let options: StringOptions
  /// What is in force at this place.
  var flags: PatternFlags
  /// The next scalar's place in the pattern.
  var position = 0
  /// Between `\Q` and `\E`, where every character stands for itself.
  var isQuoting = false
  /// The sets so far, in order.
  private(set) var sets: [ScalarSet] = []
  /// Names of groups so far; each may be given once.
  var groupNames: Set<String> = []
  private let scalars: [Unicode.Scalar]
  /// The first byte of each scalar, and the end.
  private let offsets: [Int]
  private var depth = 0

  /// Takes a pattern apart into scalars.
  init(_ pattern: Span<UInt8>, options: StringOptions) throws(PredicateTextError) {
    guard pattern.count <= RegularExpressionLimits.patternBytes else {
      throw PredicateTextError(
        .patternBytes,
        "The regular expression is longer than \(RegularExpressionLimits.patternBytes) bytes.",
        at: SourceRange(start: RegularExpressionLimits.patternBytes, end: pattern.count))
    }
    var (scalars, offsets): ([Unicode.Scalar], [Int]) = ([], [])
    var next = 0
    while next < pattern.count {
      offsets.append(next)
      scalars.append(Unicode.Scalar(nextScalar(pattern, &next)) ?? "\u{FFFD}")
    }
    self.scalars = scalars
    self.offsets = offsets + [next]
    self.options = options.folding
    flags = .dotTakesLineBreaks
    if options.folding.contains(.caseInsensitive) { flags.insert(.caseInsensitive) }
  }

  /// Reads the whole pattern.
  mutating func parse() throws(PredicateTextError) -> PatternNode {
    let node = try alternatives()
    guard position == scalars.count else {
      throw error("There is a ) without a ( before it.", from: position, to: position + 1)
    }
    return node
  }

  /// Reads branches up to `)` or the end.
  mutating func alternatives() throws(PredicateTextError) -> PatternNode {
    var branches = [try sequence()]
    while accept("|") { branches.append(try sequence()) }
    return branches.count == 1 ? branches[0] : .alternatives(branches)
  }

  private mutating func sequence() throws(PredicateTextError) -> PatternNode {
    var parts: [PatternNode] = []
    try skipCommentGroups()
    while let next = peek(), isQuoting || next != "|" && next != ")" {
      let start = position
      guard let part = try atom() else { continue }
      // A place written with a backslash cannot be repeated, as in ICU.
      let isPlace = if case .assertion = part, next == "\\" { true } else { false }
      parts.append(isPlace ? part : try quantified(part, from: start))
    }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  /// Reads what a quantifier may follow; nil for `(?i)`, which leaves no trace.
  private mutating func atom() throws(PredicateTextError) -> PatternNode? {
    guard let next = peek() else { return nil }
    if isQuoting { return literal() }
    switch next {
    case "[": return node(of: try bracketSet())
    case "(": return try group()
    case "\\": return try escape()
    case ".": return skip(.any(withLineBreaks: flags.contains(.dotTakesLineBreaks)))
    case "^": return skip(.assertion(flags.contains(.multipleLines) ? .lineStart : .textStart))
    case "$": return skip(.assertion(flags.contains(.multipleLines) ? .lineEnd : .lastLineEnd))
    case "*", "+", "?", "{":
      throw error(
        "There is nothing that \(next) could repeat.", from: position, to: position + 1,
        hint: "The character itself is written \\\(next).")
    case "}":
      throw error(
        "There is a } without a { before it.", from: position, to: position + 1,
        hint: "The character itself is written \\}.")
    default: return literal()
    }
  }

  /// A place where a scalar of a set stands.
  mutating func node(of set: ScalarSet) -> PatternNode {
    sets.append(set)
    return .set(sets.count - 1)
  }

  /// The next scalar, as itself.
  private mutating func literal() -> PatternNode {
    let scalar = scalars[position].value
    return skip(.literal(scalar, foldsCase: flags.contains(.caseInsensitive)))
  }

  private mutating func skip(_ node: PatternNode) -> PatternNode {
    position += 1
    return node
  }
}

// MARK: - Looking and moving

extension PatternParser {
  /// The scalar that comes next, behind `\Q`, `\E` and what `(?x)` leaves out; nil at the end.
  mutating func peek() -> Unicode.Scalar? {
    repeat {
      if !isQuoting { skipComments() }
    } while passQuoteMark()
    return peek(0)
  }

  /// The scalar some places further, whatever it is.
  func peek(_ distance: Int) -> Unicode.Scalar? {
    position + distance < scalars.count ? scalars[position + distance] : nil
  }

  /// Moves past a scalar if it is the next one, and not quoted.
  mutating func accept(_ scalar: Unicode.Scalar) -> Bool {
    guard peek() == scalar, !isQuoting else { return false }
    position += 1
    return true
  }

  /// Moves past `\Q`, or in a quotation past `\E`.
  private mutating func passQuoteMark() -> Bool {
    guard peek(0) == "\\", peek(1) == (isQuoting ? "E" : "Q") else { return false }
    isQuoting.toggle()
    position += 2
    return true
  }

  private mutating func skipComments() {
    guard flags.contains(.comments) else { return }
    while let next = peek(0) {
      if next == "#" {
        while let other = peek(0), !LineBreak.isLineBreak(other.value) { position += 1 }
      } else if next.properties.isPatternWhitespace {
        position += 1
      } else {
        return
      }
    }
  }

  /// The scalars of a range of places.
  func text(from start: Int, to end: Int) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars[start..<min(end, scalars.count)])
    return text
  }

  /// Reads what is one level further inside.
  mutating func nested<Result>(
    from start: Int, _ read: (inout PatternParser) throws(PredicateTextError) -> Result
  ) throws(PredicateTextError) -> Result {
    depth += 1
    defer { depth -= 1 }
    guard depth <= RegularExpressionLimits.depth else {
      throw PredicateTextError(
        .patternDepth,
        "The regular expression is nested deeper than \(RegularExpressionLimits.depth).",
        at: range(from: start, to: start + 1))
    }
    return try read(&self)
  }

  /// Bytes of the pattern.
  func range(from start: Int, to end: Int) -> SourceRange {
    SourceRange(start: offsets[min(start, scalars.count)], end: offsets[min(end, scalars.count)])
  }

  /// What is wrong between two places.
  func error(_ message: String, from start: Int, to end: Int, hint: String? = nil) -> PredicateTextError {
    PredicateTextError(.syntax, message, at: range(from: start, to: end), hint: hint)
  }

  /// What is ICU's, but not here.
  func unsupported(
    _ name: String, from start: Int, to end: Int, hint: String? = nil
  ) -> PredicateTextError {
    PredicateTextError(
      .unsupported, "\(name) is not supported.", at: range(from: start, to: end),
      hint: hint)
  }
}
