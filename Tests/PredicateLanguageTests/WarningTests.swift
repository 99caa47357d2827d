import PredicateLanguage
import Testing

@Suite struct WarningTests {
  @Test(arguments: [
    ("a LIKE '%x%'", [7, 12]), ("b == 1 AND a LIKE[c] 'x%'", [21, 25]), ("a == '%@'", [5, 9]),
    ("a CONTAINS \"%K\"", [11, 15]),
  ])
  func `a trap is named with its place`(text: String, range: [Int]) throws {
    let warnings = try ParsedPredicate(parsing: text).warnings
    #expect(warnings.map { [$0.range.start, $0.range.end] } == [range])
  }

  @Test(arguments: [
    "a LIKE '*%'", "a LIKE 'x'", "a CONTAINS '%'", "a == '100 %@'", "a == %@", "a LIKE '50%?'",
  ])
  func `what is meant so is no trap`(text: String) throws {
    #expect(try ParsedPredicate(parsing: text).warnings == [])
  }
}
