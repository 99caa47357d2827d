import PredicateLanguage
import Testing

@Suite struct ArgumentTests {
  private func check(_ text: String, _ arguments: PredicateArguments, _ expected: String) throws {
    #expect(try ParsedPredicate(parsing: text).substituting(arguments).format == expected)
  }

  private func checkError(
    _ text: String, _ arguments: PredicateArguments, _ kind: PredicateTextError.Kind, at range: [Int]?
  ) throws {
    let tree = try ParsedPredicate(parsing: text)
    do throws(PredicateTextError) {
      Issue.record("substituted: \(try tree.substituting(arguments).format)")
    } catch {
      #expect(error.kind == kind)
      #expect(error.range.map { [$0.start, $0.end] } == range, "\(error)")
    }
  }

  @Test func `arguments are put in by position and by name`() throws {
    try check("%K == %@", PredicateArguments([.string("a.b"), .integer(1)]), "a.b == 1")
    try check(
      "x.%K IN %@", PredicateArguments([.string("y"), .list([.null, .string("z")])]), "x.y IN {nil, \"z\"}")
    try check(
      "a BETWEEN {$LO, $HI}", PredicateArguments(named: ["LO": .integer(1), "HI": .date(2)]),
      "a BETWEEN {1, CAST(2, \"NSDate\")}")
    try check("a == $x OR b == $x", PredicateArguments(named: ["x": .null]), "a == nil OR b == nil")
    try check("a == %d AND b == %f", PredicateArguments([.double(5), .integer(2)]), "a == 5 AND b == 2.0")
    try check(
      "a == %s", PredicateArguments([.string("' OR TRUEPREDICATE OR '")]), "a == \"' OR TRUEPREDICATE OR '\"")
    try check("%K == '%@'", PredicateArguments([.string("due date")]), "#\"due date\" == \"%@\"")
    try check("a BETWEEN %@", PredicateArguments([.list([.integer(1), .integer(2)])]), "a BETWEEN {1, 2}")
    try check("a == 1", .none, "a == 1")
  }

  @Test func `an argument in quotes is text`() throws {
    try checkError("a == '%@'", PredicateArguments([.integer(1)]), .arguments, at: nil)
  }

  @Test func `missing, unused and unfit arguments are errors with their place`() throws {
    try checkError("a == %@ AND b == %@", PredicateArguments([.integer(1)]), .arguments, at: [17, 19])
    try checkError("a == 1", PredicateArguments([.integer(1)]), .arguments, at: nil)
    try checkError("a == 1", PredicateArguments(named: ["x": .null]), .arguments, at: nil)
    try checkError("a == $x", .none, .arguments, at: [5, 7])
    try checkError("%K == 1", PredicateArguments([.integer(1)]), .arguments, at: [0, 2])
    try checkError("a.%K == 1", PredicateArguments([.string("b..c")]), .arguments, at: [0, 4])
    try checkError("a == %d", PredicateArguments([.string("1")]), .arguments, at: [5, 7])
    try checkError("a == %d", PredicateArguments([.double(1.5)]), .arguments, at: [5, 7])
    try checkError("a == %s", PredicateArguments([.integer(1)]), .arguments, at: [5, 7])
    try checkError("a BETWEEN %@", PredicateArguments([.list([.integer(1)])]), .type, at: [10, 12])
    try checkError(
      "SUBQUERY(a, $x, $x == 1).@count == $x", .none, .arguments, at: [35, 37])
  }

  @Test func `a key path brings its collection operators, and subqueries keep their variables`() throws {
    try check("%K > 1", PredicateArguments([.string("items.@count")]), "items.@count > 1")
    try check(
      "SUBQUERY(a, $x, $x.%K == 1).@count > 0", PredicateArguments([.string("a.b")]),
      "SUBQUERY(a, $x, $x.a.b == 1).@count > 0")
    try check(
      "SUBQUERY(a, $x, $x == $y AND SUBQUERY(b, $y, $y == $x).@count > 0).@count == $x",
      PredicateArguments(named: ["x": .integer(1), "y": .integer(2)]),
      "SUBQUERY(a, $x, $x == 2 AND SUBQUERY(b, $y, $y == $x).@count > 0).@count == 1")
  }

  @Test func `many named arguments are put in in linear time`() throws {
    let names = (0..<20_000).map { "v\($0)" }
    let text = "a IN {" + names.map { "$" + $0 }.joined(separator: ", ") + "}"
    let arguments = PredicateArguments(
      named: Dictionary(uniqueKeysWithValues: names.map { ($0, .string($0)) }))
    let list = PredicateValue.list(names.map { .string($0) })
    let expected = ParsedPredicate.comparison(Comparison(.key(PropertyPath(["a"])), .in, .constant(list)))
    #expect(try ParsedPredicate(parsing: text).substituting(arguments) == expected)
  }

  @Test func `a name that only looks the same is another name`() throws {
    try checkError("a == $K", PredicateArguments(named: ["\u{212A}": .integer(1)]), .arguments, at: [5, 7])
  }

  @Test func `a key path is split at every dot, whatever follows it`() throws {
    let tree = try ParsedPredicate(parsing: "%K == 1")
    let filled = try tree.substituting(PredicateArguments([.string("a.\u{301}b")]))
    #expect(filled.keys == [PropertyPath(["a", "\u{301}b"])])
  }

  @Test func `what was not filled in cannot be evaluated`() throws {
    let tree = try ParsedPredicate(parsing: "a == %@")
    #expect(throws: PredicateTextError.self) { try PreparedPredicate(tree) }
  }
}
