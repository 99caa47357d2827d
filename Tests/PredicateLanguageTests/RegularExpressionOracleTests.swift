import Foundation
import PredicateLanguage
import TestSupport
import Testing

/// The same notation and the same answers as NSRegularExpression, which is ICU.
@Suite struct `MATCHES beside NSRegularExpression` {
  /// What Foundation says of a whole match; nil for a pattern that it refuses.
  private func oracle(_ pattern: String) -> ((String) -> Bool)? {
    // A line break ends a comment that the pattern may end with.
    let end = pattern.contains("(?x)") ? "\n" : ""
    guard (try? NSRegularExpression(pattern: pattern)) != nil,
      let expression = try? NSRegularExpression(
        pattern: "\\A(?:\(pattern)\(end))\\z", options: .dotMatchesLineSeparators)
    else { return nil }
    return { text in
      expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
    }
  }

  private func check(_ pattern: String, _ texts: [String], _ comment: String = "") {
    let ours = try? RegularExpression(pattern)
    let theirs = oracle(pattern)
    guard let ours, let theirs else {
      #expect((ours == nil) == (theirs == nil), "/\(pattern)/ is a pattern for one of the two \(comment)")
      return
    }
    for text in texts {
      #expect(ours.matches(text) == theirs(text), "/\(pattern)/ on \(text.debugDescription) \(comment)")
    }
  }

  @Test(arguments: [
    ("abc", ["abc", "ab", "abcd", "ABC"]), ("a|b|", ["a", "b", "", "ab"]),
    ("a|ab", ["ab", "a"]), ("(a|ab)(c|bcd)(d*)", ["abcd", "acd", "abbcd"]), ("()", ["", "a"]),
    ("(?:)", ["", "a"]), ("a*", ["", "aaa", "aab"]), ("a+", ["", "a", "aa"]), ("a?", ["", "a", "aa"]),
    ("a*?", ["", "aa"]), ("a+?b", ["aab", "b"]), ("a??b", ["ab", "b"]), ("a{3}", ["aa", "aaa", "aaaa"]),
    ("a{2,}", ["a", "aa", "aaaaa"]), ("a{1,3}", ["", "a", "aaa", "aaaa"]), ("a{0}", ["", "a"]),
    ("a{0,2}b", ["b", "aab", "aaab"]), ("(ab){2}c", ["ababc", "abc"]), ("(a*)*", ["", "aaa", "b"]),
    ("(a*)+b", ["aab", "b", "a"]), ("(a|b)*abb", ["babb", "abab"]),
    ("(?<year>\\d{4})-\\d\\d", ["2026-11", "26-11"]),
    ("x*y*z*", ["xyz", "zy", ""]), ("(?#comment)a", ["a"]), ("a(?#comment)b", ["ab"]), ("]", ["]"]),
    ("a]b", ["a]b"]), ("^a$", ["a", "a\n", "\na"]), ("^*a", ["a"]), ("(?:^|b)a", ["a", "ba"]),
  ])
  func `literals, groups and quantifiers`(pattern: String, texts: [String]) { check(pattern, texts) }

  @Test(arguments: [
    (".", ["a", "\n", "\r\n", "é", "e\u{301}", "👍", "", "\r", "\u{2028}"]),
    ("..", ["\r\n", "\n\r", "ab", "👍"]),
    (".*", ["a\nb", "\r\n\r\n", ""]), ("(?-s).", ["a", "\n", "\u{B}", "\u{85}", "\u{2028}", "\u{1C}"]),
    ("(?-s)a.b", ["a\nb", "axb"]), ("(?-s:.)\\n", ["a\n", "\n\n"]), (".\\n", ["\r\n", "a\n"]),
    ("a.c", ["abc", "a\r\nc", "a\rc"]), ("[^a]", ["\r\n", "\n", "b", "a"]), ("[^a][^a]", ["\r\n"]),
    ("\\R", ["\n", "\r\n", "\r", "\u{85}", "\u{2028}", "\u{2029}", "\u{B}", "\u{C}", "a"]),
    ("\\R\\n", ["\r\n", "\r\n\n"]), ("a$\\n", ["a\n", "a"]), ("a$\\r\\n", ["a\r\n"]), ("a\\r$\\n", ["a\r\n"]),
    ("(?m)a$\\nb", ["a\nb"]), ("(?m)^a\\n^b", ["a\nb"]), ("a\\n^b", ["a\nb"]), ("(?m)a\\r$\\nb", ["a\r\nb"]),
    ("(?m)a\\r^\\nb", ["a\r\nb"]), ("(?m)a\\n^", ["a\n"]), ("a\\Z\\n", ["a\n"]), ("a\\z\\n", ["a\n"]),
    ("a\\z", ["a"]), ("\\Aa", ["a"]), ("b\\Aa", ["ba"]), ("\\Ga", ["a"]), ("a$\\u2028", ["a\u{2028}"]),
  ])
  func `dots, lines and line breaks`(pattern: String, texts: [String]) { check(pattern, texts) }

  @Test(arguments: [
    ("a\\b.*", ["a b", "ab", "a"]), ("a\\B.*", ["a b", "ab", "a"]), (".*\\b", ["a ", "a", ""]),
    ("a\\b\\u0301b?", ["a\u{301}", "a\u{301}b"]), ("a\\u0301\\b.", ["a\u{301} ", "a\u{301}b"]),
    ("é\\b ", ["é "]), ("_\\b-", ["_-"]), ("a\\b\\u200d", ["a\u{200D}"]), ("\\b", ["", "a"]),
    ("\\B", ["", "a"]),
    (".\\b.", ["\u{301}a", "\u{301} ", "漢 ", "漢字", "1a", "1-"]), ("\\Bé\\B", ["é"]),
  ])
  func `word boundaries`(pattern: String, texts: [String]) { check(pattern, texts) }

  @Test(arguments: [
    ("\\t\\n\\r\\f\\a\\e", ["\t\n\r\u{C}\u{7}\u{1B}"]), ("\\x41\\x{42}\\u0043\\U00000044", ["ABCD"]),
    ("\\0101", ["A"]), ("\\012", ["\n"]), ("\\0777", ["\u{3F}7"]), ("\\x4", ["\u{4}"]), ("\\x4g", ["\u{4}g"]),
    ("\\uD83D\\uDC4D", ["👍"]), ("\\cA\\cj", ["\u{1}\n"]), ("\\.\\*\\[\\-\\ \\é", [".*[- é"]),
    ("\\Qa.b*\\E+", ["a.b*", "a.b**", "aab"]), ("\\Q[\\E]", ["[]"]), ("a\\Q\\Eb", ["ab"]),
    ("\\d+", ["123", "٣", "1a"]), ("\\D", ["a", "1"]), ("\\w+", ["aé_1\u{301}", "a-b", "漢", "\u{200D}"]),
    ("\\W", ["-", "a"]), ("\\s+", [" \t\n\u{A0}\u{2003}\u{85}", "a"]), ("\\S", ["a", " "]),
    ("\\h+", [" \t\u{A0}", "\n"]), ("\\H", ["a", " "]), ("\\v", ["\u{B}", "\n", "\r\n", " "]),
    ("\\V", ["a", "\n"]),
    ("\\y", ["y"]), ("\\E", ["", "E", "\\E"]), ("\\xg", [""]), ("\\u12", [""]), ("\\U00110000", [""]),
    ("\\0", [""]),
    ("\\", [""]), ("\\x{}", [""]), ("\\x{110000}", [""]), ("\\i", ["i"]), ("\\cé", ["\u{9}", "cé"]),
    ("\\L\\l", ["Ll"]), ("\\%", ["%"]),
  ])
  func `escapes`(pattern: String, texts: [String]) { check(pattern, texts) }

  private static let letters = [
    "a", "b", "c", "z", "A", "Z", "0", "9", "-", "&", "^", "]", "[", " ", "é", "😀", ":", "\\",
  ]

  @Test(arguments: [
    "[abc]", "[a-c]", "[^a-c]", "[]a]", "[^]a]", "[a\\]]", "[a-]", "[-a]", "[a^]", "[\\^a]", "[a-c0-9]",
    "[a-c&&b-z]", "[a-z--b-c]", "[a-z--[bc]]", "[[a-z]-[bc]]", "[[a-z]&[bc]]", "[[a-c][0-9]]",
    "[^[a-c][0-9]]",
    "[a-z&&[^b]]", "[\\d&&[^0]]", "[\\w--\\d]", "[\\w-a]", "[\\d-]", "[a&b]", "[&a]", "[a&]", "[&&a]",
    "[--a]",
    "[a-c-z]", "[a-c-]", "[a-c&z]", "[a&&]", "[a--]", "[z-a]", "[a", "[", "[]", "[^]", "[a-\\d]",
    "[\\Qa-z\\E]",
    "[[:alpha:]]", "[[:^alpha:]]", "[[:digit:]a]", "[:alpha:]", "[:a]", "[[:alpha:][:digit:]&&[a-c0]]",
    "[\\p{Lu}a]",
    "[^\\p{Lu}]", "[\\P{Lu}]", "[a-b\\D]", "[\\x{1F600}]", "[\\t-a]", "[a\\-z]", "[a\\&&b]", "[\\b]",
    "[a-c&&b&&b]",
    "[a-z--a--b]", "[a-z--a&&b-c]", "[[a-z]--[a]--[b]]", "[a-[b]]", "[a-a]", "[^^]", "[[^a]&&[^b]]", "[{}]",
    "[(a)|b]",
    "[a.]", "[*+?]", "[[a]-b]", "[[a-c]&b]", "[[a-z]-[a-c]-[z]]", "[[a-z]&&a-b c]", "[\\s\\S]", "[\\h\\v]",
    "[\\R]",
    "[a-z-[b]]", "[a-z&[b]]", "[b-[c]&&[b]]", "[\\d&[0]]", "[\\d-[0]]", "[\\p{Lu}&[A]]", "[[:alpha:]-[a]]",
    "[\\E]", "[\\Q]\\E]", "[[:foo:]]", "[[:alpha:a]]", "[^:alpha:]", "[[a]b[c]]",
  ])
  func `sets`(pattern: String) { check(pattern, Self.letters) }

  @Test(arguments: [
    "Lu", "Ll", "L", "Lt", "LC", "Letter", "Uppercase_Letter", "uppercase letter", "gc=Lu",
    "General_Category=Nd",
    "N", "Nd", "P", "Pd", "S", "Sc", "Sm", "Z", "Zs", "C", "Cc", "M", "Mn", "Alphabetic", "Uppercase",
    "Lowercase",
    "White_Space", "whitespace", "Hex_Digit", "ASCII_Hex_Digit", "Ideographic", "Math", "Dash", "Cased",
    "Emoji_Presentation", "ID_Start", "XID_Continue", "Any", "ASCII", "Assigned", "alpha", "punct", "xdigit",
    "graph",
    "print", "blank", "cntrl", "space", "word", "alnum", "digit", "^Lu", "", "Lx", "foo", "L u",
  ])
  func `properties`(name: String) {
    let texts =
      Self.letters + ["ǅ", "ß", "漢", "٣", "\u{301}", "½", "€", "\t", "\u{A0}", "\u{1}", "+", "_", "Ⅷ", "ａ"]
    check("\\p{\(name)}", texts)
    check("\\P{\(name)}", texts)
    check("[[:\(name):]]", texts)
  }

  @Test(arguments: [
    ("(?i)straße", ["STRASSE", "Straße", "strase", "STRAẞE"]), ("(?i)strasse", ["Straße"]),
    ("(?i)ß", ["ss", "SS", "ẞ", "ß"]),
    ("(?i)[ß]", ["ss", "ẞ", "ß"]), ("(?i)k", ["\u{212A}", "K"]), ("(?i)[k]", ["\u{212A}", "K"]),
    ("(?i)[^k]", ["\u{212A}", "a"]),
    ("(?i)σ", ["ς", "Σ"]), ("(?i)[σ]", ["ς", "Σ"]), ("(?i)é", ["É", "e"]),
    ("(?i)[a-z]+", ["ABC", "aBc1", "ſ"]),
    ("(?i)\\p{Lu}", ["a", "A", "1"]), ("(?i)\\P{Lu}", ["a", "1"]), ("(?i)[[:upper:]]", ["a", "A"]),
    ("(?i)[^A-Z]", ["a", "1"]),
    ("(?i)ﬁ", ["fi", "FI", "ﬁ"]), ("(?i)fi", ["ﬁ"]), ("(?i)f.", ["ﬁ", "fx"]),
    ("(?i)İ", ["i\u{307}", "İ", "i"]),
    ("(?i)\\x41", ["a"]), ("(?i)\\QA\\E", ["a"]), ("a(?i)b", ["aB", "AB"]), ("(a(?i)b)c", ["aBc", "aBC"]),
    ("(?i:a)b", ["Ab", "AB"]), ("(?i)a(?-i)b", ["Ab", "AB"]), ("(?i)a(?-i:b)c", ["AbC", "ABC"]),
    ("a(?i)b|c", ["C", "aB"]),
    ("(?i-s).", ["\n", "a"]), ("(?ims)a", ["A"]), ("(?x) a b # no\n c", ["abc", "a b"]),
    ("(?x)a\\ b", ["a b"]),
    ("(?x)[ a b ]", [" ", "a", "b"]), ("(?x)[#a]", ["#", "a"]), ("(?x)a *", ["aaa"]), ("(?x)a{ 2 }", ["aa"]),
    ("(?x: a )b", ["ab"]),
    ("(?x)a#b", ["a"]), ("(?x)\\Q a\\E", [" a", "a"]), ("(?i)", [""]), ("(?q)a", ["a"]), ("(?i-)a", ["A"]),
    ("(?-i-s)a", ["a"]),
    ("(?i)[a-c&&[B]]", ["b", "B", "a"]), ("(?i)[a-c--[B]]", ["b", "B", "a", "A"]),
    ("(?i)[[^a]]", ["A", "b"]), ("(?i)\\w\\d", ["A1"]),
    ("(?im)^A$\\n^B", ["a\nb"]), ("(?i)ŉ", ["ʼn", "ʼN"]), ("(?i)ΐ", ["ΐ"]),
  ])
  func `flags`(pattern: String, texts: [String]) { check(pattern, texts) }

  @Test(arguments: [
    "a**", "a*{2}", "*a", "+", "?a", "{", "a{", "a{}", "a{x}", "a{2", "a{2,1}", "a{,2}", "a{2}{3}", "}", "a}",
    "(", "(a",
    ")", "a)", "(?", "(?:", "(?<a", "(?<>a)", "(?<1a>b)", "(?<a>b)(?<a>c)", "(?<a_b>c)", "(?P<a>b)", "(?#",
    "(?i", "(?i)*",
    "a|*", "(*)", "(|a)", "(?#a)*", "a(?#b)*", "(?i)a(?#b)+", "a{0,0}", "a{01}", "a{1,02}", "\\p", "\\p{",
    "\\pL",
    "\\p{Lu", "^{2}", "\\b+", "$?", "a|b|", "||", "a{1}?", "(?i:)", "(?:a", "\\Q\\E*", "a\\Q\\E*", "(?x)a #(",
    "(?<a>)",
    "(?-)a", "(?)a", "((a)", "(a))", "[[a]", "[a]]", "a{1 }", "(?s-im:a)", "( ?:a)", "(?x)( ?:a)",
  ])
  func `what is a pattern`(pattern: String) { check(pattern, ["a", "", "aa", "b", "bc"]) }

  @Test func `random patterns on random texts`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<1_500 {
      let pattern = Self.pattern(3, &random)
      let texts = (0..<6).map { _ in
        (0..<random.next() % 6).map { _ in random.pick(["a", "b", "B", "\n", "\r", " ", "é", "1"]) }.joined()
      }
      check(pattern, texts, "seed \(seed)")
    }
  }

  private static func pattern(_ depth: Int, _ random: inout SeededGenerator) -> String {
    let parts = (0..<1 + random.next() % 3).map { _ in part(depth, &random) }
    return random.chance(4) ? parts.joined(separator: "|") : parts.joined()
  }

  private static func part(_ depth: Int, _ random: inout SeededGenerator) -> String {
    let greedy = ["", "", "", "*", "+", "?", "{2}", "{1,2}", "{0,1}", "{2,}"]
    if depth > 0, random.chance(3) {
      let opening = random.pick(["(", "(?:", "(?i:", "(?-s:", "(?m:"])
      return opening + pattern(depth - 1, &random) + ")"
        + random.pick(depth > 1 ? ["", "?", "{1,2}"] : greedy)
    }
    let atom = random.pick([
      "a", "b", "B", "é", "1", " ", ".", ".", "\\d", "\\w", "\\s", "\\W", "\\n", "\\r", "\\R", "[ab]",
      "[^ab]", "[a-z]",
      "[^a&&[^b]]", "[\\w--[a]]", "\\p{Lu}", "\\p{Ll}", "^", "$", "\\b", "\\B", "\\Z", "\\v", "\\h",
    ])
    let isPlace = ["\\b", "\\B", "\\Z", "^", "$"].contains(atom)
    return atom + (isPlace ? "" : random.pick(greedy + ["*?", "+?", "??"]))
  }

  /// Where ICU answers otherwise, and why this is no mistake.
  @Test(arguments: [
    // ICU refuses the empty pattern; it fits the empty text, as `a*` does.
    ("", "", true),
    // ICU leaves a lazy repetition after a turn that took nothing, and does not come back to try its other ways.
    ("(?:b|a*?)*?", "ba", true),
    // Letters fold one by one here, so that (?i) and [c] agree with ==[c]; in ICU only a whole literal is two letters.
    ("(?i)s{2}", "ß", true), ("(?i)s+", "ß", true), ("(?i)(?:s)s", "ß", true),
    // Canonically equivalent letters are the same where case is folded.
    ("(?i)É", "e\u{301}", true), ("(?i)e\u{301}", "É", true),
    // Each side of && and -- is closed under case by itself.
    ("(?i)[a-z&&A]", "a", true), ("(?i)[a-z--A]", "a", false),
  ])
  func `differences that are meant`(pattern: String, text: String, expected: Bool) throws {
    #expect(try RegularExpression(pattern).matches(text) == expected)
    #expect(oracle(pattern).map { $0(text) } != expected, "ICU agrees now")
  }
}
