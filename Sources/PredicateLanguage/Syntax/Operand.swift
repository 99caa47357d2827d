/// What the parser has read so far: a value or a predicate.
///
/// Parentheses may hold either, and only what follows tells `(a + 1) > 2` from `(a > 1) AND b > 2`. Reading
/// both with one grammar and asking for the kind afterwards needs neither looking ahead nor starting again.
struct Operand {
  /// The two kinds.
  enum Content {
    case predicate(ParsedPredicate)
    case term(ValueTerm<PropertyPath>)
  }

  /// What was read.
  let content: Content
  /// Where it stands, parentheses included.
  let range: SourceRange
  /// How deep its tree is, 1 for a leaf.
  let depth: Int
}
