extension ValueTerm {
  /// Puts a term in the place of every leaf: constants, keys, SELF, variables, placeholders; in the predicates of
  /// subqueries and conditionals too.
  public func mapLeaves<NewKey, Failure: Error>(
    _ transform: (ValueTerm) throws(Failure) -> ValueTerm<NewKey>
  ) throws(Failure) -> ValueTerm<NewKey> {
    switch self {
    case .constant, .key, .evaluatedObject, .variable, .placeholder:
      return try transform(self)
    default:
      return try mapParts { part throws(Failure) in
        try part.mapLeaves(transform)
      } predicate: { node throws(Failure) in
        try node.mapLeaves(transform)
      }
    }
  }

  /// Puts other terms and predicates in the place of those that this term is directly made of, of which a leaf has none.
  func mapParts<NewKey, Failure: Error>(
    _ transform: (ValueTerm) throws(Failure) -> ValueTerm<NewKey>,
    predicate: (PredicateNode<Key>) throws(Failure) -> PredicateNode<NewKey>
  ) throws(Failure) -> ValueTerm<NewKey> {
    switch self {
    case .constant, .key, .evaluatedObject, .variable, .placeholder: return try transform(self)
    case .path(let base, let path):
      let base = try transform(base)
      return .path(base, try transform(path))
    case .aggregate(let elements): return .list(of: try Self.map(elements, transform), range: range)
    case .function(let function, let arguments):
      return .function(function, try Self.map(arguments, transform))
    case .subquery(let collection, let variable, let node):
      let collection = try transform(collection)
      return .subquery(collection, variable: variable, try predicate(node))
    case .conditional(let node, let first, let second):
      let node = try predicate(node)
      let first = try transform(first)
      return .conditional(node, first, try transform(second))
    }
  }

  private static func map<NewKey, Failure: Error>(
    _ terms: [ValueTerm], _ transform: (ValueTerm) throws(Failure) -> ValueTerm<NewKey>
  ) throws(Failure) -> [ValueTerm<NewKey>] {
    try terms.map { term throws(Failure) in try transform(term) }
  }

  /// Puts a new key in the place of every key.
  public func mapKeys<NewKey, Failure: Error>(
    _ transform: (Key) throws(Failure) -> NewKey
  ) throws(Failure) -> ValueTerm<NewKey> {
    try mapLeaves { leaf throws(Failure) -> ValueTerm<NewKey> in
      switch leaf {
      case .key(let key): return .key(try transform(key))
      case .constant(let value, let range): return .constant(value, range)
      case .evaluatedObject: return .evaluatedObject
      case .variable(let name, let range): return .variable(name, range)
      case .placeholder(let placeholder): return .placeholder(placeholder)
      case .path, .aggregate, .function, .subquery, .conditional:
        preconditionFailure("mapLeaves hands over leaves only")
      }
    }
  }

  /// Calls the closure for every term inside, this one included, from left to right.
  public func forEachTerm(_ body: (ValueTerm) -> Void) {
    body(self)
    switch self {
    case .constant, .key, .evaluatedObject, .variable, .placeholder: return
    case .path(let base, let path):
      base.forEachTerm(body)
      path.forEachTerm(body)
    case .aggregate(let parts), .function(_, let parts):
      for part in parts { part.forEachTerm(body) }
    case .subquery(let collection, _, let node):
      collection.forEachTerm(body)
      node.forEachTerm(body)
    case .conditional(let node, let first, let second):
      node.forEachTerm(body)
      first.forEachTerm(body)
      second.forEachTerm(body)
    }
  }

  /// Where the term itself says it stands; nil for keys of another type than `PropertyPath`.
  private var ownRange: SourceRange? {
    switch self {
    case .constant(_, let range), .variable(_, let range): range
    case .placeholder(let placeholder): placeholder.range
    case .key(let key): (key as? PropertyPath)?.range
    case .evaluatedObject, .path, .aggregate, .function, .subquery, .conditional: nil
    }
  }

  /// Where the term stands, from its first to its last leaf with a place; `.none` if no leaf has one.
  public var range: SourceRange {
    var known: SourceRange?
    forEachTerm { term in
      if let range = term.ownRange { known = known?.union(range) ?? range }
    }
    return known ?? .none
  }
}
