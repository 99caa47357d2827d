import PredicateLanguage
import Testing
import TestSupport

@Suite struct StringComparisonTests {
  private func check(
    _ left: String, _ comparison: ComparisonOperator, _ right: String, _ options: StringOptions,
    _ expected: Bool
  ) throws {
    let matcher = try #require(TextMatcher(comparison, right, options: options))
    #expect(matcher.matches(left) == expected, "\(left) \(comparison) \(right)")
  }

  private static let both: StringOptions = [.caseInsensitive, .diacriticInsensitive]

  @Test(arguments: [
    ("Straße", "STRASSE"), ("ß", "ẞ"), ("ΣΊΣΥΦΟΣ", "σίσυφος"), ("ТВОРОГ", "творог"), ("ﬁn", "FIN"),
    ("İ", "i\u{307}"),
    ("ŉ", "ʼN"), ("K", "k"), ("Å", "å"), ("Ꭰ", "ꭰ"), ("é", "E\u{301}"), ("ᾳ", "ΑΙ"),
    ("한", "\u{1112}\u{1161}\u{11AB}"),
    ("q\u{307}\u{323}", "Q\u{323}\u{307}"), ("ǰ", "J\u{30C}"),
  ])
  func `c is full case folding over canonical equivalence`(left: String, right: String) throws {
    try check(left, .equal, right, .caseInsensitive, true)
    try check(right, .equal, left, .caseInsensitive, true)
    try check(left, .equal, right, [], false)
  }

  @Test(arguments: [
    ("é", "e"), ("e\u{301}\u{323}", "e"), ("Å", "A"), ("й", "и"), ("ё", "е"), ("ά", "α"), ("İ", "I"),
    ("ế", "e"), ("א\u{5B8}", "א"), ("שׁ", "ש"), ("مُحَمَّد", "محمد"), ("ที่", "ท"), ("क\u{93C}", "क"),
    ("❤\u{FE0F}", "❤"),
    ("👍🏽", "👍"), ("a\u{E0101}", "a"),
  ])
  func `d strips what belongs to the letter before it`(left: String, right: String) throws {
    try check(left, .equal, right, .diacriticInsensitive, true)
    try check(left, .equal, right, .caseInsensitive, false)
  }

  @Test(arguments: [
    ("が", "か"), ("Ø", "O"), ("ł", "l"), ("æ", "ae"), ("कि", "क"), ("ı", "i"), ("か\u{3099}", "か"), ("آ", "ا"),
    ("\u{301}", ""), ("👩‍💻", "👩"),
  ])
  func `what is a letter of its own stays`(left: String, right: String) throws {
    try check(left, .equal, right, Self.both, false)
  }

  @Test func `an occurrence ends where a character ends`() throws {
    try check("café", .contains, "cafe", .caseInsensitive, false)
    try check("café", .beginsWith, "cafe", .caseInsensitive, false)
    try check("café cafe", .contains, "cafe", .caseInsensitive, true)
    try check("café", .contains, "cafe", Self.both, true)
    try check("cafe\u{301}", .contains, "cafe", [], true)
    try check("ÉCOLE", .beginsWith, "e\u{301}", .caseInsensitive, true)
    try check("👍🏽", .contains, "👍", .caseInsensitive, false)
    try check("👍🏽", .contains, "👍", Self.both, true)
    try check("한국", .beginsWith, "하", .caseInsensitive, false)
    try check("한국", .beginsWith, "한", Self.both, true)
    try check("\u{1112}\u{20DD}\u{1161}", .beginsWith, "\u{1112}", Self.both, true)
  }

  @Test func `what one letter is folded to is found whole`() throws {
    try check("Straße", .contains, "STRASS", .caseInsensitive, true)
    try check("Straße", .contains, "STRAS", .caseInsensitive, false)
    try check("Straße", .endsWith, "se", Self.both, false)
    try check("Straße", .endsWith, "sse", Self.both, true)
    try check("ﬁx", .beginsWith, "f", .caseInsensitive, false)
    try check("ﬁx", .beginsWith, "FI", .caseInsensitive, true)
    try check("ᾳ", .beginsWith, "α", .caseInsensitive, false)
    try check("Straße", .like, "stras*", .caseInsensitive, false)
    try check("Straße", .like, "stra??", .caseInsensitive, true)
    try check("Straße", .like, "*sse", .caseInsensitive, true)
  }

  @Test func `long needles are found as short ones are`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let text = (0..<random.next() % 120).map { _ in random.pick(["a", "b", "A", "é"]) }.joined()
      let needle = (0..<random.next() % 60).map { _ in random.pick(["a", "a", "a", "b"]) }.joined()
      let expected = text.lowercased().unicodeScalars.map { $0 }
      let wanted = needle.unicodeScalars.map { $0 }
      let occurs = (0...max(0, expected.count)).contains { expected[$0...].starts(with: wanted) }
      try check(text, .contains, needle, .caseInsensitive, occurs)
    }
  }

  @Test func `searching takes linear time`() throws {
    let text = String(repeating: "a", count: 400_000)
    try check(text, .contains, String(repeating: "a", count: 100_000) + "b", [], false)
    try check(text, .contains, String(repeating: "a", count: 100_000) + "b", .caseInsensitive, false)
    try check(String(repeating: "\u{301}\u{323}", count: 100_000), .contains, "x", Self.both, false)
  }

  @Test func `bytes that are no UTF-8 do not stop a comparison`() {
    let bytes: [[UInt8]] = [
      [0xFF], [0xC3], [0x80], [0xE2, 0x82], [0xF4, 0x90, 0x80, 0x80], [0xED, 0xA0, 0x80], [0x61, 0xC0, 0xAF],
    ]
    for text in bytes {
      for options in [[], .caseInsensitive, Self.both] as [StringOptions] {
        let needle = FoldedNeedle("a", options: options)
        let isContained = needle.isContained(in: text.span)
        #expect(isContained == (text[0] == 0x61))
        let fits = LikePattern("*", options: options).matches(text.span)
        #expect(fits)
      }
    }
  }

  @Test func `order is that of the scalars, after folding`() {
    #expect(StringComparison.compare("ABC", "abc") < 0)
    #expect(StringComparison.compare("b", "ABC", options: .caseInsensitive) > 0)
    #expect(StringComparison.compare("é", "e\u{301}") > 0)
    #expect(StringComparison.compare("É", "e", options: Self.both) == 0)
    #expect(StringComparison.compare("a", "ab") < 0)
    #expect(StringComparison.compare("é", "f", options: .caseInsensitive) < 0)
    #expect(StringComparison.compare("각", "갂", options: .caseInsensitive) < 0)
    #expect(StringComparison.compare("한", "か", options: .caseInsensitive) < 0)
    #expect(StringComparison.compare("\u{FFFD}", "\u{10000}") < 0)
  }
}
