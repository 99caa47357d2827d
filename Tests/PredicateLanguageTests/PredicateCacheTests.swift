import PredicateLanguage
import Testing

@Suite struct PredicateCacheTests {
  private let cache = PredicateCache()

  @Test func `a text gives the same tree again`() throws {
    for text in [
      "a == %@", "a == 'é'", "a == 'e\u{301}'", "a == '" + String(repeating: "x", count: 5_000) + "'",
    ] {
      let tree = try ParsedPredicate(parsing: text)
      #expect(try cache.tree(of: text) == tree)
      #expect(try cache.tree(of: text) == tree)
    }
  }

  @Test func `more texts than are kept are read all the same`() throws {
    for round in 0..<2 {
      for number in 0...PredicateCache.limit {
        #expect(try cache.tree(of: "a == \(number)").format == "a == \(number)", "round \(round)")
      }
    }
  }

  @Test func `a text that is wrong is wrong every time`() {
    for _ in 0..<2 { #expect(throws: PredicateTextError.self) { try cache.tree(of: "a ==") } }
  }
}
