import PredicateLanguage
import TestSupport
import Testing

/// What MATCHES means under the options of the language, what it refuses, and what it costs.
@Suite struct `Regular expressions` {
  private func check(
    _ text: String, _ pattern: String, _ options: StringOptions = [], _ expected: Bool
  ) throws {
    let expression = try RegularExpression(pattern, options: options)
    #expect(expression.matches(text) == expected, "\(text) MATCHES[\(options.letters)] \(pattern)")
  }

  @Test func `the whole text has to fit, and a dot takes line breaks`() throws {
    try check("abc", "b", [], false)
    try check("abc", ".b.", [], true)
    try check("a\nc", "a.c", [], true)
    try check("", "", [], true)
    try check("a.b*", "\\Qa.b*", [], true)
  }

  @Test(arguments: [
    ("STRASSE", "straße"), ("Straße", "STRASSE"), ("É", "é"), ("e\u{301}", "É"), ("É", "e\u{301}"),
    ("É", "."), ("e\u{301}", "."), ("e\u{301}", "[é]"), ("É", "[à-ü]"), ("ß", "."), ("ẞ", "[ß]"),
    ("ABC", "[a-c]+"),
    ("a", "\\p{Lu}"), ("CAFÉ au lait", "café.*"), ("ΣΑΣ", "σας"), ("한", "."),
    ("\u{1112}\u{1161}\u{11AB}", "한"),
    ("か\u{3099}", "."), ("İ", "i\u{307}"), ("\u{212B}", "å"), ("x\u{301}", "x."), ("ß1", "ss\\d"),
  ])
  func `c takes letters in either case, and equivalent texts as one`(text: String, pattern: String) throws {
    try check(text, pattern, .caseInsensitive, true)
  }

  @Test(arguments: [
    ("Café", "Cafe"), ("Cafe", "Café"), ("Cafe\u{301}", "Caf[é]"), ("Cafe", "Caf[é]"), ("é", "."),
    ("e\u{301}\u{323}", "."), ("naïve", "na.ve"), ("é", "[a-z]"), ("か\u{3099}", "が"), ("か\u{3099}", "."),
    ("ё", "е"), ("q\u{301}", "q"),
  ])
  func `d leaves marks out of text and pattern`(text: String, pattern: String) throws {
    try check(text, pattern, .diacriticInsensitive, true)
    try check(text, pattern, [.caseInsensitive, .diacriticInsensitive], true)
  }

  @Test func `options do what they say and no more`() throws {
    try check("É", "e", .caseInsensitive, false)
    try check("É", "e", .diacriticInsensitive, false)
    try check("É", "e", [.caseInsensitive, .diacriticInsensitive], true)
    try check("É", "[e]", [.caseInsensitive, .diacriticInsensitive], true)
    try check("e", "[^é]", .diacriticInsensitive, false)
    try check("A", "a", .normalized.union(.caseInsensitive), false)
    try check("é", "e\u{301}", [], false)
    try check("e\u{301}", ".", [], false)
    try check("A", "(?-i)a", .caseInsensitive, false)
    try check("é", "(?-i)e", [.caseInsensitive, .diacriticInsensitive], true)
    try check("が", "か", .diacriticInsensitive, false)
  }

  @Test func `a literal pattern agrees with equality under every option`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "a", "A", "é", "e\u{301}", "E", "ß", "s", "S", "ẞ", "İ", "i", "\u{307}", "ﬁ", "f", "か", "\u{3099}", "한",
    ]
    for _ in 0..<2_000 {
      let texts = (0..<2).map { _ in (0..<random.next() % 4).map { _ in random.pick(pieces) }.joined() }
      for raw in UInt8(1)..<4 {
        let options = StringOptions(rawValue: raw)
        let isEqual = StringComparison.compare(texts[0], texts[1], options: options) == 0
        let matches = try RegularExpression(texts[1], options: options).matches(texts[0])
        #expect(matches == isEqual, "seed \(seed): \(texts[0]) MATCHES[\(options.letters)] \(texts[1])")
      }
    }
  }

  @Test func `bytes that are no UTF-8 are characters that nothing but a dot takes`() throws {
    let bytes: [UInt8] = [0x61, 0xFF, 0x62]
    #expect(try RegularExpression("a.b").matches(bytes.span))
    #expect(try !RegularExpression("a\\wb", options: .caseInsensitive).matches(bytes.span))
  }
}
