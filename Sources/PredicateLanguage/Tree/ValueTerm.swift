/// One side of a comparison, or a part of one.
public indirect enum ValueTerm<Key: Hashable & Sendable>: Hashable, Sendable {
  /// A literal, or an argument that was put in.
  case constant(PredicateValue, SourceRange)
  /// A property of the object.
  case key(Key)
  /// `SELF`: the object itself.
  case evaluatedObject
  /// `$NAME`, not bound yet; the name is an ASCII identifier without the dollar sign.
  case variable(String, SourceRange)
  /// A `%` conversion, not filled in yet.
  case placeholder(Placeholder)
  /// `{a, b}` with at least one element that is no constant; see `list(of:range:)`.
  case aggregate([ValueTerm])
  /// A function with its arguments.
  case function(Function, [ValueTerm])
}

extension ValueTerm {
  /// `{…}` in the form the parser makes: one list constant if all elements are constants, an aggregate
  /// otherwise.
  public static func list(of elements: [ValueTerm], range: SourceRange = .none) -> ValueTerm {
    var values: [PredicateValue] = []
    values.reserveCapacity(elements.count)
    for element in elements {
      guard case .constant(let value, _) = element else { return .aggregate(elements) }
      values.append(value)
    }
    return .constant(.list(values), range)
  }

  /// A constant that was not read from text.
  public static func constant(_ value: PredicateValue) -> ValueTerm {
    .constant(value, .none)
  }
}
