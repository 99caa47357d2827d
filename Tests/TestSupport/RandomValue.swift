import FoundationEssentials
package import PredicateLanguage

/// Random values out of small pools, so that random predicates and random rows meet often.
package enum RandomValue {
  /// Texts with the cases that comparisons go wrong on: case, marks in both forms, wildcards, length.
  package static let texts = [
    "", "a", "A", "ab", "aB", "abc", "ABC", "café", "cafe\u{301}", "CAFÉ", "cafe", "Straße", "STRASSE", "ß",
    "ss",
    "İ", "i", "I", "ı", "творог", "ТВОРОГ", "ё", "е", "%", "_", "*", "?", "a*b", "a?b", "\\", "a\\*", "'",
    "\"",
    "日本語", "が", "か", "한", "\u{1112}\u{1161}\u{11AB}", "👍", "👍🏽", "e", "é", "\u{301}", "a\nb", "\r\n",
    "\0", "a\0b", "a\0", "\u{FFFD}", "ａ", "buy milk",
    "Buy Milk at the corner shop", "z", "Z", "ﬁ", "fi",
  ]

  /// One of the texts, sometimes two together.
  package static func text(_ random: inout SeededGenerator) -> String {
    random.chance(5) ? random.pick(texts) + random.pick(texts) : random.pick(texts)
  }

  /// A value of a kind, never null and never infinite; lists hold texts.
  package static func value(
    _ kind: PredicateValue.Kind, _ random: inout SeededGenerator
  ) -> PredicateValue {
    switch kind {
    case .null: .null
    case .boolean: .boolean(random.chance(2))
    case .integer:
      .integer(random.pick([-2, -1, 0, 1, 2, 3, 7, 10, 100, 1 << 53, (1 << 53) + 1, .max, .min]))
    case .double:
      .double(random.pick([-1.5, -1, 0, 0.1, 0.5, 1, 1.5, 2, 3, 7, 1e300, 9_007_199_254_740_992]))
    case .decimal:
      .decimal(decimal(random.pick(["-1.5", "0", "0.1", "1", "1.10", "2", "10.01", "123456789.25"])))
    case .string: .string(text(&random))
    case .date: .date(random.pick([-1, 0, 0.5, 1, 86_400, 700_000_000, 700_000_000.25]))
    case .uuid: .uuid(uuid(&random))
    case .url: .url(random.pick(["https://example.org/", "https://example.org/A", "file:///tmp", ""]))
    case .data: .data(random.pick([[], [0], [0, 255], [1], [65, 66]]))
    case .objectID: .objectID(ObjectID(store: uuid(&random), entity: "Task", key: .permanent(1)))
    case .list: .list((0..<random.next() % 4).map { _ in .string(text(&random)) })
    }
  }

  private static func uuid(_ random: inout SeededGenerator) -> UUID {
    let last = UInt8(random.next() % 4)
    return UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, last))
  }

  private static func decimal(_ text: String) -> Decimal {
    Decimal(string: text) ?? 0
  }
}
