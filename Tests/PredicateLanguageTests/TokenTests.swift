import PredicateLanguage
import TestSupport
import Testing

/// What an editor colours.
@Suite struct `Tokens of predicate text` {
  /// Checks kinds and places: `kind`, a space and the text it is about, in order.
  private func check(_ text: String, _ expected: [String]) {
    let bytes = Array(text.utf8)
    let found = PredicateToken.all(in: text).map { token in
      let piece = String(decoding: bytes[token.range.start..<token.range.end], as: UTF8.self)
      return "\(token.kind.rawValue) \(piece)"
    }
    #expect(found == expected, "\(text)")
  }

  @Test func `words are what they are by their neighbours`() {
    check(
      "not any items.price > 1.5e+3 && SELF.in == #in",
      [
        "keyword not", "keyword any", "key items", "punctuation .", "key price", "operator >",
        "number 1.5e+3",
        "operator &&", "keyword SELF", "punctuation .", "key in", "operator ==", "key #in",
      ])
    check(
      "count == 1 OR count(a) == 1",
      [
        "key count", "operator ==", "number 1", "keyword OR", "function count", "punctuation (", "key a",
        "punctuation )", "operator ==", "number 1",
      ])
    check(
      "modulus:by:(a, 2) != nil",
      [
        "function modulus", "function :", "function by", "function :", "punctuation (", "key a",
        "punctuation ,",
        "number 2", "punctuation )", "operator !=", "constant nil",
      ])
    check("a UNION b", ["key a", "operator UNION", "key b"])
    check("union == TRUEPREDICATE", ["key union", "operator ==", "keyword TRUEPREDICATE"])
  }

  @Test func `values, variables and placeholders are told apart`() {
    check(
      "{YES, 0x1F, 'a', \"b\", $x, %@, %K, %ld}",
      [
        "punctuation {", "constant YES", "punctuation ,", "number 0x1F", "punctuation ,", "string 'a'",
        "punctuation ,", "string \"b\"", "punctuation ,", "variable $x", "punctuation ,", "placeholder %@",
        "punctuation ,", "placeholder %K", "punctuation ,", "placeholder %ld", "punctuation }",
      ])
    check(
      "items.@count BETWEEN {1, 2}",
      [
        "key items", "punctuation .", "collectionOperator @count", "operator BETWEEN", "punctuation {",
        "number 1", "punctuation ,", "number 2", "punctuation }",
      ])
  }

  @Test func `letters behind an operator are options, places behind a value are words`() {
    check(
      "a LIKE[cd] 'x'",
      ["key a", "operator LIKE", "punctuation [", "option cd", "punctuation ]", "string 'x'"])
    check(
      "a ==[cx] b", ["key a", "operator ==", "punctuation [", "invalid cx", "punctuation ]", "key b"])
    check(
      "a[FIRST] IN b[size]",
      [
        "key a", "punctuation [", "keyword FIRST", "punctuation ]", "operator IN", "key b", "punctuation [",
        "keyword size", "punctuation ]",
      ])
    check("first == last", ["key first", "operator ==", "key last"])
    check(
      "a ==[c 'x' AND b",
      ["key a", "operator ==", "punctuation [", "option c", "string 'x'", "keyword AND", "key b"])
  }

  @Test func `what is wrong or not finished is in a token as well`() {
    check("a == 'x AND b", ["key a", "operator ==", "string 'x AND b"])
    check("a == 'x\\", ["key a", "operator ==", "string 'x\\"])
    check("#\"a b\" == #\"c", ["key #\"a b\"", "operator ==", "key #\"c"])
    check("é ?a", ["invalid é", "invalid ?", "key a"])
    check("a@ $ # b", ["key a", "invalid @", "invalid $", "invalid #", "key b"])
    check("% 2 %y", ["invalid %", "number 2", "invalid %", "key y"])
    check("a // b", ["key a", "invalid //", "key b"])
    check("1a == 1.2.3", ["number 1a", "operator ==", "number 1.2.3"])
    check("a:b:c", ["key a", "punctuation :", "key b", "punctuation :", "key c"])
    check(")]} AND", ["punctuation )", "punctuation ]", "punctuation }", "keyword AND"])
    check(" \t\n", [])
  }

  @Test func `tokens cover all but white space, in order, whatever the text`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "a", "in", "[", "]", "[cd", "==", "LIKE", "(", ":", ".", "@sum", "@", "#", "#\"", "'", "\\", "%", "%@",
      "é", "👍", "\u{0}", " ", "\n", "$x", "$", "/*", "1.", "SIZE", "first", "UNION",
    ]
    for _ in 0..<5_000 {
      let text = (0..<random.next() % 12).map { _ in random.pick(pieces) }.joined()
      let bytes = Array(text.utf8)
      var end = 0
      for token in PredicateToken.all(in: text) {
        #expect(bytes[end..<token.range.start].allSatisfy { $0 <= 0x20 }, "seed \(seed): \(text)")
        #expect(token.range.start < token.range.end, "seed \(seed): \(text)")
        end = token.range.end
      }
      #expect(bytes[end...].allSatisfy { $0 <= 0x20 }, "seed \(seed): \(text)")
    }
  }

  @Test func `a text beyond the limits has no tokens`() {
    let limits = PredicateLimits(textBytes: 10, tokens: 3)
    #expect(PredicateToken.all(in: "a.b", limits: limits).count == 3)
    #expect(PredicateToken.all(in: "a.b.c", limits: limits).isEmpty)
    #expect(PredicateToken.all(in: "aaaaaaaaaaa", limits: limits).isEmpty)
  }
}
