extension Comparison {
  /// Refuses a constant pattern that would fit no text only because it is wrong or beyond a limit.
  /// - Parameter source: the text that the comparison was read from, if that is at hand: a mistake in a pattern then
  ///   has its own place, and otherwise that of the whole pattern.
  /// - Throws: `.limit` for LIKE (`LikePattern.questionMarkLimit`); `.syntax`, `.unsupported` or `.limit` for MATCHES.
  /// - Complexity: O(pattern).
  package func checkPattern(in source: [UInt8] = []) throws(PredicateTextError) {
    guard case .constant(let value, let range) = right, let pattern = value.text else { return }
    switch `operator` {
    case .like where !LikePattern(pattern, options: []).isWithinLimit:
      throw PredicateTextError(
        .questionMarks, "The pattern has more than \(LikePattern.questionMarkLimit) ? between two *.",
        at: range
      )
    case .matches:
      do throws(PredicateTextError) {
        try RegularExpression.check(pattern.utf8Span.span, options: options)
      } catch {
        throw error.moved(from: pattern, to: range, in: source)
      }
    default: break
    }
  }
}

extension PredicateTextError {
  /// What is wrong in a regular expression, as what is wrong in the predicate around it.
  fileprivate func moved(
    from pattern: String, to literal: SourceRange, in source: [UInt8]
  ) -> PredicateTextError {
    if let limit { return PredicateTextError(limit, message, at: literal) }
    guard let range else { return PredicateTextError(kind, message, at: literal, hint: hint) }
    let message = "Regular expression, byte \(range.start): \(message)"
    // Where quotes hold the pattern as it is, without escapes, bytes of one are bytes of the other.
    let inner = SourceRange(start: literal.start + 1, end: literal.end - 1)
    guard literal.end <= source.count, inner.end - inner.start == pattern.utf8.count,
      literal.start + 2 <= literal.end, source[inner.start..<inner.end].elementsEqual(pattern.utf8)
    else { return PredicateTextError(kind, message, at: literal, hint: hint) }
    let place = SourceRange(start: inner.start + range.start, end: inner.start + range.end)
    return PredicateTextError(kind, message, at: place, hint: hint)
  }
}
