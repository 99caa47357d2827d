/// What can stand at a place of a text that is being written.
///
/// The parser reads the text up to the word that is half typed there, and notes what it would take next:
/// ```
/// ANY items.price > 3 AND na|     typed "na"; a value or a predicate
/// ANY items.price |               operators that compare items.price
/// SUBQUERY(items, $x, $x.|        a step behind $x, which stands for each of items
/// ```
public struct CompletionSite: Sendable {
  /// What the value that is read stands for.
  public enum Role: Sendable {
    /// The left side of a comparison, or anything.
    case any
    /// The right side, or a part of it.
    case right(of: ValueTerm<PropertyPath>, ComparisonOperator, ComparisonModifier)
    /// A collection: behind ANY, in SUBQUERY.
    case collection
    /// An argument of a function; the ones before it are read.
    case argument(of: Function, before: [ValueTerm<PropertyPath>])
  }

  /// One of the things that can stand there.
  public enum Expectation: Sendable {
    /// A value, or a predicate if that is allowed.
    case operand(Role, allowsPredicate: Bool)
    /// A further step of a key path that begins at a term (nil: at the object) and has some steps.
    case step(of: ValueTerm<PropertyPath>?, names: [String], Role)
    /// A comparison operator behind a left side.
    case comparison(of: ValueTerm<PropertyPath>, ComparisonModifier)
    /// An operator between values behind a left side; those listed bind tightly enough.
    case infix(after: ValueTerm<PropertyPath>, [Function])
    /// AND or OR; those listed bind tightly enough.
    case connective([String])
    /// A bracket, a comma.
    case punctuation(String)
    /// Letters of options that are not there yet.
    case options(StringOptions)
    /// FIRST, LAST, SIZE of a collection.
    case position(in: ValueTerm<PropertyPath>)
    /// The variable that a subquery gives values to.
    case variable
  }

  /// A variable of a subquery around the place.
  public struct Variable: Sendable {
    /// Without the dollar sign.
    public let name: String
    /// What it stands for the elements of.
    public let collection: ValueTerm<PropertyPath>
  }

  /// All that can stand there; empty inside of strings and numbers, behind what is wrong, and beyond the limits.
  public internal(set) var expectations: [Expectation] = []
  /// The variables around the place, the outermost first.
  public internal(set) var scope: [Variable] = []
  /// The part of a word before the place, marks (`$ @ #`) and colons included; empty between words.
  public internal(set) var typed = ""
  /// The whole of that word; empty at the place if there is none.
  public internal(set) var range: SourceRange

  /// Looks at a place.
  ///
  /// What stands behind the place has no influence, but that the rest of a word belongs to it.
  /// - Parameter offset: in UTF-8 bytes, from 0 to the length of the text; one inside a character counts as its start.
  /// - Complexity: O(text before the place).
  public init(_ text: String, at offset: Int, limits: PredicateLimits = .standard) {
    let bytes = Array(text.utf8)
    var end = min(max(0, offset), bytes.count)
    while end > 0, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    range = SourceRange(start: end, end: end)
    guard end <= limits.textBytes else { return }
    read(bytes, WordBefore(bytes[..<end]), limits)
  }

  private mutating func read(_ bytes: [UInt8], _ word: WordBefore, _ limits: PredicateLimits) {
    let end = range.end
    if word.kind == .number { return }
    note(bytes[..<end], limits)
    switch word.kind {
    case .number, .nothing: return
    // A sign may be the beginning of an operator, such as `!` of `!=`.
    case .symbol: if !expectations.isEmpty { return }
    // Letters of options are no half of a word.
    case .word: if expectsOptions { return }
    }
    note(bytes[..<word.start], limits)
    if expectations.isEmpty { return }
    typed = String(decoding: bytes[word.start..<end], as: UTF8.self)
    let rest = word.kind == .word ? bytes[end...].prefix(while: Lexer.continuesWord).count : 0
    range = SourceRange(start: word.start, end: end + rest)
  }

  private var expectsOptions: Bool {
    expectations.contains { if case .options = $0 { true } else { false } }
  }

  /// Takes what the parser expects behind a text.
  private mutating func note(_ bytes: ArraySlice<UInt8>, _ limits: PredicateLimits) {
    let trace = Parser.trace(of: String(decoding: bytes, as: UTF8.self), limits)
    expectations = trace.expectations
    scope = trace.scope
  }
}
