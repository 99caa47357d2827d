import FoundationEssentials
import PredicateLanguage
import Testing
import TestSupport

@Suite struct ValueTests {
  @Test func `exact equality tells kinds, bytes and forms apart`() {
    #expect(PredicateValue.integer(1) != .double(1))
    #expect(PredicateValue.boolean(true) != .integer(1))
    #expect(PredicateValue.string("é") != .string("e\u{301}"))
    #expect(PredicateValue.string("a\u{323}\u{307}") != .string("a\u{307}\u{323}"))
    #expect(PredicateValue.string("a") != .url("a"))
    #expect(PredicateValue.double(0.0) == .double(-0.0))
    #expect(PredicateValue.double(0.0).hashValue == PredicateValue.double(-0.0).hashValue)
    #expect(Set([PredicateValue.string("é"), .string("e\u{301}"), .string("é")]).count == 2)
    #expect(PropertyPath(["é"]) != PropertyPath(["e\u{301}"]))
  }

  @Test(arguments: [
    (PredicateValue.null, PredicateValue.integer(.min)), (.integer(.min), .double(-1e18)),
    (.double(-0.5), .integer(0)),
    (.integer(9_007_199_254_740_993), .double(9_007_199_254_740_994)),
    (.double(9_007_199_254_740_992), .integer(9_007_199_254_740_993)),
    (.integer(.max), .double(0x1p63)), (.boolean(false), .boolean(true)), (.date(-1), .date(1)),
    (.string("Z"), .string("a")),
    (.string("a"), .string("é")), (.string(""), .string("\u{0}")), (.data([1]), .data([1, 0])),
    (.data([1, 255]), .data([2])),
    (.null, .string("")), (.list([.null]), .list([.null, .null])),
  ])
  func `order is that of a store`(smaller: PredicateValue, greater: PredicateValue) {
    #expect(ValueOrder.compare(smaller, greater) < 0)
    #expect(ValueOrder.compare(greater, smaller) > 0)
    #expect(ValueOrder.compare(smaller, smaller) == 0)
  }

  @Test(arguments: [
    PredicateValue.double(.nan), .date(.nan), .decimal(.nan),
  ])
  func `what is no number has no order and equals nothing`(value: PredicateValue) {
    for other in [value, .integer(1), .integer(.max), .double(0.5), .date(1), .decimal(1), .null] {
      #expect(!ValueComparison.areEqual(value, other))
      #expect(!ValueComparison.areEqual(other, value))
      #expect(ValueComparison.order(value, other) == nil)
      #expect(ValueComparison.order(other, value) == nil)
    }
    #expect(Arithmetic.apply(.add, [value, .integer(1)]) == .null)
    #expect(ValueOrder.compare(value, .integer(.min)) < 0)
    #expect(ValueOrder.compare(.double(-.infinity), value) > 0)
    #expect(ValueOrder.compare(value, .null) == 0)
  }

  @Test func `order folds first under options`() {
    #expect(ValueOrder.compare(.string("a"), .string("B"), options: .caseInsensitive) < 0)
    #expect(ValueOrder.compare(.string("a"), .string("B")) > 0)
    #expect(
      ValueOrder.compare(.string("é"), .string("E"), options: [.caseInsensitive, .diacriticInsensitive]) == 0)
  }

  @Test func `order is total over values of all kinds`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let values = (0..<60).map { _ in RandomValue.value(random.pick(PredicateValue.Kind.allCases), &random) }
    for a in values {
      for b in values {
        let order = ValueOrder.compare(a, b)
        #expect(order.signum() == -ValueOrder.compare(b, a).signum(), "seed \(seed)")
        for c in values where order <= 0 && ValueOrder.compare(b, c) <= 0 {
          if ValueOrder.compare(a, c) > 0 { Issue.record("seed \(seed): \(a) \(b) \(c)") }
        }
      }
    }
  }

  @Test(arguments: [
    ("0.1", 0.1), ("-123456789.25", -123456789.25), ("1e-28", 1e-28), ("0.3", 0.3),
    ("123456.789012345", 123456.789012345),
  ])
  func `a decimal becomes the nearest double`(text: String, expected: Double) throws {
    #expect(DecimalText.nearestDouble(try #require(DecimalText.decimal(text))) == expected)
  }

  @Test(arguments: ["", "1x", "NaN", "1,5", "--1", "1e", ".", "1 "])
  func `what is no decimal is refused`(text: String) {
    #expect(DecimalText.decimal(text) == nil)
  }

  @Test(arguments: PredicateValue.Kind.allCases)
  func `every value can be written and read`(kind: PredicateValue.Kind) throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<20 {
      let value = RandomValue.value(kind, &random)
      let tree = ParsedPredicate.comparison(Comparison(.evaluatedObject, .equal, .constant(value)))
      #expect(try ParsedPredicate(parsing: tree.format) == tree)
    }
  }
}
