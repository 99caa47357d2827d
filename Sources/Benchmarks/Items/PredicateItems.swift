import PredicateLanguage

/// What the text of a predicate costs before anything is fetched.
enum PredicateItems {
  static var all: [Item] {
    [
      Item(name: "predicate-reuse") { (workshop) throws(BenchmarkError) in
        let cache = PredicateCache()
        return try workshop.compare(
          "predicate-reuse", .nanoseconds,
          [
            Contestant("cache") { () throws(BenchmarkError) in try time { try cache.tree(of: text) } },
            Contestant("parser") { () throws(BenchmarkError) in
              try time { try ParsedPredicate(parsing: text) }
            },
          ])
      }
    ]
  }

  private static let text =
    "finished == NO AND taskDescription CONTAINS[cd] %@ AND date BETWEEN {$FIRST, $LAST} OR "
    + "SUBQUERY(items, $item, $item.price > 3 AND $item.name == name).@count > 0"
  private static let repetitions = 10_000

  /// Nanoseconds for one tree.
  private static func time(_ make: () throws -> ParsedPredicate) throws(BenchmarkError) -> Double {
    do {
      let began = Machine.now
      var parts = 0
      for _ in 0..<repetitions {
        if case .or(let alternatives) = try make() { parts += alternatives.count }
      }
      guard parts == 2 * repetitions else {
        throw BenchmarkError.failed(contestant: "predicates", what: "\(parts) parts")
      }
      return Double(Machine.now - began) / Double(repetitions)
    } catch {
      throw .failed(contestant: "predicates", what: "\(error)")
    }
  }
}
