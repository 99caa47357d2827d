import PredicateLanguage
import Testing
import TestSupport

@Suite struct LikePatternTests {
  private func check(_ text: String, _ pattern: String, _ options: StringOptions = [], _ expected: Bool) {
    #expect(
      LikePattern(pattern, options: options).matches(text.utf8Span.span) == expected,
      "\(text) LIKE \(pattern)")
  }

  @Test(arguments: [
    ("", "", true), ("", "*", true), ("", "?", false), ("a", "", false), ("a", "?", true), ("a", "a", true),
    ("a", "*", true),
    ("ab", "a?", true), ("ab", "?", false), ("abc", "a*c", true), ("abc", "*b*", true), ("abc", "a*b", false),
    ("abc", "***", true),
    ("aab", "*ab", true), ("abab", "*ab", true), ("ab", "*ab*ab", false), ("aba", "ab*ba", false),
    ("abcabc", "a?c*?bc", true),
    ("a*b", "a\\*b", true), ("axb", "a\\*b", false), ("a?b", "a\\?b", true), ("axb", "a\\?b", false),
    ("a\\b", "a\\\\b", true),
    ("a\\b", "a\\b", true), ("a\\", "a\\", true), ("a.b", "a.b", true), ("axb", "a.b", false),
    ("a%b", "a%b", true), ("[a]", "[a]", true),
    ("a\nb", "a?b", true), ("a\r\nb", "a?b", true), ("AB", "a?", false), ("x", "?*", true), ("", "?*", false),
    ("ab", "??*?", false),
  ])
  func `stars and question marks`(text: String, pattern: String, expected: Bool) {
    check(text, pattern, [], expected)
  }

  @Test(arguments: [
    ("café", "caf?"), ("cafe\u{301}", "caf?"), ("한국", "??"), ("👍🏽", "?"), ("👨‍👩‍👧", "?"), ("ß", "?"), ("İx", "?x"),
    ("aéb", "a*b"),
    ("日本語", "日?語"), ("🇩🇪🇫🇷", "??"),
  ])
  func `one character is what a reader takes for one, under every option`(text: String, pattern: String) {
    for raw in UInt8(0)..<4 { check(text, pattern, StringOptions(rawValue: raw), true) }
  }

  @Test func `options fold both sides`() {
    check("Straße", "*STRASSE", .caseInsensitive, true)
    check("Café au lait", "cafe*", [.caseInsensitive, .diacriticInsensitive], true)
    check("Café au lait", "cafe*", .caseInsensitive, false)
    check("ß", "ss*", .caseInsensitive, true)
    check("ß", "s*", .caseInsensitive, false)
    check("ÀB", "a?", [.caseInsensitive, .diacriticInsensitive], true)
  }

  @Test func `a pattern agrees with the definition on random text`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<5_000 {
      let text = (0..<random.next() % 8).map { _ in random.pick(["a", "b", "é"]) }
      let pattern = (0..<random.next() % 7).map { _ in random.pick(["a", "b", "é", "*", "?"]) }
      let expected = fits(text[...], pattern[...])
      let joined = text.joined()
      let matches = LikePattern(pattern.joined(), options: []).matches(joined.utf8Span.span)
      #expect(
        matches == expected,
        "seed \(seed): \(text.joined()) LIKE \(pattern.joined())")
    }
  }

  private func fits(_ text: ArraySlice<String>, _ pattern: ArraySlice<String>) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    if first == "*" {
      return fits(text, pattern.dropFirst()) || !text.isEmpty && fits(text.dropFirst(), pattern)
    }
    return !text.isEmpty && (first == "?" || first == text.first)
      && fits(text.dropFirst(), pattern.dropFirst())
  }

  @Test func `many stars take no exponential time`() {
    let text = String(repeating: "a", count: 20_000)
    check(text, String(repeating: "*a", count: 2_000) + "*b", [], false)
    check(text + "é", String(repeating: "*a?", count: 500) + "*b", .caseInsensitive, false)
  }

  @Test func `long segments with question marks agree with the definition on random text`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let characters = ["a", "a", "a", "b", "é", "e\u{301}", "👨‍👩‍👧"]
    for _ in 0..<2_000 {
      let text = (0..<random.next() % 24).map { _ in random.pick(characters) }
      let middle = (0..<random.next() % 6).map { _ in random.pick(["a", "a", "aa", "b", "?", "?", "é"]) }
      let pattern = ["*"] + middle.flatMap { $0.map(String.init) } + ["*"]
      let options = random.pick([StringOptions.caseInsensitive, .diacriticInsensitive])
      func fold(_ characters: [String]) -> [String] {
        characters.map { $0 == "é" && options == .diacriticInsensitive ? "e" : $0 }
      }
      let expected = fits(fold(text)[...], fold(pattern)[...])
      let matches = LikePattern(pattern.joined(), options: options).matches(text.joined().utf8Span.span)
      #expect(matches == expected, "seed \(seed): \(text.joined()) LIKE \(pattern.joined())")
    }
  }

  @Test func `a segment with a question mark is found in linear time`() {
    func many(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
    let text = many("a", 60_000)
    check(text, "*?" + many("a", 30_000) + "b*", [], false)
    check(text, "*" + many("a", 20_000) + "?" + many("a", 20_000) + "b*", [], false)
    check(text + "é", "*" + many("a", 20_000) + "?" + many("a", 20_000) + "b*", .caseInsensitive, false)
    check(text + "b" + text, "*" + many("a", 20_000) + "?" + many("a", 20_000) + "?a*", [], true)
    check(text, "*" + many("aa?", 20) + "b*", [], false)
    check("xabcdabxcd", "*ab?cd*", [], true)
  }

  @Test func `question marks between two asterisks have a limit`() throws {
    let most = "*" + String(repeating: "?", count: LikePattern.questionMarkLimit) + "*"
    let text = String(repeating: "a", count: 1_000)
    check(text, most, [], true)
    check(text, "?" + most, [], true)
    check(text, "*?" + most.dropFirst(), [], false)
    #expect(LikePattern(most, options: []).isWithinLimit)
    #expect(!LikePattern("*?" + most.dropFirst(), options: []).isWithinLimit)
    check(text, String(repeating: "?", count: 1_000), [], true)
  }

  @Test func `a long text outside ASCII is folded as a short one is`() {
    let text = String(repeating: "É", count: 50_000)
    for options in [StringOptions.caseInsensitive, [.caseInsensitive, .diacriticInsensitive]] {
      check(text + "x", "*É?X", options, true)
      check(text + "x", "é*y", options, false)
    }
  }
}
