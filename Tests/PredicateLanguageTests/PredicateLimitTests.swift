import PredicateLanguage
import Testing

@Suite struct PredicateLimitTests {
  private func check(_ text: String, _ limits: PredicateLimits = .standard) {
    #expect(throws: PredicateTextError.self) { try ParsedPredicate(parsing: text, limits: limits) }
    do throws(PredicateTextError) { _ = try ParsedPredicate(parsing: text, limits: limits) } catch {
      #expect(error.kind == .limit)
    }
  }

  private func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

  @Test(arguments: [
    "(", "NOT ", "-", "{", "!(", "CAST(", "SUBQUERY(", "TERNARY(", "sum(", "a[", "~", "ANY ", "NONE a IN {",
    "SUBQUERY(a, $x, ", "TERNARY(a = 1, ", "a UNION (", "2 ** -",
  ])
  func `deep nesting is refused before the stack ends`(opening: String) {
    check(repeated(opening, 500_000))
  }

  @Test func `long chains of left grouping operators are deep trees`() {
    check("a = " + repeated("1+", 1000) + "1")
  }

  @Test func `a chain of ORs is wide, not deep`() throws {
    let text = repeated("a = 1 OR ", 10_000) + "a = 1"
    guard case .or(let parts) = try ParsedPredicate(parsing: text) else {
      Issue.record("one OR was expected")
      return
    }
    #expect(parts.count == 10_001)
  }

  @Test func `a text of a megabyte is read, or refused, in linear time`() throws {
    let megabyte = PredicateLimits.standard.textBytes
    let parts = megabyte / "a = 1 OR ".utf8.count - 1
    guard case .or(let read) = try ParsedPredicate(parsing: repeated("a = 1 OR ", parts) + "a = 1") else {
      Issue.record("one OR was expected")
      return
    }
    #expect(read.count == parts + 1)
    check(repeated("(", megabyte))
    check("a = " + repeated("(", megabyte / 2 - 4) + repeated(")", megabyte / 2 - 4))
    check(repeated("NOT ", megabyte / 4))
    check("a = " + repeated("-", megabyte - 4))
    check("a IN " + repeated("{", megabyte - 5))
    #expect(throws: PredicateTextError.self) {
      try ParsedPredicate(parsing: "a = " + repeated("[", megabyte - 4))
    }
    let text = repeated("x", megabyte - 6)
    #expect(try ParsedPredicate(parsing: "a='" + text + "'").keys.count == 1)
  }

  @Test func `a long list is read`() throws {
    let text = "a IN {" + repeated("1,", 99_999) + "1}"
    #expect(try ParsedPredicate(parsing: text).format.utf8.count > 100_000)
  }

  @Test func `text and tokens have limits of their own`() {
    check("a = '" + repeated("x", 1 << 20) + "'")
    check("a = 1 OR b = 2", PredicateLimits(tokens: 5))
    check("a IN {" + repeated("1,", 300_000) + "1}")
    check("a = 10", PredicateLimits(textBytes: 5))
  }

  @Test func `a tree of the greatest depth is read and printed`() throws {
    let text = repeated("(", 150) + "a = 1" + repeated(")", 150)
    #expect(try ParsedPredicate(parsing: text).format == "a == 1")
    let nots = repeated("NOT ", 150) + "a == 1"
    #expect(try ParsedPredicate(parsing: nots).format == nots)
  }

  @Test func `a regular expression that cannot be read is refused where it comes in`() throws {
    let open = try ParsedPredicate(parsing: "a MATCHES[c] %@")
    let substituting = #expect(throws: PredicateTextError.self) {
      try open.substituting(PredicateArguments([.string("a(")]))
    }
    #expect(substituting?.kind == .syntax && substituting?.range.map { [$0.start, $0.end] } == [13, 15])
    let tree = PredicateNode.comparison(Comparison(.key("a"), .matches, .constant(.string("(?>a)"))))
    #expect(#expect(throws: PredicateTextError.self) { try PreparedPredicate(tree) }?.kind == .unsupported)
    check("a MATCHES 'x{\(RegularExpressionLimits.states)}'")
    check("a MATCHES '\(repeated("x", RegularExpressionLimits.patternBytes + 1))'")
  }

  @Test func `a pattern beyond its limit is refused where it comes in`() throws {
    let pattern = "*" + repeated("?", LikePattern.questionMarkLimit + 1) + "*"
    check("a LIKE '\(pattern)'")
    let open = try ParsedPredicate(parsing: "a LIKE[c] %@")
    let substituting = #expect(throws: PredicateTextError.self) {
      try open.substituting(PredicateArguments([.string(pattern)]))
    }
    let tree = PredicateNode.comparison(Comparison(.key("a"), .like, .constant(.string(pattern))))
    let preparing = #expect(throws: PredicateTextError.self) { try PreparedPredicate(tree) }
    #expect(substituting?.kind == .limit)
    #expect(preparing?.kind == .limit)
  }
}
