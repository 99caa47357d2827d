extension ValueTerm {
  /// Puts a term in the place of every leaf: constants, keys, SELF, variables, placeholders.
  public func mapLeaves<NewKey, Failure: Error>(
    _ transform: (ValueTerm) throws(Failure) -> ValueTerm<NewKey>
  ) throws(Failure) -> ValueTerm<NewKey> {
    switch self {
    case .constant, .key, .evaluatedObject, .variable, .placeholder:
      return try transform(self)
    case .aggregate(let elements):
      return .list(
        of: try elements.map { element throws(Failure) in try element.mapLeaves(transform) }, range: range)
    case .function(let function, let arguments):
      return .function(
        function, try arguments.map { argument throws(Failure) in try argument.mapLeaves(transform) })
    }
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
      case .aggregate, .function: preconditionFailure("mapLeaves hands over leaves only")
      }
    }
  }

  /// Appends every key, from left to right.
  func appendKeys(to keys: inout [Key]) {
    switch self {
    case .key(let key): keys.append(key)
    case .aggregate(let parts), .function(_, let parts):
      for part in parts { part.appendKeys(to: &keys) }
    case .constant, .evaluatedObject, .variable, .placeholder: return
    }
  }

  /// Where the term stands, as far as its leaves know; nil for keys of another type than `PropertyPath`.
  private var knownRange: SourceRange? {
    switch self {
    case .constant(_, let range), .variable(_, let range): range
    case .placeholder(let placeholder): placeholder.range
    case .key(let key): (key as? PropertyPath)?.range
    case .evaluatedObject: nil
    case .aggregate(let parts), .function(_, let parts):
      parts.reduce(nil) { (known: SourceRange?, part) in
        guard let range = part.knownRange else { return known }
        return known?.union(range) ?? range
      }
    }
  }

  /// Where the term stands, from its first to its last leaf with a place; `.none` if no leaf has one.
  public var range: SourceRange { knownRange ?? .none }
}
