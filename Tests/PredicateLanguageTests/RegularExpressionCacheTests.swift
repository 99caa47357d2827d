import PredicateLanguage
import Testing

/// Regular expressions that come from objects are made ready once for each distinct pattern.
@Suite struct `Regular expressions from many objects` {
  @Test func `a pattern is read once as long as few are in use`() {
    let cache = RegularExpressionCache()
    for row in 0..<1_000 {
      let pattern = "a{\(row % RegularExpressionCache.capacity)}"
      #expect(cache.expression(pattern.utf8Span.span, options: [])?.matches("a") == (row % 64 == 1))
    }
    #expect(cache.madeCount == RegularExpressionCache.capacity)
  }

  @Test func `more patterns than there is room for still match, and options tell them apart`() {
    let cache = RegularExpressionCache()
    for row in 0..<1_000 {
      #expect(cache.expression("a{\(row)}".utf8Span.span, options: [])?.matches("aa") == (row == 2))
    }
    #expect(cache.madeCount == 1_000)
    #expect(cache.expression("a".utf8Span.span, options: [])?.matches("A") == false)
    #expect(cache.expression("a".utf8Span.span, options: .caseInsensitive)?.matches("A") == true)
  }

  @Test func `a bad pattern matches nothing and is not read again`() {
    let cache = RegularExpressionCache()
    for _ in 0..<10 { #expect(cache.expression("a(".utf8Span.span, options: []) == nil) }
    #expect(cache.madeCount == 1)
  }

  @Test func `a prepared predicate takes patterns from its objects`() throws {
    let prepared = try PreparedPredicate(try ParsedPredicate(parsing: "text MATCHES[c] pattern"))
    func holds(_ text: PredicateValue, _ pattern: PredicateValue) -> Bool {
      prepared.evaluate { $0.text == "text" ? text : pattern }
    }
    #expect(holds(.string("AB"), .string("a.")))
    #expect(holds(.url("ab"), .string("a.")))
    #expect(
      !holds(.string("ab"), .string("a(")) && !holds(.string("ab"), .null) && !holds(.null, .string(".*")))
    #expect(!holds(.integer(1), .string("1")) && !holds(.string("1"), .integer(1)))
  }
}
