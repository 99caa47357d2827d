import PredicateLanguage
import Testing

@Suite struct ParserTests {
  /// Reads a text and compares the canonical form of what it means.
  private func check(_ text: String, _ expected: String) throws {
    let tree = try ParsedPredicate(parsing: text)
    #expect(tree.format == expected)
    #expect(try ParsedPredicate(parsing: tree.format) == tree)
  }

  @Test(arguments: [
    ("a = 1", "a == 1"), ("a<>1", "a != 1"), ("a =< 1", "a <= 1"), ("a => 1", "a >= 1"), ("a<1", "a < 1"),
    ("name beginswith 'x'", "name BEGINSWITH \"x\""), ("name EndsWith[dc] 'x'", "name ENDSWITH[cd] \"x\""),
    ("name contains [cd] 'x'", "name CONTAINS[cd] \"x\""), ("a IN {1,2 , 3}", "a IN {1, 2, 3}"),
    ("a between {1, 5}", "a BETWEEN {1, 5}"), ("'x' in names", "\"x\" IN names"),
    ("n matches[dc] 'a\\\\d'", "n MATCHES[cd] \"a\\\\d\""),
    ("n LIKE[n] 'a*'", "n LIKE[n] \"a*\""),
    ("name ==[CC] 'x'", "name ==[c] \"x\""),
  ])
  func `every spelling of an operator means one operator`(text: String, expected: String) throws {
    try check(text, expected)
  }

  @Test(arguments: [
    ("a = 1 OR b = 2 AND c = 3", "a == 1 OR b == 2 AND c == 3"),
    ("(a = 1 OR b = 2) AND c = 3", "(a == 1 OR b == 2) AND c == 3"),
    ("NOT a = 1 AND b = 2", "NOT a == 1 AND b == 2"), ("NOT (a = 1 AND b = 2)", "NOT (a == 1 AND b == 2)"),
    ("!a = 1 || b = 2 && c = 3", "NOT a == 1 OR b == 2 AND c == 3"), ("((a = 1))", "a == 1"),
    ("a = 1 AND (b = 2 AND c = 3)", "a == 1 AND b == 2 AND c == 3"), ("not not a = 1", "NOT NOT a == 1"),
    ("tRuePredicate", "TRUEPREDICATE"), ("NOT FALSEPREDICATE", "NOT FALSEPREDICATE"),
  ])
  func `AND binds tighter than OR and NOT tighter than AND`(text: String, expected: String) throws {
    try check(text, expected)
  }

  @Test(arguments: [
    ("1 + 2 * 3 = a", "1 + 2 * 3 == a"), ("(1 + 2) * 3 = a", "(1 + 2) * 3 == a"),
    ("a - b - c = 0", "a - b - c == 0"),
    ("a - (b - c) = 0", "a - (b - c) == 0"), ("a -1 = 0", "a - 1 == 0"), ("a * -1 = 0", "a * -1 == 0"),
    ("-a = 1", "-a == 1"), ("-(5) = a", "-(5) == a"), ("- 5 = a", "-5 == a"), ("--5 = a", "-(-5) == a"),
    ("(a + 1) > 2", "a + 1 > 2"), ("((a + 1) * 2) > 2 and (a > 1)", "(a + 1) * 2 > 2 AND a > 1"),
    ("a/b/c = 1", "a / b / c == 1"), ("a BETWEEN {b - 1, b + 1}", "a BETWEEN {b - 1, b + 1}"),
  ])
  func `arithmetic binds tighter than comparison and groups from the left`(
    text: String, expected: String
  ) throws {
    try check(text, expected)
  }

  @Test(arguments: [
    ("a = 'it\\'s'", "a == \"it's\""), ("a = \"x'y\"", "a == \"x'y\""), ("a = ''", "a == \"\""),
    ("a = '\\u00e9\\x41\\101\\q'", "a == \"éAAq\""), ("a = '\\ud83d\\ude00'", "a == \"😀\""),
    ("a = '%@ $x'", "a == \"%@ $x\""),
    ("a = '\\n\\t\\\\'", "a == \"\\n\\t\\\\\""), ("a = 0x1F", "a == 31"), ("a = 0b101", "a == 5"),
    ("a = 0o17", "a == 15"),
    ("a = 1.", "a == 1.0"), ("a = -1.", "a == -1.0"), ("a = 1.e5", "a == 100000.0"),
    ("a = 9.2e-5", "a == 9.2e-05"), ("a = 1e3", "a == 1000.0"),
    ("a = -9223372036854775808", "a == -9223372036854775808"), ("a = yes", "a == TRUE"),
    ("a = No", "a == FALSE"),
    ("a = NULL", "a == nil"), ("a = nil", "a == nil"), ("a = {}", "a == {}"),
    ("a = {1, {2}}", "a == {1, {2}}"),
    ("a = CAST(5, 'NSDate')", "a == CAST(5, \"NSDate\")"),
    ("a = CAST(-1.5, 'NSDate')", "a == CAST(-1.5, \"NSDate\")"),
    ("a = CAST('1.10','NSDecimalNumber')", "a == CAST(\"1.1\", \"NSDecimalNumber\")"),
    ("a = CAST('00FF', 'NSData')", "a == CAST(\"00ff\", \"NSData\")"),
  ])
  func `literals are read`(text: String, expected: String) throws {
    try check(text, expected)
  }

  @Test(arguments: [
    ("#like like 'x'", "#like LIKE \"x\""), ("size > 1", "size > 1"), ("first = last", "first == last"),
    ("SELF.a.b = 1", "a.b == 1"), ("SELF = 1", "SELF == 1"), ("a.in = 1", "a.#in == 1"),
    ("self in {1}", "SELF IN {1}"),
    ("#\"due date\".x = 1", "#\"due date\".x == 1"), ("%K = %@", "%K == %@"), ("a.%K = %d", "a.%K == %d"),
    ("$x = a", "$x == a"), ("a = %lld and b = %g and c = %s", "a == %d AND b == %f AND c == %s"),
    ("union = 1", "#union == 1"), ("a\t=\r\n1", "a == 1"),
  ])
  func `keys, variables and placeholders are read`(text: String, expected: String) throws {
    try check(text, expected)
  }

  @Test func `ranges count UTF-8 bytes and leave identity alone`() throws {
    let tree = try ParsedPredicate(parsing: "  a == 'é' ")
    #expect(tree == (try ParsedPredicate(parsing: "a=='é'")))
    guard case .comparison(let comparison) = tree, case .constant(_, let range) = comparison.right else {
      Issue.record("a comparison with a constant was expected")
      return
    }
    #expect([comparison.range.start, comparison.range.end, range.start, range.end] == [2, 11, 7, 11])
  }

  @Test func `composed and decomposed text stay two values`() throws {
    #expect(try ParsedPredicate(parsing: "a = 'é'") != ParsedPredicate(parsing: "a = 'e\u{301}'"))
  }
}
