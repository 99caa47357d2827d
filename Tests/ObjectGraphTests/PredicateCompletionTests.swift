import ObjectGraph
import PredicateLanguage
import TestSupport
import Testing

/// What an editor suggests while a predicate over orders is written; `|` is the place.
@Suite struct PredicateCompletionTests {
  private let model: ManagedObjectModel
  private let order: EntityDescription

  init() throws {
    model = try OrderModel.make()
    order = try #require(model.entity(named: "Order"))
  }

  struct Case: CustomTestStringConvertible {
    let text: String
    let expected: [String]

    init(_ text: String, _ expected: String) {
      (self.text, self.expected) = (text, expected.split(separator: " ").map(String.init))
    }

    var testDescription: String { text }
  }

  private func complete(_ marked: String) -> PredicateCompletion {
    let text = marked.replacing("|", with: "", maxReplacements: 1)
    let offset = marked.prefix { $0 != "|" }.utf8.count
    return PredicateCompletion(text, at: offset, entity: order, model: model)
  }

  private func texts(_ marked: String) -> [String] { complete(marked).candidates.map(\.text) }

  /// Exactly these, in this order.
  private static let whole = [
    Case("number |", "== != < <= > >= BETWEEN IN | ^ & << >> + - * / **"),
    Case("note |", "== != CONTAINS BEGINSWITH ENDSWITH LIKE MATCHES IN < <= > >= BETWEEN"),
    Case("customer |", "== != IN"), Case("extra |", "== !="),
    Case("items |", "CONTAINS .@count UNION INTERSECT MINUS"),
    Case("items.@count |", "== != < <= > >= BETWEEN IN | ^ & << >> + - * / **"),
    Case("ANY items.price |", "== != < <= > >= BETWEEN IN UNION INTERSECT MINUS"),
    Case("ALL items |", "== != IN UNION INTERSECT MINUS"), Case("steps[LAST] |", "== != IN"),
    Case("day + 3 |", "== != < <= > >= BETWEEN IN * / ** -"), Case("number !|", "!="),
    Case("note == 'x' |", "AND OR"), Case("TRUEPREDICATE |", "AND OR"), Case("(note == 'x' |", "AND OR )"),
    Case("NOT note == 'x' |", "AND OR"), Case("note == 'x' A|", "AND"), Case("note == 'x' o|", "OR"),
    Case("customer.|", "credit name orders"), Case("customer.na|", "name"), Case("note.|", ""),
    Case("items.|", "in name order price tags @count @sum @avg @min @max \(unions)"),
    Case("items.@su|", "@sum"), Case("items.@sum.|", "in order price tags"), Case("items.@count.|", ""),
    Case("items.@sum.price.|", ""), Case("items.order.day.@m|", "@min @max"),
    Case("ANY items.|", "in name order price tags \(unions)"),
    Case("number == items.|", "order tags @count @sum @avg @min @max"),
    Case("SUBQUERY(items, $x, $x.|", "in name order price tags"),
    Case("SUBQUERY(items, $x, $x.tags.w|", "word"), Case("SUBQUERY(items, |", "$x"),
    Case("SUBQUERY(items, $x, SUBQUERY($x.tags, |", "$y"), Case("SUBQUERY(items, $x, $|", "$x"),
    Case("SUBQUERY(items, $x, SUBQUERY($x.tags, $y, $|", "$y $x"),
    Case("SUBQUERY(items, $x, $x.price > 3 |", "AND OR | ^ & << >> + - * / ** )"), Case("$|", ""),
    Case("SUBQUERY(items, $x, $x.price > 3).@c|", "@count"), Case("SUBQUERY |", "("),
    Case("items[|", "SIZE"), Case("steps[FIRST].|", "order title"),
    Case("note ==[|", "c d n l"), Case("note ==[c|", "d n l ]"), Case("note ==[cd|] 'x'", "n l ]"),
    Case("CAST(number, |", "\"NSDate\" \"NSDecimalNumber\" \"NSNumber\" \"NSString\""),
    Case("CAST(day, |", "\"NSDate\" \"NSNumber\""), Case("number BETWEEN |", "{"),
    Case("number IN {1 |", "| ^ & << >> + - * / ** , }"), Case("length(note |", ")"),
    Case("max(number |", "| ^ & << >> + - * / ** , )"), Case("now(|", ")"),
    Case("modulus:by|", "modulus:by:("),
    // Nothing inside of what has no words, and behind what is wrong.
    Case("note == \"no|", ""), Case("note == 'no|'", ""), Case("number == 12|", ""), Case("a === |", ""),
    Case("é |", ""), Case("number > 3 number |", ""), Case("#\"no|", ""), Case("nowhere.|", ""),
    Case("%|", ""),
  ]

  private static let unions =
    "@unionOfObjects @distinctUnionOfObjects @unionOfArrays @distinctUnionOfArrays @unionOfSets @distinctUnionOfSets"

  @Test(
    arguments: whole)
  func `a place takes this and nothing else, best first`(_ test: Case) {
    #expect(texts(test.text) == test.expected)
  }

  /// These first, in this order.
  private static let first = [
    Case("|", "code customer day extra gift items #like note number paid steps"),
    Case("no|", "note now() noindex( NOT NONE NO"), Case("N|", "NOT NONE NO NULL note number now()"),
    Case("paid == |", "TRUE FALSE customer gift items number paid steps"),
    Case("gift == |", "TRUE FALSE nil"),
    Case("gift > |", "TRUE FALSE customer"), Case("day < |", "now() customer day items steps noindex("),
    Case("note == |", "nil customer items #like note steps uppercase( lowercase( canonical("),
    Case("note IN |", "{ customer items #like note"),
    Case("number IN {|", "customer gift items number paid steps"),
    Case("note IN {|", "nil customer items #like note"),
    Case("number BETWEEN {1, |", "customer gift items number"),
    Case("customer == |", "nil customer items steps"),
    Case("length(|", "customer items #like note steps uppercase("),
    Case("ANY |", "customer items steps distinct( SUBQUERY("),
    Case("SUBQUERY(|", "customer items steps distinct("),
    Case("ANY items.price > |", "customer gift items number"),
    Case(
      "SUBQUERY(items, $x, $x.price > 3 AND |",
      "code customer day extra gift items #like note number paid steps $x"),
    Case("number > 3 AND (NOT p|", "paid"), Case("lik|", "#like"), Case("#l|", "#like"),
    Case("SELF.no|", "note"),
    Case("number > 3 AND nu|", "number NULL"), Case("items.ic|", "price"),
    Case("day - |", "customer day gift items number"),
    Case("-|", "customer gift items number"), Case("max(number, |", "customer gift items number"),
    Case("number <|", "customer gift items number"), Case("@c|", "@count"), Case("steps[F|", "FIRST"),
  ]

  @Test(arguments: first)
  func `what fits comes first`(_ test: Case) {
    #expect(Array(texts(test.text).prefix(test.expected.count)) == test.expected)
  }

  @Test func `words that need a predicate come only where one may stand`() {
    for place in ["|", "NOT |", "number > 3 OR |", "(|", "SUBQUERY(items, $x, |", "TERNARY(|"] {
      #expect(
        Set(texts(place)).isSuperset(of: ["NOT", "ANY", "ALL", "NONE", "TRUEPREDICATE", "SUBQUERY(", "("]),
        "\(place)")
    }
    for place in [
      "number > |", "length(|", "number + |", "ANY |", "number IN {|", "TERNARY(paid == TRUE, |",
      "SUBQUERY(|",
    ] {
      #expect(Set(texts(place)).isDisjoint(with: ["NOT", "ANY", "TRUEPREDICATE"]), "\(place)")
      #expect(texts(place).contains("SUBQUERY("), "\(place)")
    }
  }

  @Test func `a candidate says its kind, its type and how it is used`() throws {
    func candidate(_ place: String, _ text: String) throws -> PredicateCompletion.Candidate {
      try #require(complete(place).candidates.first { $0.text == text })
    }
    #expect(try candidate("|", "number") == .init("number", .key, type: "Integer 32"))
    #expect(try candidate("|", "note") == .init("note", .key, type: "String", detail: "optional"))
    #expect(try candidate("|", "customer") == .init("customer", .key, type: "Customer", detail: "to-one"))
    #expect(try candidate("|", "steps") == .init("steps", .key, type: "[Step]", detail: "to-many, ordered"))
    #expect(try candidate("items.|", "price") == .init("price", .key, type: "[Double]", detail: "optional"))
    #expect(
      try candidate("items.@sum.|", "price") == .init("price", .key, type: "Double", detail: "optional"))
    #expect(try candidate("items.|", "@count") == .init("@count", .collectionOperator, type: "Number"))
    #expect(try candidate("SUBQUERY(items, $x, |", "$x") == .init("$x", .variable, type: "Item"))
    #expect(
      try candidate("|", "length(") == .init("length(", .function, type: "Number", detail: "length(string)"))
    #expect(try candidate("|", "sum(") == .init("sum(", .function, type: "Number", detail: "sum(numbers)"))
    #expect(
      try candidate("|", "count(") == .init("count(", .function, type: "Number", detail: "count(collection)"))
    #expect(try candidate("mod|", "modulus:by:(").detail == "modulus:by:(number, number)")
    #expect(try candidate("|", "now()") == .init("now()", .function, type: "Date"))
    #expect(try candidate("paid == |", "TRUE") == .init("TRUE", .constant, type: "Boolean"))
    #expect(try candidate("note |", "LIKE") == .init("LIKE", .operator))
    #expect(try candidate("note == 'x' |", "AND") == .init("AND", .keyword))
    #expect(try candidate("|", "SUBQUERY(").detail == "SUBQUERY(collection, $x, predicate)")
    #expect(try candidate("note ==[|", "c") == .init("c", .option, detail: "ignores case"))
  }

  @Test(arguments: [
    ("|", 0, 0), ("fin|", 0, 3), ("nu|mber == 3", 0, 6), ("note == 'é' AND nu|mb == 3", 17, 21),
    ("number |", 7, 7),
    ("number|", 0, 6), ("customer.na|me", 9, 13), ("customer.|name", 9, 9), ("items.@co|", 6, 9),
    ("number !|", 7, 8),
    ("note ==[c|", 9, 9), ("modulus:by|", 0, 10), ("#li|", 0, 3), ("number == 12|", 12, 12),
    ("note == 'é|", 11, 11),
    ("SUBQUERY(items, $x, $x|", 20, 22), ("note == 'x'|", 11, 11), ("(|number", 1, 1),
  ])
  func `a candidate takes the place of the whole word`(text: String, start: Int, end: Int) {
    let range = complete(text).range
    #expect([range.start, range.end] == [start, end])
  }

  @Test func `a place outside of the text, or inside of a character, is the nearest one`() {
    func candidates(_ text: String, _ offset: Int) -> Int {
      PredicateCompletion(text, at: offset, entity: order, model: model).candidates.count
    }
    #expect(candidates("", 5) == candidates("", 0) && candidates("", -1) == candidates("", 0))
    #expect(candidates("note == 'é' ", 10) == 0)
    #expect(PredicateCompletion("é", at: 1, entity: order, model: model).range.start == 0)
  }

  @Test func `beyond the limits nothing is suggested`() {
    let deep = String(repeating: "(", count: 300)
    #expect(texts(deep + "|").isEmpty)
    let limits = PredicateLimits(textBytes: 4)
    #expect(
      PredicateCompletion("note ", at: 5, entity: order, model: model, limits: limits).candidates.isEmpty)
  }
}
