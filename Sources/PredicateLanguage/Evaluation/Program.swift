/// A predicate prepared for many objects: keys are numbered, constant right sides are folded and parsed.
///
/// It knows nothing of what a key is, so it is compiled once for all kinds of keys.
struct Program: Sendable {
  /// A node of the prepared tree.
  indirect enum Test: Sendable {
    case constant(Bool)
    case and([Test])
    case or([Test])
    case not(Test)
    case compare(Side, ComparisonOperator, StringOptions, Side)
    /// Text against a constant.
    case text(Side, TextMatcher, negated: Bool)
    /// Text against regular expressions that come from the object.
    case expression(Side, Side, RegularExpressionCache, StringOptions)
    /// Membership in a constant list, its elements normalized.
    case member(Side, Set<PredicateValue>)
    case quantified(every: Bool, Side, ComparisonOperator, StringOptions, Side)
  }

  /// A prepared term.
  indirect enum Side: Sendable {
    case constant(PredicateValue)
    /// A key by its number.
    case slot(Int)
    case object
    case list([Side])
    case function(Function, [Side])
  }

  /// The number that stands for `SELF` when values are looked up.
  static let objectSlot = -1

  let root: Test

  /// Says whether the predicate holds for the object whose values `lookup` gives.
  func evaluate(_ lookup: (Int) -> PredicateValue) -> Bool {
    Self.evaluate(root, lookup)
  }

  private static func evaluate(_ test: Test, _ lookup: (Int) -> PredicateValue) -> Bool {
    switch test {
    case .constant(let value): value
    case .and(let parts): parts.allSatisfy { evaluate($0, lookup) }
    case .or(let parts): parts.contains { evaluate($0, lookup) }
    case .not(let part): !evaluate(part, lookup)
    case .compare(let left, let comparison, let options, let right):
      ValueComparison.holds(value(left, lookup), comparison, value(right, lookup), options: options)
    case .text(let side, let matcher, let negated):
      evaluate(value(side, lookup), matcher) != negated
    case .expression(let left, let right, let cache, let options):
      evaluate(value(left, lookup), value(right, lookup), cache, options)
    case .member(let side, let values):
      values.contains(NumericValue.normalized(value(side, lookup)))
    case .quantified(let every, let left, let comparison, let options, let right):
      evaluate(every, value(left, lookup), comparison, options, value(right, lookup))
    }
  }

  private static func evaluate(_ value: PredicateValue, _ matcher: TextMatcher) -> Bool {
    switch value {
    case .string(let text): matcher.matches(text)
    case .url(let text): matcher.acceptsURLs && matcher.matches(text)
    case .list(let elements): matcher.isElement(of: elements)
    default: false
    }
  }

  private static func evaluate(
    _ left: PredicateValue, _ right: PredicateValue, _ cache: RegularExpressionCache, _ options: StringOptions
  ) -> Bool {
    guard let text = left.text, let pattern = right.text else { return false }
    return cache.expression(pattern.utf8Span.span, options: options)?.matches(text) ?? false
  }

  private static func evaluate(
    _ every: Bool, _ left: PredicateValue, _ comparison: ComparisonOperator, _ options: StringOptions,
    _ right: PredicateValue
  ) -> Bool {
    guard case .list(let elements) = left else { return false }
    func holds(_ element: PredicateValue) -> Bool {
      ValueComparison.holds(element, comparison, right, options: options)
    }
    return every ? elements.allSatisfy(holds) : elements.contains(where: holds)
  }

  private static func value(_ side: Side, _ lookup: (Int) -> PredicateValue) -> PredicateValue {
    switch side {
    case .constant(let value): value
    case .slot(let slot): lookup(slot)
    case .object: lookup(objectSlot)
    case .list(let elements): .list(elements.map { value($0, lookup) })
    case .function(let function, let arguments):
      Arithmetic.apply(function, arguments.map { value($0, lookup) })
    }
  }
}

extension TextMatcher {
  /// Equality tells a URI from a string; the operators that look into text do not.
  fileprivate var acceptsURLs: Bool {
    if case .equal = self { false } else { true }
  }

  /// CONTAINS asks a list for an element, and the other operators fit no list.
  fileprivate func isElement(of elements: [PredicateValue]) -> Bool {
    guard case .contains(let needle) = self else { return false }
    return elements.contains { element in
      if case .string(let text) = element { needle.isEqual(to: text.utf8Span.span) } else { false }
    }
  }
}
