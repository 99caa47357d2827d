import FoundationEssentials
import PredicateLanguage
import Testing

@Suite struct EvaluatorTests {
  /// One object: text, numbers, a date, a missing value.
  private static let row: [String: PredicateValue] = [
    "name": .string("Buy Milk"), "cafe": .string("Café"), "decomposed": .string("Cafe\u{301}"),
    "empty": .string(""),
    "one": .integer(1), "seven": .integer(7), "half": .double(0.5), "yes": .boolean(true),
    "big": .integer(.max),
    "small": .integer(.min), "price": .decimal(10.1), "date": .date(100), "later": .date(200),
    "missing": .null,
    "tags": .list([.string("a"), .string("B")]), "link": .url("https://example.org/"),
    "bytes": .data([1, 2]),
  ]

  private func check(_ text: String, _ expected: Bool, _ arguments: [PredicateValue] = []) throws {
    let tree = try ParsedPredicate(parsing: text).substituting(PredicateArguments(arguments))
    let prepared = try PreparedPredicate(tree)
    func value(_ path: PropertyPath) -> PredicateValue { Self.row[path.text] ?? .null }
    #expect(prepared.evaluate(value) == expected, "\(text)")
    let slots = prepared.keys.map(value)
    #expect(prepared.evaluateSlots { slots[$0] } == expected, "\(text)")
  }

  @Test(arguments: [
    ("missing == nil", true), ("one == nil", false), ("one != nil", true), ("missing != nil", false),
    ("missing == 'x'", false),
    ("missing != 'x'", true), ("NOT missing == 'x'", true), ("missing < 1", false), ("missing <= nil", false),
    ("1 < missing", false),
    ("missing LIKE 'nil'", false), ("missing CONTAINS ''", false), ("name CONTAINS nil", false),
    ("missing IN {'x', nil}", true),
    ("missing IN {'x'}", false), ("missing IN {}", false), ("one IN {nil, 1}", true),
    ("missing BETWEEN {1, 2}", false),
    ("one BETWEEN {nil, 2}", false), ("missing + 1 == nil", true), ("NOT missing < 1", true),
    ("missing IN nil", false),
  ])
  func `a missing value equals only a missing value`(text: String, expected: Bool) throws {
    try check(text, expected)
  }

  @Test(arguments: [
    ("yes == 1", true), ("yes == TRUE", true), ("one == YES", true), ("one == 1.0", true),
    ("half == 0.5", true),
    ("price == 10.1", true), ("price > 10", true), ("price IN {1, 10.1}", true), ("yes IN {1, 5}", true),
    ("big == 9223372036854775807", true), ("big == 9223372036854775807.0", false),
    ("big < 9223372036854775808.0", true),
    ("small == -9223372036854775808.0", true), ("one IN {1.0, 2}", true), ("one IN {TRUE}", true),
    ("seven BETWEEN {1, 7}", true),
    ("seven BETWEEN {8, 9}", false), ("one == '1'", false), ("one != '1'", true), ("one < '2'", false),
    ("date == 100", false),
    ("date != 100", true), ("date < later", true), ("bytes == CAST('0102', 'NSData')", true),
    ("bytes < CAST('02', 'NSData')", true),
  ])
  func `numbers compare across types and other kinds never match`(text: String, expected: Bool) throws {
    try check(text, expected)
  }

  @Test(arguments: [
    ("seven / 2 == 3", true), ("-seven / 2 == -3", true), ("seven / 2.0 == 3.5", true),
    ("seven / 0 == nil", true),
    ("half / 0 == nil", true), ("big + 1 == 9223372036854775808.0", true), ("small - 1 < small + 0", false),
    ("-small > big", true),
    ("small / -1 > big", true), ("big * 2 > big", true), ("yes + yes == 2", true),
    ("price * 2 == 20.2", true),
    ("date + 100 == later", true), ("later - date == 100", true), ("later - 100 == date", true),
    ("100 + date == later", true),
    ("date * 2 == nil", true), ("date + later == nil", true), ("name + 1 == nil", true),
    ("1 - date == nil", true),
    ("seven - 2 - 1 == 4", true), ("2 + 3 * 4 == 14", true), ("one BETWEEN {seven - 7, seven - 5}", true),
    ("-name == nil", true),
  ])
  func `arithmetic is SQLite's`(text: String, expected: Bool) throws {
    try check(text, expected)
  }

  @Test(arguments: [
    ("name CONTAINS 'Milk'", true), ("name CONTAINS 'milk'", false), ("name CONTAINS[c] 'milk'", true),
    ("name BEGINSWITH 'Buy'", true),
    ("name BEGINSWITH[c] 'bUY'", true), ("name ENDSWITH 'Milk'", true), ("name ENDSWITH 'milk'", false),
    ("name CONTAINS ''", true),
    ("name BEGINSWITH ''", true), ("name ENDSWITH ''", true), ("empty CONTAINS ''", true),
    ("empty CONTAINS 'x'", false),
    ("'Milk' IN name", true), ("'milk' IN[c] name", true), ("name IN {'buy milk'}", false),
    ("name IN[c] {'buy milk'}", true),
    ("cafe == decomposed", false), ("cafe ==[c] decomposed", true), ("cafe ==[d] decomposed", true),
    ("cafe ==[n] decomposed", false),
    ("cafe ==[cd] 'CAFE'", true), ("cafe ==[c] 'cafe'", false), ("cafe !=[cd] 'cafe'", false),
    ("cafe CONTAINS[c] 'cafe'", false),
    ("decomposed CONTAINS[c] 'cafe'", false), ("cafe LIKE 'Caf?'", true), ("decomposed LIKE 'Caf?'", true),
    ("cafe LIKE[c] 'caf?'", true),
    ("name < 'a'", true), ("name <[c] 'a'", false), ("name LIKE '%Milk%'", false),
    ("name LIKE '*Milk'", true), ("one LIKE '1'", false),
    ("tags CONTAINS 'a'", true), ("tags CONTAINS 'b'", false), ("tags CONTAINS[c] 'b'", true),
    ("'a' IN tags", true),
    ("link CONTAINS 'example'", true), ("link == 'https://example.org/'", false), ("'https' IN link", true),
    ("link == CAST('https://example.org/', 'NSURL')", true), ("name IN {'Buy Milk', 'x'}", true),
    ("name MATCHES 'Buy .*'", true), ("name MATCHES 'Buy'", false),
    ("name MATCHES[c] 'buy (milk|bread)'", true),
    ("cafe MATCHES[cd] 'CAF[e]'", true), ("decomposed MATCHES[c] 'caf.'", true), ("empty MATCHES ''", true),
    ("missing MATCHES '.*'", false), ("name MATCHES nil", false), ("one MATCHES '1'", false),
    ("link MATCHES 'https:.*'", true),
    ("tags MATCHES 'a'", false), ("name MATCHES name", true), ("name MATCHES '\\\\w+ \\\\w+'", true),
  ])
  func `string operators look at text alone`(text: String, expected: Bool) throws {
    try check(text, expected)
  }

  @Test(arguments: [
    ("TRUEPREDICATE", true), ("FALSEPREDICATE", false), ("one == 1 AND seven == 7", true),
    ("one == 2 OR seven == 7", true),
    ("NOT (one == 1 AND seven == 8)", true), ("one == 1 OR one == 2 AND one == 3", true),
  ])
  func `compounds combine`(text: String, expected: Bool) throws {
    try check(text, expected)
  }

  @Test func `SELF is the object and compares with its id`() throws {
    let id = ObjectID(store: .init(), entity: "Task", key: .permanent(1))
    let tree = try ParsedPredicate(parsing: "SELF == %@ AND SELF IN %@")
      .substituting(PredicateArguments([.objectID(id), .list([.objectID(id), .null])]))
    let prepared = try PreparedPredicate(tree)
    #expect(prepared.evaluate(object: .objectID(id)) { _ in .null })
    #expect(!prepared.evaluate { _ in .null })
  }

  @Test func `ANY needs one element and ALL every one`() throws {
    let side = ValueTerm<String>.key("tags")
    func holds(_ modifier: ComparisonModifier, _ values: [PredicateValue]) throws -> Bool {
      let comparison = Comparison(modifier: modifier, side, .greater, .constant(.integer(1)))
      return try PreparedPredicate(.comparison(comparison)).evaluate { _ in .list(values) }
    }
    #expect(try holds(.any, [.integer(1), .integer(2)]))
    #expect(try !holds(.any, []))
    #expect(try holds(.all, []))
    #expect(try !holds(.all, [.integer(1), .integer(2)]))
  }

  @Test func `each key has one slot`() throws {
    let prepared = try PreparedPredicate(ParsedPredicate(parsing: "a == 1 OR b == 2 OR a == 3"))
    #expect(prepared.keys.map(\.text) == ["a", "b"])
  }
}
