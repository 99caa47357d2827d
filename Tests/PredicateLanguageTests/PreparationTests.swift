import PredicateLanguage
import Testing
import TestSupport

/// Preparing a predicate must not change what it means.
@Suite struct PreparationTests {
  private typealias Row = [String: PredicateValue]

  /// The plainest evaluator there can be: operator by operator, nothing prepared.
  private func plain(_ node: ParsedPredicate, _ row: Row) -> Bool {
    switch node {
    case .constant(let value): value
    case .and(let parts): parts.allSatisfy { plain($0, row) }
    case .or(let parts): parts.contains { plain($0, row) }
    case .not(let part): !plain(part, row)
    case .comparison(let comparison):
      ValueComparison.holds(
        plain(comparison.left, row), comparison.operator, plain(comparison.right, row),
        options: comparison.options)
    }
  }

  private func plain(_ term: ValueTerm<PropertyPath>, _ row: Row) -> PredicateValue {
    switch term {
    case .constant(let value, _): value
    case .key(let path): row[path.text] ?? .null
    case .aggregate(let elements): .list(elements.map { plain($0, row) })
    case .function(let function, let arguments): Arithmetic.apply(function, arguments.map { plain($0, row) })
    case .evaluatedObject, .variable, .placeholder: .null
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

  @Test func `untyped trees agree as well`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let tree = RandomTree.node(2, &random)
      guard let prepared = try? PreparedPredicate(tree) else { continue }
      let kind = random.pick(PredicateValue.Kind.allCases)
      var row: Row = [:]
      for key in tree.keys { row[key.text] = RandomValue.value(kind, &random) }
      #expect(
        prepared.evaluate { row[$0.text] ?? .null } == plain(tree, row),
        "seed \(seed): \(tree.format) on \(row)")
    }
  }
}
