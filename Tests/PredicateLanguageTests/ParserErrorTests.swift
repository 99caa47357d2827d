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
  ])
  func `syntax errors name place, expectation and remedy`(marked: String, message: String) {
    check(marked, .syntax, message)
  }

  @Test(arguments: [
    ("«ANY» a.b = 1", "ANY"), ("«some» a = 1", "SOME"), ("«ALL» a = 1", "ALL"), ("«NONE» a = 1", "NONE"),
    ("«SUBQUERY»(a, $x, $x.b = 1).@count > 0", "SUBQUERY"),
    ("«FUNCTION»(a, 'b') = 1", "FUNCTION"),
    ("«TERNARY»(a = 1, 2, 3) = 2", "TERNARY"), ("«lowercase:»(a) = 'x'", "lowercase:"),
    ("«now»() > a", "now"),
    ("«modulus:by:»(a, 2) = 1", "modulus:by:"), ("a «UNION» b = 1", "UNION"), ("a«[»0] = 1", "index"),
    ("items.«@count» > 1", "@count"), ("«@sum».a > 1", "@sum"), ("a «UTI»-CONFORMS-TO 'x'", "UTI"),
    ("«ANYKEY»", "ANYKEY"),
    ("a «&» 1 > 0", "&"), ("a «**» 2 > 0", "**"), ("«~»a = 1", "~"), ("a ==[«l»] 'x'", "locale"),
    ("a «:=» 1", "written =="),
    ("a MATCHES 'b«(?=»c)'", "Look-ahead"), ("a MATCHES «'(b)\\\\1'»", "back-reference"),
    ("«CAST»(a, 'NSNumber') = 1", "CAST"), ("CAST(1, «'NSArray'») = a", "NSArray"),
    ("$x«.»a = 1", "key after a value"),
    ("a = «%c»", "%c"),
  ])
  func `constructs of a later day are refused by name`(marked: String, message: String) {
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
