import PredicateLanguage
import Testing
import TestSupport

/// Preparing a predicate must not change what it means.
@Suite struct PreparationTests {
  private typealias Row = [String: PredicateValue]

  /// The plainest evaluator there can be: operator by operator, nothing prepared.
  ///
  /// Objects have no keys but their own, so what is read from another value is null.
  private func plain(_ node: ParsedPredicate, _ row: Row, _ scope: Row = [:]) -> Bool {
    switch node {
    case .constant(let value): return value
    case .and(let parts): return parts.allSatisfy { plain($0, row, scope) }
    case .or(let parts): return parts.contains { plain($0, row, scope) }
    case .not(let part): return !plain(part, row, scope)
    case .comparison(let comparison):
      let (left, right) = (plain(comparison.left, row, scope), plain(comparison.right, row, scope))
      func holds(_ left: PredicateValue) -> Bool {
        ValueComparison.holds(left, comparison.operator, right, options: comparison.options)
      }
      guard case .list(let elements) = left, comparison.modifier != .direct else {
        return comparison.modifier == .direct ? holds(left) : comparison.modifier == .all
      }
      return comparison.modifier == .any ? elements.contains(where: holds) : elements.allSatisfy(holds)
    }
  }

  private func plain(_ term: ValueTerm<PropertyPath>, _ row: Row, _ scope: Row) -> PredicateValue {
    switch term {
    case .constant(let value, _): return value
    case .key(let path): return row[path.text] ?? .null
    case .variable(let name, _): return scope[name] ?? .null
    case .aggregate(let elements): return .list(elements.map { plain($0, row, scope) })
    case .function(let function, let arguments):
      return function.apply(arguments.map { plain($0, row, scope) })
    case .subquery(let collection, let variable, let node):
      guard case .list(let elements) = plain(collection, row, scope) else { return .null }
      return .list(elements.filter { plain(node, row, scope.merging([variable: $0]) { $1 }) })
    case .conditional(let node, let first, let second):
      return plain(plain(node, row, scope) ? first : second, row, scope)
    case .path, .evaluatedObject, .placeholder: return .null
    }
  }

  @Test func `a prepared predicate agrees with the plain reading`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let properties = PredicateValue.Kind.allCases.filter { $0 != .null }.map { ($0.rawValue, $0) }
    let predicates = RandomPredicate(properties + [("other", .string), ("count", .integer)])
    var hits = 0
    for _ in 0..<300 {
      let tree = predicates.next(&random)
      let prepared = try PreparedPredicate(tree)
      for _ in 0..<10 {
        let row = predicates.row(&random)
        let expected = plain(tree, row)
        #expect(
          prepared.evaluate { row[$0.text] ?? .null } == expected, "seed \(seed): \(tree.format) on \(row)")
        hits += expected ? 1 : 0
      }
    }
    #expect(hits > 300 && hits < 2_900, "rows and predicates hardly ever meet")
  }

  /// Whether the answer depends on when it is asked for.
  private func asksForMoments(_ tree: ParsedPredicate) -> Bool {
    var result = false
    tree.forEachTerm { term in
      if case .function(let function, _) = term, [.now, .random, .randomBelow].contains(function) {
        result = true
      }
    }
    return result
  }

  @Test func `untyped trees agree as well`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let tree = RandomTree.node(2, &random)
      guard !asksForMoments(tree), let prepared = try? PreparedPredicate(tree) else { continue }
      let kind = random.pick(PredicateValue.Kind.allCases)
      var row: Row = [:]
      for key in tree.keys { row[key.text] = RandomValue.value(kind, &random) }
      #expect(
        prepared.evaluate { row[$0.text] ?? .null } == plain(tree, row),
        "seed \(seed): \(tree.format) on \(row)")
    }
  }
}
