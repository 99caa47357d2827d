import PredicateLanguage
import Testing
import TestSupport

@Suite struct ParserFuzzTests {
  private static let pieces = [
    "a", "b.c", "#in", "(", ")", "{", "}", "[", "]", "[cd]", "==", "=", "<", "!", "NOT", "AND", "OR", "&&",
    "IN", "BETWEEN",
    "LIKE", "'x'", "\"", "'", "\\", "1", "-", "1.5e", "0x", "%@", "%K", "%", "$x", "$", "@count", ",", ".",
    ":", ":=", "ANY",
    "SUBQUERY", "CAST(1, 'NSDate')", "SELF", "nil", "é", "\u{0}", "#\"k\"", "/*", "**", "+", "IS", "\n",
  ]

  @Test func `mutated text never traps, and what is read prints and reads back`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20_000 {
      let text = (0..<random.next() % 12).map { _ in random.pick(Self.pieces) }
        .joined(separator: random.chance(2) ? " " : "")
      guard let tree = try? ParsedPredicate(parsing: text) else { continue }
      let again = try? ParsedPredicate(parsing: tree.format)
      #expect(again == tree, "seed \(seed): \(text)")
    }
  }

  @Test func `random bytes never trap, and errors draw their place`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20_000 {
      let bytes = (0..<random.next() % 40).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      let text = String(decoding: bytes, as: UTF8.self)
      do throws(PredicateTextError) {
        _ = try ParsedPredicate(parsing: text)
      } catch {
        let size = text.utf8.count
        let range = error.range ?? SourceRange(start: 0, end: 0)
        #expect(range.start >= 0 && range.end <= size, "seed \(seed): \(text)")
        #expect(!error.rendered(in: text).isEmpty)
      }
    }
  }
}
