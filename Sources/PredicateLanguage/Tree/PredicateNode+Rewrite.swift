extension PredicateNode {
  /// Puts a predicate in the place of every comparison; the compounds around them stay.
  ///
  /// This is how a tree is bound: the closure looks up keys, checks types and may rewrite the comparison.
  public func mapComparisons<NewKey, Failure: Error>(
    _ transform: (Comparison<Key>) throws(Failure) -> PredicateNode<NewKey>
  ) throws(Failure) -> PredicateNode<NewKey> {
    switch self {
    case .constant(let value): return .constant(value)
    case .and(let parts): return .and(try Self.map(parts, transform))
    case .or(let parts): return .or(try Self.map(parts, transform))
    case .not(let part): return .not(try part.mapComparisons(transform))
    case .comparison(let comparison): return try transform(comparison)
    }
  }

  private static func map<NewKey, Failure: Error>(
    _ parts: [PredicateNode], _ transform: (Comparison<Key>) throws(Failure) -> PredicateNode<NewKey>
  ) throws(Failure) -> [PredicateNode<NewKey>] {
    try parts.map { part throws(Failure) in try part.mapComparisons(transform) }
  }

  /// Puts a new key in the place of every key.
  public func mapKeys<NewKey, Failure: Error>(
    _ transform: (Key) throws(Failure) -> NewKey
  ) throws(Failure) -> PredicateNode<NewKey> {
    try mapComparisons { comparison throws(Failure) in .comparison(try comparison.mapKeys(transform)) }
  }

  /// Calls the closure for every comparison, from left to right.
  public func forEachComparison<Failure: Error>(
    _ body: (Comparison<Key>) throws(Failure) -> Void
  ) throws(Failure) {
    switch self {
    case .constant: return
    case .and(let parts), .or(let parts):
      for part in parts { try part.forEachComparison(body) }
    case .not(let part): try part.forEachComparison(body)
    case .comparison(let comparison): try body(comparison)
    }
  }

  /// Puts a term in the place of every leaf of every term; see `ValueTerm.mapLeaves`.
  public func mapLeaves<NewKey, Failure: Error>(
    _ transform: (ValueTerm<Key>) throws(Failure) -> ValueTerm<NewKey>
  ) throws(Failure) -> PredicateNode<NewKey> {
    try mapComparisons { comparison throws(Failure) in
      let left = try comparison.left.mapLeaves(transform)
      return .comparison(comparison.rebuilt(left, try comparison.right.mapLeaves(transform)))
    }
  }

  /// Calls the closure for every term, from left to right, in subqueries and conditionals too.
  public func forEachTerm(_ body: (ValueTerm<Key>) -> Void) {
    forEachComparison { comparison in
      comparison.left.forEachTerm(body)
      comparison.right.forEachTerm(body)
    }
  }

  /// Every key, from left to right, with repetitions.
  public var keys: [Key] {
    var keys: [Key] = []
    forEachTerm { term in
      if case .key(let key) = term { keys.append(key) }
    }
    return keys
  }
}

extension Comparison {
  /// Puts a new key in the place of every key.
  public func mapKeys<NewKey, Failure: Error>(
    _ transform: (Key) throws(Failure) -> NewKey
  ) throws(Failure) -> Comparison<NewKey> {
    let newLeft = try left.mapKeys(transform)
    return rebuilt(newLeft, try right.mapKeys(transform))
  }

  /// The same comparison with other sides.
  public func rebuilt<NewKey>(
    _ left: ValueTerm<NewKey>, _ right: ValueTerm<NewKey>
  ) -> Comparison<NewKey> {
    Comparison<NewKey>(modifier: modifier, left, `operator`, options: options, right, range: range)
  }
}
