import Foundation
import PredicateLanguage
import Testing
import TestSupport

/// Text operators against Foundation's, on random texts.
///
/// `OBJWIRE_FULL=1` compares 120,000 texts, `OBJWIRE_SEED` sets the seed.
@Suite struct TextOracleTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = environment["OBJWIRE_FULL"] == nil ? 500 : 120_000
  private static let allOptions = (UInt8(0)..<4).map(StringOptions.init(rawValue:))

  private let seed = Self.environment["OBJWIRE_SEED"].flatMap { UInt64($0) } ?? .random(in: 0...UInt64.max)

  /// The scalars of a text, for messages.
  private func spelled(_ text: String) -> String {
    text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
  }

  /// Calls `body` with texts and what they are compared with.
  private func pairs(of count: Int, _ body: (String, TextOperator, String) throws -> Void) rethrows {
    var source = RandomText(random: SeededGenerator(seed: seed))
    let operations: [TextOperator] = [.contains, .beginsWith, .endsWith]
    for _ in 0..<count {
      let text = source.text()
      let other = source.variant(of: source.variant(of: text))
      try body(text, .equal, other)
      try body(text, .less, other)
      // A start is also looked for at the end, and so on.
      for part in source.parts(of: other) { try body(text, source.random.pick(operations), part) }
    }
  }

  @Test func `every operator answers as Foundation does wherever that does not contradict itself`() {
    var compared = 0
    var contradictions: [String: Int] = [:]
    pairs(of: Self.count) { text, operation, other in
      for options in Self.allOptions {
        let foundation = FoundationText(options: options)
        compared += 1
        let answer = operation.holds(text, other, options)
        guard answer != foundation.holds(operation, text, other) else { continue }
        if let reason = foundation.contradiction(operation, text, other) {
          contradictions[reason, default: 0] += 1
        } else {
          Issue.record(
            """
            seed \(seed): (\(spelled(text))) \(operation.rawValue)[\(options.letters)] (\(spelled(other))) \
            is \(answer)
            """)
        }
      }
    }
    #expect(contradictions.values.reduce(0, +) < compared / 8, "\(contradictions)")
  }

  @Test func `canonically equivalent texts differ without options, and have the same answers with them`() {
    pairs(of: Self.count / 10) { text, operation, other in
      for options in Self.allOptions {
        let answer = operation.holds(text, other, options)
        for form in FoundationText.forms(text) {
          guard !options.folding.isEmpty else {
            let isSame = form.unicodeScalars.elementsEqual(text.unicodeScalars)
            #expect(TextOperator.equal.holds(form, text, options) == isSame)
            continue
          }
          for otherForm in FoundationText.forms(other) {
            #expect(
              operation.holds(form, otherForm, options) == answer,
              "seed \(seed): (\(spelled(form))) \(operation.rawValue)[\(options.letters)] (\(spelled(otherForm)))"
            )
          }
        }
      }
    }
  }

  @Test func `order without options is that of the scalars`() {
    pairs(of: Self.count / 2) { text, operation, other in
      guard operation == .less else { return }
      let isLess = text.unicodeScalars.lexicographicallyPrecedes(other.unicodeScalars)
      #expect(operation.holds(text, other, []) == isLess, "seed \(seed): \(spelled(text)), \(spelled(other))")
    }
  }

  @Test func `LIKE with asterisks is equality, a start, a part or an end`() {
    let patterns: [TextOperator: (String) -> String] = [
      .equal: { $0 }, .beginsWith: { "\($0)*" }, .contains: { "*\($0)*" }, .endsWith: { "*\($0)" },
    ]
    pairs(of: Self.count / 4) { text, operation, other in
      guard let pattern = patterns[operation] else { return }
      for options in Self.allOptions {
        let matches = LikePattern(pattern(other), options: options).matches(text.utf8Span.span)
        #expect(
          matches == operation.holds(text, other, options),
          "seed \(seed): (\(spelled(text))) \(operation.rawValue)[\(options.letters)] (\(spelled(other)))")
      }
    }
  }

  @Test func `a question mark of LIKE takes any one character`() {
    var source = RandomText(random: SeededGenerator(seed: seed))
    for _ in 0..<Self.count / 3 {
      let text = source.text()
      guard let index = text.indices.randomElement(using: &source.random) else { continue }
      let pattern = text[..<index] + "?" + text[text.index(after: index)...]
      for options in Self.allOptions {
        // A mark that [d] strips although it is a character of its own is none in the end.
        if options.contains(.diacriticInsensitive),
          FoundationText.decomposed(text).first.map(FoundationText.isMark) == true
        {
          continue
        }
        let fits = LikePattern(String(pattern), options: options).matches(text.utf8Span.span)
        #expect(
          fits,
          "seed \(seed): (\(spelled(text))) LIKE[\(options.letters)] (\(spelled(String(pattern))))")
      }
    }
  }
}
