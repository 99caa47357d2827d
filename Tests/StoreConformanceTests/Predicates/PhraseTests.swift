import PredicateLanguage
import Testing
import TestSupport

/// What a failing random predicate is told with.
@Suite struct PhraseTests {
  @Test func `placeholders keep their order and names their values`() {
    let first = Phrase(pieces: [.positional("%d", .value(.integer(1)))])
    let second = Phrase(pieces: [.named("x", .value(.integer(2)))])
    let third = Phrase(pieces: [.positional("%@", .value(.integer(3)))])
    let written = ("\(first) == \(second) OR a IN {\(third)}" as Phrase).written
    #expect(written.text == "%d == $x OR a IN {%@}")
    #expect(written.positional.count == 2 && Array(written.named.keys) == ["x"])
  }

  @Test func `a predicate is cut down to the part that fails`() {
    let parts: [Phrase] = ["a == 1", "b == 2", "c == 3"]
    var both = Phrase.joined(["(\(parts[1]))", "(\(parts[2]))"], by: " OR ")
    both.simpler = [parts[1], parts[2]]
    var whole = Phrase.joined([parts[0], "NOT (\(both))"], by: " AND ")
    whole.simpler = [parts[0], both]
    #expect(whole.written.text == "a == 1 AND NOT ((b == 2) OR (c == 3))")
    #expect(whole.shrunk { $0.written.text.contains("c") }.written.text == "c == 3")
    #expect(whole.shrunk { _ in false }.written.text == whole.written.text)
  }

  @Test func `one seed gives one predicate`() {
    var random = SeededGenerator(seed: 7)
    let world = PredicateWorld.random(&random)
    let texts = (0..<2).map { _ in
      var phrases = RandomPhrase(
        world, features: Set(PhraseFeature.allCases), random: SeededGenerator(seed: 3))
      return (0..<20).map { _ in phrases.next(on: "Thing").written.text }
    }
    #expect(texts[0] == texts[1] && Set(texts[0]).count > 15)
  }
}
