/// One side of a comparison, or a part of one.
public indirect enum ValueTerm<Key: Hashable & Sendable>: Hashable, Sendable {
  /// A literal, or an argument that was put in.
  case constant(PredicateValue, SourceRange)
  /// A property of the object.
  case key(Key)
  /// `SELF`: the object itself.
  case evaluatedObject
  /// `$NAME`: what a subquery around it stands at, or a value that is not bound yet; the name is an ASCII identifier
  /// without the dollar sign.
  case variable(String, SourceRange)
  /// A `%` conversion, not filled in yet.
  case placeholder(Placeholder)
  /// `$x.name`, `items[FIRST].name`: the second term, a key path, read from what the first gives; from each of
  /// them if that is a collection.
  case path(ValueTerm, ValueTerm)
  /// `{a, b}` with at least one element that is no constant; see `list(of:range:)`.
  case aggregate([ValueTerm])
  /// A function with its arguments.
  case function(Function, [ValueTerm])
  /// `SUBQUERY(collection, $x, predicate)`: the elements for which the predicate holds.
  case subquery(ValueTerm, variable: String, PredicateNode<Key>)
  /// `TERNARY(predicate, a, b)`: the first value if the predicate holds, else the second.
  case conditional(PredicateNode<Key>, ValueTerm, ValueTerm)
}

extension ValueTerm {
  /// `{…}` in the form the parser makes: one list constant if all elements are constants, an aggregate
  /// otherwise.
  public static func list(of elements: [ValueTerm], range: SourceRange = .none) -> ValueTerm {
    constants(in: elements).map { .constant(.list($0), range) } ?? .aggregate(elements)
  }

  /// A function; its value if all arguments are constants and nothing but them decides it.
  ///
  /// `now()` and `random()` are decided by being asked, so whoever folds them decides when.
  public static func folded(_ function: Function, _ arguments: [ValueTerm], range: SourceRange) -> ValueTerm {
    constants(in: arguments).map { .constant(function.apply($0), range) } ?? .function(function, arguments)
  }

  /// The values, if all terms are constants.
  private static func constants(in terms: [ValueTerm]) -> [PredicateValue]? {
    var values: [PredicateValue] = []
    values.reserveCapacity(terms.count)
    for term in terms {
      guard case .constant(let value, _) = term else { return nil }
      values.append(value)
    }
    return values
  }

  /// A constant that was not read from text.
  public static func constant(_ value: PredicateValue) -> ValueTerm {
    .constant(value, .none)
  }
}
