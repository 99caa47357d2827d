/// ANY, SOME, ALL and NONE, which stand before a whole comparison.
extension Parser {
  /// Reads a modifier and the comparison behind it.
  mutating func quantified(_ modifier: ComparisonModifier) throws(PredicateTextError) -> Operand {
    let token = try advance()
    // A modifier is followed by a value; before an operator it was meant as a key.
    guard OperatorTable.comparison(current.kind) == nil else { throw reserved(token) }
    let outer = enter(.collection)
    let left = try expression(OperatorTable.Power.comparison + 1)
    leave(outer)
    let leftTerm = try term(left)
    expect(.comparison(of: leftTerm, modifier))
    guard let entry = OperatorTable.comparison(current.kind) else {
      throw unexpected(expected: Expected.comparison)
    }
    let comparison = try comparison(left, leftTerm, entry, modifier)
    return Operand(
      content: comparison.content, range: token.range.union(comparison.range), depth: comparison.depth)
  }

  /// `NONE …` is `NOT ANY …`.
  mutating func none() throws(PredicateTextError) -> Operand {
    let part = try quantified(.any)
    return try operand(.predicate(.not(try predicate(part))), part.range, part.depth + 1)
  }
}
