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
    /// Membership in a constant list.
    case member(Side, ElementSet)
    /// The test for some or for every element of a collection, at which the next variable stands.
    case quantified(every: Bool, Side, Test)
  }

  /// A prepared term.
  indirect enum Side: Sendable {
    case constant(PredicateValue)
    /// A key by its number.
    case slot(Int)
    case object
    /// What a subquery or a modifier around it stands at, counted from the outermost.
    case variable(Int)
    /// A key by its number, of what the side gives.
    case path(Side, Int)
    case list([Side])
    case function(Function, [Side])
    /// The elements that pass the test, at which the next variable stands.
    case subquery(Side, Test)
    case conditional(Test, Side, Side)
  }

  /// Gives values: of a key by its number, or of `SELF`; of the given object, of all objects of the given list or,
  /// without one, of the object that the program is run for.
  typealias Lookup = (_ slot: Int, _ object: PredicateValue?) -> PredicateValue

  /// The number that stands for `SELF` when values are looked up.
  static let objectSlot = -1

  let root: Test

  /// Says whether the predicate holds for the object whose values `lookup` gives.
  func evaluate(_ lookup: Lookup) -> Bool {
    Self.evaluate(root, [], lookup)
  }
}

// MARK: - Tests

extension Program {
  /// - Parameter variables: what the subqueries around stand at, the outermost first.
  private static func evaluate(_ test: Test, _ variables: [PredicateValue], _ lookup: Lookup) -> Bool {
    switch test {
    case .constant(let value): value
    case .and(let parts): parts.allSatisfy { evaluate($0, variables, lookup) }
    case .or(let parts): parts.contains { evaluate($0, variables, lookup) }
    case .not(let part): !evaluate(part, variables, lookup)
    case .compare(let left, let comparison, let options, let right):
      ValueComparison.holds(
        value(left, variables, lookup), comparison, value(right, variables, lookup), options: options)
    case .text(let side, let matcher, let negated):
      evaluate(value(side, variables, lookup), matcher) != negated
    case .expression(let left, let right, let cache, let options):
      evaluate(value(left, variables, lookup), value(right, variables, lookup), cache, options)
    case .member(let side, let elements): elements.contains(value(side, variables, lookup))
    case .quantified(let every, let collection, let test):
      evaluate(every, value(collection, variables, lookup), test, variables, lookup)
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

  /// A collection that is missing has no element.
  private static func evaluate(
    _ every: Bool, _ collection: PredicateValue, _ test: Test, _ variables: [PredicateValue], _ lookup: Lookup
  ) -> Bool {
    guard case .list(let elements) = collection else { return every }
    func holds(_ element: PredicateValue) -> Bool { evaluate(test, variables + [element], lookup) }
    return every ? elements.allSatisfy(holds) : elements.contains(where: holds)
  }
}

// MARK: - Values

extension Program {
  private static func value(
    _ side: Side, _ variables: [PredicateValue], _ lookup: Lookup
  ) -> PredicateValue {
    switch side {
    case .constant(let value): value
    case .slot(let slot): lookup(slot, nil)
    case .object: lookup(objectSlot, nil)
    case .variable(let index): variables[index]
    case .path(let base, let slot): follow(slot, from: value(base, variables, lookup), lookup)
    case .list(let elements): .list(elements.map { value($0, variables, lookup) })
    case .function(let function, let arguments):
      function.apply(arguments.map { value($0, variables, lookup) })
    case .subquery(let collection, let test):
      filter(value(collection, variables, lookup), test, variables, lookup)
    case .conditional(let test, let first, let second):
      value(evaluate(test, variables, lookup) ? first : second, variables, lookup)
    }
  }

  /// A key of an object, or of each object of a collection.
  private static func follow(_ slot: Int, from base: PredicateValue, _ lookup: Lookup) -> PredicateValue {
    base == .null ? .null : lookup(slot, base)
  }

  private static func filter(
    _ collection: PredicateValue, _ test: Test, _ variables: [PredicateValue], _ lookup: Lookup
  ) -> PredicateValue {
    guard case .list(let elements) = collection else { return .null }
    return .list(elements.filter { evaluate(test, variables + [$0], lookup) })
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
