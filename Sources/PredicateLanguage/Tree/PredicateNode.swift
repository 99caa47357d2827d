/// A predicate: something that is true or false of an object.
///
/// `Key` is what names a property: `PropertyPath` in a tree that was just read, the binder's own type later.
/// Compounds are flat and n-ary. `conjunction` and `disjunction` build the form the parser makes.
public indirect enum PredicateNode<Key: Hashable & Sendable>: Hashable, Sendable {
  /// TRUEPREDICATE or FALSEPREDICATE.
  case constant(Bool)
  /// All of them; true if there are none.
  case and([PredicateNode])
  /// At least one of them; false if there are none.
  case or([PredicateNode])
  /// The opposite.
  case not(PredicateNode)
  /// Two terms and an operator.
  case comparison(Comparison<Key>)
}

/// A predicate as it was read from text.
public typealias ParsedPredicate = PredicateNode<PropertyPath>

extension PredicateNode {
  /// All of `parts`, with nested conjunctions taken apart; no `and` around fewer than two.
  public static func conjunction(_ parts: [PredicateNode]) -> PredicateNode {
    let flat = parts.flatMap { part in
      if case .and(let inner) = part { inner } else { [part] }
    }
    return flat.isEmpty ? .constant(true) : flat.count == 1 ? flat[0] : .and(flat)
  }

  /// At least one of `parts`, with nested disjunctions taken apart; no `or` around fewer than two.
  public static func disjunction(_ parts: [PredicateNode]) -> PredicateNode {
    let flat = parts.flatMap { part in
      if case .or(let inner) = part { inner } else { [part] }
    }
    return flat.isEmpty ? .constant(false) : flat.count == 1 ? flat[0] : .or(flat)
  }
}
