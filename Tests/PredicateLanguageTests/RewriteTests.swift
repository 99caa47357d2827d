import PredicateLanguage
import Testing

@Suite struct RewriteTests {
  @Test func `keys are listed and replaced from left to right`() throws {
    let tree = try ParsedPredicate(parsing: "a + b == {c, 1} OR NOT (d == e AND TRUEPREDICATE)")
    #expect(tree.keys.map(\.text) == ["a", "b", "c", "d", "e"])
    let renamed = tree.mapKeys { PropertyPath(["x"] + $0.components) }
    #expect(renamed.format == "x.a + x.b == {x.c, 1} OR NOT (x.d == x.e AND TRUEPREDICATE)")
  }

  @Test func `an error in a closure comes out as itself`() throws {
    struct Unknown: Error, Equatable { let key: String }
    let tree = try ParsedPredicate(parsing: "a == 1 AND b == 2")
    #expect(throws: Unknown(key: "b")) {
      try tree.mapKeys { path throws(Unknown) -> PropertyPath in
        guard path.text == "a" else { throw Unknown(key: path.text) }
        return path
      }
    }
  }

  @Test func `a comparison can be replaced by a predicate`() throws {
    let tree = try ParsedPredicate(parsing: "a == 1 AND b == 2")
    let replaced = tree.mapComparisons { _ in ParsedPredicate.constant(true) }
    #expect(replaced == .and([.constant(true), .constant(true)]))
  }

  @Test func `a term knows where it stands`() throws {
    guard case .comparison(let comparison) = try ParsedPredicate(parsing: "a.b + 12 == {1, c}") else {
      return
    }
    #expect([comparison.left.range.start, comparison.left.range.end] == [0, 8])
    #expect([comparison.right.range.start, comparison.right.range.end] == [13, 17])
  }
}
