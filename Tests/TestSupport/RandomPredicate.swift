package import PredicateLanguage

/// Random predicates over properties of known kinds: each comparison has sides and an operator that fit.
///
/// ```
/// var random = SeededGenerator(seed: seed)
/// let predicates = RandomPredicate([("name", .string), ("count", .integer)])
/// let predicate = predicates.next(&random)
/// ```
package struct RandomPredicate: Sendable {
  /// A property: its name, and the kind of its values; any of them may be missing in a row.
  package typealias Property = (name: String, kind: PredicateValue.Kind)

  private let properties: [Property]
  private let depth: Int

  /// Predicates over these properties, at most `depth` compounds deep.
  package init(_ properties: [Property], depth: Int = 3) {
    precondition(!properties.isEmpty, "a predicate needs a property")
    self.properties = properties
    self.depth = depth
  }

  /// One predicate in the form the parser makes.
  package func next(_ random: inout SeededGenerator) -> ParsedPredicate {
    node(depth, &random)
  }

  /// One row: a value or null for every property.
  package func row(_ random: inout SeededGenerator) -> [String: PredicateValue] {
    var row: [String: PredicateValue] = [:]
    for property in properties {
      row[property.name] = random.chance(5) ? .null : RandomValue.value(property.kind, &random)
    }
    return row
  }

  private func node(_ depth: Int, _ random: inout SeededGenerator) -> ParsedPredicate {
    guard depth > 0 else { return comparison(&random) }
    switch random.next() % 8 {
    case 0, 1: return .conjunction(nodes(depth, &random))
    case 2, 3: return .disjunction(nodes(depth, &random))
    case 4: return .not(node(depth - 1, &random))
    case 5: return random.chance(6) ? .constant(random.chance(2)) : comparison(&random)
    default: return comparison(&random)
    }
  }

  private func nodes(_ depth: Int, _ random: inout SeededGenerator) -> [ParsedPredicate] {
    (0..<2 + random.next() % 3).map { _ in node(depth - 1, &random) }
  }

  private func comparison(_ random: inout SeededGenerator) -> ParsedPredicate {
    let property = random.pick(properties)
    let left = side(property, &random)
    switch property.kind {
    case .string, .url:
      return text(property, &random)
    case .integer, .double, .decimal, .boolean, .date:
      return ordered(left, property, &random)
    default:
      let comparison = random.pick([ComparisonOperator.equal, .notEqual, .in])
      return .comparison(Comparison(left, comparison, right(comparison, property, &random)))
    }
  }

  private func ordered(
    _ left: ValueTerm<PropertyPath>, _ property: Property, _ random: inout SeededGenerator
  ) -> ParsedPredicate {
    let comparison = random.pick([
      ComparisonOperator.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .between, .in,
    ])
    return .comparison(Comparison(left, comparison, right(comparison, property, &random)))
  }

  private func text(_ property: Property, _ random: inout SeededGenerator) -> ParsedPredicate {
    let comparison = random.pick([
      ComparisonOperator.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .between, .in,
      .contains,
      .beginsWith, .endsWith, .like, .matches,
    ])
    let options: StringOptions =
      comparison == .between
      ? []
      : random.pick([
        [], [], .caseInsensitive, .diacriticInsensitive, .normalized,
        [.caseInsensitive, .diacriticInsensitive],
      ])
    var right = right(comparison, property, &random)
    if comparison == .like { right = .constant(.string(pattern(&random))) }
    if comparison == .matches, case .constant = right { right = .constant(.string(expression(&random))) }
    return .comparison(Comparison(key(property), comparison, options: options, right))
  }

  private func pattern(_ random: inout SeededGenerator) -> String {
    (0..<1 + random.next() % 3).map { _ in
      random.chance(2) ? random.pick(["*", "?", "\\*"]) : random.pick(RandomValue.texts)
    }.joined()
  }

  /// A regular expression around a text that is no sign in it.
  private func expression(_ random: inout SeededGenerator) -> String {
    let text = "(?:\\Q" + random.pick(RandomValue.texts) + "\\E)"
    return random.pick(["", ".*", "(a|b)*", "[^a]?"]) + text + random.pick(["", "+", ".?", "\\w*", "|.+"])
  }

  private func key(_ property: Property) -> ValueTerm<PropertyPath> {
    .key(PropertyPath([property.name]))
  }

  /// The property, or arithmetic with it if it holds numbers.
  private func side(_ property: Property, _ random: inout SeededGenerator) -> ValueTerm<PropertyPath> {
    guard property.kind == .integer || property.kind == .double, random.chance(4) else {
      return key(property)
    }
    let other = ValueTerm<PropertyPath>.constant(
      RandomValue.value(random.pick([.integer, .double]), &random))
    let function = random.pick([Function.add, .subtract, .multiply, .divide, .negate])
    return .function(function, function == .negate ? [key(property)] : [key(property), other])
  }

  private func right(
    _ comparison: ComparisonOperator, _ property: Property, _ random: inout SeededGenerator
  ) -> ValueTerm<PropertyPath> {
    switch comparison {
    case .between: return .constant(.list([value(property, &random), value(property, &random)]))
    case .in: return .constant(.list((0..<random.next() % 5).map { _ in value(property, &random) }))
    default: break
    }
    let others = properties.filter { $0.kind == property.kind }
    return random.chance(5) ? key(random.pick(others)) : .constant(value(property, &random))
  }

  private func value(_ property: Property, _ random: inout SeededGenerator) -> PredicateValue {
    random.chance(8) ? .null : RandomValue.value(property.kind, &random)
  }
}
