extension PredicateNode where Key == PropertyPath {
  /// Reads a predicate in Apple's text language.
  ///
  /// ```
  /// let open = try ParsedPredicate(parsing: "finished == NO AND date < %@")
  /// let now = try open.substituting(PredicateArguments([.date(seconds)]))
  /// ```
  /// Placeholders and variables stay in the tree until `substituting` fills them in, so a tree can be kept
  /// and used again.
  /// - Throws: `.syntax` with place, expectation and hint for the first mistake, `.unsupported` by name,
  ///   `.type`, `.limit`.
  /// - Complexity: O(text). Recursion is bounded by `limits.depth`.
  public init(parsing text: String, limits: PredicateLimits = .standard) throws(PredicateTextError) {
    var parser = try Parser(text, limits: limits)
    self = try parser.parse()
  }
}
