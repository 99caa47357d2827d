import PredicateLanguage
import Testing

@Suite struct ParserErrorTests {
  /// Reads a bad text; the marks « and » around the place of the error are taken out first.
  private func check(_ marked: String, _ kind: PredicateTextError.Kind, _ message: String) {
    let text = marked.filter { $0 != "«" && $0 != "»" }
    let before = marked.prefix { $0 != "«" }.utf8.count
    let inside = marked.drop { $0 != "«" }.dropFirst().prefix { $0 != "»" }.utf8.count
    do throws(PredicateTextError) {
      let tree = try ParsedPredicate(parsing: text)
      Issue.record("read as \(tree.format)")
    } catch {
      #expect(error.kind == kind)
      #expect([error.range?.start, error.range?.end] == [before, before + inside])
      #expect(error.rendered(in: text).contains(message), "\(error.rendered(in: text))")
    }
  }

  @Test(arguments: [
    ("«»", "ends too early"), ("a =«»", "ends too early"), ("a«»", "write a == TRUE"),
    ("«=» 1", "begins with a value"),
    ("a = 1 «b»", "AND"), ("a < b «<» c", "not chained"), ("a = «'x»", "not closed"),
    ("(a = 1«»", "Expected: )"), ("a = 1«)»", "AND"), ("a = {1, «}»", "Expected: key, value"),
    ("a = {1 «2»}", "Expected: ,"),
    ("a IN (1«,» 2)", "Write {1, 2, 3}"), ("name «IS» NULL", "== nil"), ("a «NOT» IN {1}", "NOT (a IN b)"),
    ("«in» = 3", "#in"), ("«any» = 3", "#any"), ("a. «=» 1", "Expected: key"), ("a = «?»", "%@"),
    ("a «%» 2 = 0", "no operator %"),
    ("a = 'it'«'s'»", "not joined"), ("a ==[c«x»] 'b'", "option x"),
    ("a BETWEEN«[»c] {1, 2}", "takes no options"),
    ("a = 'b«\\u12»'", "4 hexadecimal digits"), ("a = 'b«\\ud800»'", "surrogate"), ("a = «1a»", "no number"),
    ("a = «1.2.3»", "no number"), ("a = «9223372036854775808»", "64 bits"), ("a = «1e999»", "too large"),
    ("a = 1 «/*» x */", "Comments"), ("a = «é»", "%K"), ("a = «#» 1", "after #"), ("a = «$»", "after $"),
    ("«(a = 1)» + 2 = 3", "not a predicate"), ("«lowercas»(a) = 'x'", "nearest name is lowercase"),
    ("a MATCHES 'b«(»c'", "byte 1: The group is not closed"), ("a MATCHES[c] \"é*«*»\"", "repeat"),
    ("a MATCHES «'\\\\d('»", "byte 2: The group"),
    ("name «startswith» 'x'", "BEGINSWITH"), ("a = «;»", "; cannot stand here"),
    ("ANY a.b«»", "comparison operator"),
    ("ANY «(a.b = 1)»", "not a predicate"),
    ("«all» = 1", "#all"), ("«none» > 1", "#none"), ("«subquery» = 1", "#subquery"), ("a = any«»", "key"),
    ("SUBQUERY(a, «x», x.b = 1).@count = 1", "$variable"), ("SUBQUERY(a, $x«)».@count = 1", "Expected: ,"),
    ("SUBQUERY(a, $x, b«)».@count = 1", "write b == TRUE"),
    ("SUBQUERY(a, $x, b = 1«»", "Expected: AND, OR, )"),
    ("SUBQUERY«»", "Expected: ("), ("TERNARY(a = 1, 2«)» = 2", "Expected: ,"),
    ("TERNARY(a«,» 1, 2) = 2", "write a == TRUE"),
    ("«modulus:by:(a)» = 1", "2 values"), ("«now(1)» = a", "0 values"), ("«sum()» = a", "collection"),
    ("sqrt(a,«)» = 1", "key, value"),
    ("«lower»(a) = 'x'", "Write lowercase(x)"), ("«ifnull»(a, 1) = 1", "TERNARY(x != nil, x, y)"),
    ("a «mod» 2 = 1", "modulus:by:(a, b)"), ("a «%» 2 = 1", "modulus:by:(a, b)"),
    ("«modulus:with:»(a, b) = 1", "nearest name is modulus:by:"), ("a.«length»() = 1", "around the value"),
    ("«CAST(a)» = 1", "name of a type"), ("CAST«»", "Expected: ("), ("a[0«»", "Expected: ]"),
    ("a[«]» = 1", "key"),
    ("a.«»", "Expected: key"), ("a.«(»b) = 1", "Expected: key"), ("a & «=» 1", "key"),
    ("a UNION«»", "ends too early"),
  ])
  func `syntax errors name place, expectation and remedy`(marked: String, message: String) {
    check(marked, .syntax, message)
  }

  @Test(arguments: [
    ("«FUNCTION»(a, 'b') = 1", "FUNCTION"), ("a = 1 AND «function»(a, 'b')", "function"),
    ("«FETCH»(a, b, NO) = 1", "FETCH"), ("«BLOCKPREDICATE»(a)", "BLOCKPREDICATE"),
    ("«distanceToLocation:fromLocation:»(a, b) < 3", "distanceToLocation"),
    ("«tokenize:using:»(a, b) = 3", "tokenize"),
    ("a «UTI»-CONFORMS-TO 'x'", "UTI"), ("a «uti»-equals 'x'", "UTI"),
    ("a «TOKENMATCHES» 'x'", "TOKENMATCHES"),
    ("«ANYKEY»", "ANYKEY"), ("«anykey» contains 'x'", "#anykey"),
    ("a «:=» 1", "written =="), ("$a «:=» 1", "written =="),
    ("a MATCHES 'b«(?=»c)'", "Look-ahead"), ("a MATCHES «'(b)\\\\1'»", "back-reference"),
    ("CAST(1, «'NSArray'») = a", "NSArray"), ("CAST(a, «'Employee'») = a", "The types are"),
    ("a = «%p»", "%p"),
  ])
  func `constructs that cannot be had are refused by name`(marked: String, message: String) {
    check(marked, .unsupported, message)
  }

  @Test(arguments: [
    ("a BETWEEN «{1}»", "two values"), ("a BETWEEN «1» AND 5", "BETWEEN {lowest"),
    ("CAST(«'x'», 'NSUUID') = a", "NSUUID"),
  ])
  func `values that cannot stand where they stand are type errors`(marked: String, message: String) {
    check(marked, .type, message)
  }

  @Test func `an error prints as a sentence and what to do`() {
    let error = #expect(throws: PredicateTextError.self) { try ParsedPredicate(parsing: "name IS NULL") }
    #expect(error.map { "\($0)" } == "IS cannot stand here. Write == nil or != nil.")
  }

  @Test func `an error is drawn with a caret under its place`() {
    let text = "é == 1"
    let error = PredicateTextError(
      .syntax, "IS cannot stand here.", at: SourceRange(start: 5, end: 7), hint: "Write == nil or != nil.")
    #expect(
      error.rendered(in: "name IS NULL") == """
        IS cannot stand here.
          name IS NULL
               ^^
        Write == nil or != nil.
        """)
    let other = PredicateTextError(.syntax, "x", at: SourceRange(start: 3, end: 5))
    #expect(other.rendered(in: text) == "x\n  é == 1\n    ^^")
  }
}
