import PredicateLanguage
import TestSupport
import Testing

/// Time grows with pattern × text, counted in visits of instructions.
@Suite struct `Time of regular expressions` {
  private func many(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

  /// - Parameter cost: the most visits that each scalar of the text may take.
  private func check(
    _ pattern: String, _ text: String, _ options: StringOptions = [], _ expected: Bool, cost: Int
  ) throws {
    let (matches, steps) = try RegularExpression(pattern, options: options).walk(text.utf8Span.span)
    #expect(matches == expected, "/\(pattern)/")
    #expect(steps <= cost * (text.unicodeScalars.count + 1), "/\(pattern)/ took \(steps) steps")
  }

  @Test func `patterns that are exponential to those who try one way after the other`() throws {
    let text = many("a", 100_000)
    try check("(a+)+b", text, [], false, cost: 20)
    try check("(a|a)*b", text, [], false, cost: 16)
    let shorter = many("a", 10_000)
    try check("(a*)*b", shorter + "b", [], true, cost: 16)
    try check("(a|aa|aaa)+", shorter, .caseInsensitive, true, cost: 24)
    try check(".*.*.*.*=.*", shorter, [], false, cost: 40)
    try check("(?i)(x+x+)+y", many("x", 10_000), [], false, cost: 36)
  }

  @Test func `counted repetitions cost what they count`() throws {
    try check("(a?){30}a{30}", many("a", 30), [], true, cost: 250)
    try check("(a?){30}a{30}", many("a", 60), [], true, cost: 250)
    try check("(a?){30}a{30}", many("a", 100_000), [], false, cost: 1)
    try check("(a{0,40}){0,40}b", many("a", 1_600), [], false, cost: 20_000)
    try check(".*a.{30}", many("a", 5_000), [], true, cost: 80)
  }

  @Test func `a text of twice the length takes twice the steps`() throws {
    for pattern in ["(a|b|ab)*c", "(a+b?)+c", "[ab]*?[a-z&&[^z]]*\\b", "(?i)(ss|s)*ß?"] {
      let expression = try RegularExpression(pattern, options: .caseInsensitive)
      let steps = [1_000, 2_000].map { expression.walk(many("aßb", $0).utf8Span.span).steps }
      #expect(steps[1] <= 2 * steps[0] + 100, "/\(pattern)/: \(steps)")
    }
  }

  @Test func `random patterns stay below states × text`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      var pattern = "a"
      for _ in 0..<random.next() % 8 {
        pattern =
          "(\(pattern)\(random.pick(["|a", "a?", "|", "b*"])))" + random.pick(["*", "+", "?", "{0,3}"])
      }
      guard let expression = try? RegularExpression(pattern) else { continue }
      let states = expression.stateCount
      let text = (0..<200).map { _ in random.pick(["a", "b"]) }.joined()
      let steps = expression.walk(text.utf8Span.span).steps
      #expect(steps <= 4 * (states + 1) * (text.utf8.count + 1), "seed \(seed): /\(pattern)/ took \(steps)")
    }
  }
}
