package import PredicateLanguage

extension PredicateNode<BoundKeyPath> {
  /// The canonical text.
  package var format: String { byNames.format }

  /// The canonical text of each part of a conjunction; of anything else its own.
  package var partFormats: [String] {
    if case .and(let parts) = self { parts.map(\.format) } else { [format] }
  }

  /// The same predicate with names for keys, as it is read and printed.
  private var byNames: ParsedPredicate {
    mapLeaves { leaf in
      switch leaf {
      case .key(let path) where path.names.isEmpty: .evaluatedObject
      case .key(let path): .key(PropertyPath(path.names))
      case .constant(let value, let range): .constant(value, range)
      case .evaluatedObject: .evaluatedObject
      case .variable(let name, let range): .variable(name, range)
      case .placeholder(let placeholder): .placeholder(placeholder)
      case .path, .aggregate, .function, .subquery, .conditional:
        preconditionFailure("mapLeaves hands over leaves only")
      }
    }
  }
}

extension BoundKeyPath {
  /// The names of the steps; none for the fetched object itself.
  fileprivate var names: [String] {
    let last: [String] = if case .attribute(let attribute, _) = target { [attribute.name] } else { [] }
    return steps.map(\.relationship.name) + last
  }
}
