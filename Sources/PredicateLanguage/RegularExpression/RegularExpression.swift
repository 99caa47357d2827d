/// The right side of MATCHES, prepared once: the whole text has to fit.
///
/// The notation is ICU's, as in NSRegularExpression: characters are Unicode scalars, and `.` takes line breaks. A
/// match takes time that grows with pattern × text and never faster, since all ways through the pattern are
/// followed at the same time; what cannot be done in this way is refused by name: back-references, look-ahead and
/// look-behind, atomic groups and possessive quantifiers.
///
/// `[c]` is `(?i)` for the whole pattern: letters are compared after full case folding (ß is ss), sets take
/// letters in either case. `[d]` leaves marks out of text and pattern. Under both, canonically equivalent texts
/// are the same, and é is one character however it is written.
public struct RegularExpression: Sendable {
  private let pattern: [UInt8]
  private let options: StringOptions
  private let program: PatternProgram

  /// Reads a pattern.
  /// - Throws: `.syntax`, `.unsupported` by name, `.limit`; ranges are bytes of the pattern.
  /// - Complexity: O(pattern and states), see `RegularExpressionLimits`.
  public init(_ pattern: Span<UInt8>, options: StringOptions = []) throws(PredicateTextError) {
    var parser = try PatternParser(pattern, options: options)
    program = try PatternCompiler.program(try parser.parse(), parser.sets, options: options)
    self.options = options.folding
    var bytes: [UInt8] = []
    for position in pattern.indices { bytes.append(pattern[position]) }
    self.pattern = bytes
  }

  /// Reads a pattern.
  /// - Throws: `.syntax`, `.unsupported` by name, `.limit`; ranges are UTF-8 bytes of the pattern.
  public init(_ pattern: String, options: StringOptions = []) throws(PredicateTextError) {
    try self.init(pattern.utf8Span.span, options: options)
  }

  /// Says whether a pattern can be read, without making it ready.
  /// - Throws: what `init` throws.
  /// - Complexity: O(pattern).
  package static func check(_ pattern: Span<UInt8>, options: StringOptions) throws(PredicateTextError) {
    var parser = try PatternParser(pattern, options: options)
    try PatternCompiler.checkSize(try parser.parse())
  }

  /// `text MATCHES pattern`.
  /// - Complexity: O(states × text).
  public func matches(_ text: Span<UInt8>) -> Bool {
    walk(text).matches
  }

  /// `text MATCHES pattern`.
  public func matches(_ text: String) -> Bool {
    matches(text.utf8Span.span)
  }

  /// Instructions of the automaton.
  package var stateCount: Int { program.instructions.count }

  /// Whether a text fits, and how many instructions were visited to find out.
  package func walk(_ text: Span<UInt8>) -> (matches: Bool, steps: Int) {
    let text = PatternText(text, options: options, foldsCase: program.foldsCase)
    var simulation = PatternSimulation(program, text)
    let matches = simulation.matches()
    return (matches, simulation.steps)
  }
}

extension RegularExpression: Hashable {
  /// The same pattern under the same options.
  public static func == (left: RegularExpression, right: RegularExpression) -> Bool {
    left.pattern == right.pattern && left.options == right.options
  }

  /// Feeds pattern and options.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(pattern)
    hasher.combine(options)
  }
}
