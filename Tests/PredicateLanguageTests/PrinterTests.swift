import PredicateLanguage
import Testing
import TestSupport

@Suite struct PrinterTests {
  /// Why a text is not read; empty if it is.
  private func refusal(of text: String) -> String {
    do throws(PredicateTextError) {
      _ = try ParsedPredicate(parsing: text)
      return ""
    } catch {
      return error.rendered(in: text)
    }
  }

  @Test func `every random tree reads back from its text`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<3_000 {
      let tree = RandomTree.node(3, &random)
      let text = tree.format
      let again = try? ParsedPredicate(parsing: text)
      #expect(again == tree, "seed \(seed): \(text) \(refusal(of: text))")
      #expect(again?.hashValue == tree.hashValue)
    }
  }

  @Test func `typed random predicates read back too`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let predicates = RandomPredicate(PredicateValue.Kind.allCases.map { ($0.rawValue, $0) })
    for _ in 0..<1_000 {
      let tree = predicates.next(&random)
      let again = try? ParsedPredicate(parsing: tree.format)
      #expect(again == tree, "seed \(seed): \(tree.format)")
    }
  }

  @Test func `placeholders keep their order`() throws {
    let text = "%K.a == %@ AND (b IN {%d, $X} OR %f < c)"
    #expect(try ParsedPredicate(parsing: text).format == text)
  }

  @Test func `trees in another form are written in the parser's form`() throws {
    let part = try ParsedPredicate(parsing: "a == 1")
    #expect(ParsedPredicate.and([]).format == "TRUEPREDICATE")
    #expect(ParsedPredicate.or([]).format == "FALSEPREDICATE")
    #expect(ParsedPredicate.and([.or([part])]).format == "a == 1")
    #expect(ParsedPredicate.not(.and([part, part])).format == "NOT (a == 1 AND a == 1)")
  }
}
