extension Comparison {
  /// Refuses a LIKE whose constant pattern would fit no text only because it is beyond a limit.
  /// - Throws: `.limit` with the place of the pattern; see `LikePattern.questionMarkLimit`.
  /// - Complexity: O(pattern).
  package func checkPattern() throws(PredicateTextError) {
    guard `operator` == .like, case .constant(let value, let range) = right, let pattern = value.text,
      !LikePattern(pattern, options: []).isWithinLimit
    else { return }
    throw PredicateTextError(
      .questionMarks, "The pattern has more than \(LikePattern.questionMarkLimit) ? between two *.", at: range
    )
  }
}
