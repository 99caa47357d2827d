/// What a regular expression says, as a tree.
indirect enum PatternNode: Sendable {
  /// Nothing: fits between any two characters.
  case empty
  /// One scalar; letters of either case if `foldsCase`.
  case literal(UInt32, foldsCase: Bool)
  /// One scalar of a set, by its number in the pattern.
  case set(Int)
  /// `.`: one scalar; with line breaks also one of them, CR LF as a whole.
  case any(withLineBreaks: Bool)
  /// `\R`: one line break, CR LF as a whole.
  case lineBreak
  /// A condition on the place.
  case assertion(PatternAssertion)
  /// One after the other.
  case sequence([PatternNode])
  /// One of them.
  case alternatives([PatternNode])
  /// `minimum` times or more; at most `maximum` times if there is one.
  case repeated(PatternNode, minimum: Int, maximum: Int?, range: SourceRange)
}

/// A condition on a place between two characters.
enum PatternAssertion: Sendable {
  /// `\A`, `\G`, and `^` without `(?m)`.
  case textStart
  /// `\z`.
  case textEnd
  /// `\Z`, and `$` without `(?m)`: at the end, or before a line break that is the last thing in the text.
  case lastLineEnd
  /// `^` with `(?m)`.
  case lineStart
  /// `$` with `(?m)`.
  case lineEnd
  /// `\b`.
  case wordBoundary
  /// `\B`.
  case noWordBoundary
}
