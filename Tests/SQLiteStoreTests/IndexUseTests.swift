import ObjectGraph
import PredicateLanguage
import SQLiteStore
import Testing

/// Which comparisons of an indexed attribute the store answers from the index, as SQLite's plan says.
@Suite struct `Use of indexes` {
  private let fixture: StoreFixture
  private let store: SQLiteStore

  init() throws {
    fixture = try StoreFixture()
    store = try fixture.open()
  }

  private static let index = "SEARCH ZITEM USING INDEX Z_Item_byName"

  private func plan(_ predicate: String, _ arguments: [PredicateValue] = []) throws -> [String] {
    try store.explain(StoreQuery(predicate, arguments)).plan
  }

  private static let comparisons: [(String, String)] = [
    ("name == 'b'", "(ZNAME=?)"), ("name == nil", "(ZNAME=?)"),
    ("name BETWEEN {'a', 'c'}", "(ZNAME>? AND ZNAME<?)"),
    ("name BEGINSWITH 'b'", "(ZNAME>? AND ZNAME<?)"), ("name IN {'a', 'b', 'c'}", "(ZNAME=?)"),
    ("name == 'a' OR name == 'b' OR name == 'c'", "(ZNAME=?)"),
  ]

  @Test(arguments: comparisons)
  func `a comparison with an indexed attribute searches its index`(predicate: String, columns: String) throws
  {
    #expect(try plan(predicate).first == "\(Self.index) \(columns)")
  }

  @Test(arguments: comparisons)
  func `it does so beside other conditions`(predicate: String, columns: String) throws {
    #expect(try plan("(\(predicate)) AND size > 3").first == "\(Self.index) \(columns)")
    #expect(try plan("code CONTAINS[cd] 'x' AND (\(predicate))").first == "\(Self.index) \(columns)")
  }

  @Test(arguments: [
    ("name < 'b'", "(ZNAME<?)"), ("name <= 'b'", "(ZNAME<?)"), ("name > 'b'", "(ZNAME>?)"),
    ("name >= 'b'", "(ZNAME>?)"), ("'b' > name", "(ZNAME<?)"),
  ])
  func `a half-open range searches the index in whatever order rows are wanted`(
    predicate: String, columns: String
  ) throws {
    for text in [predicate, "(\(predicate)) AND size > 3", "size > 3 AND (\(predicate))"] {
      #expect(try plan(text).first == "\(Self.index) \(columns)")
      let query = try StoreQuery(text, sort: [SortDescriptor("name")])
      #expect(try store.explain(query).plan.first == "\(Self.index) \(columns)")
    }
    var first = try StoreQuery(predicate)
    first.limit = 10
    #expect(
      try store.explain(first).plan == ["SCAN ZITEM"], "the first of all rows are found without sorting")
  }

  @Test(arguments: [3, 1_000, 1_001, 100_000])
  func `so does a list of any length`(count: Int) throws {
    let names = PredicateValue.list((0..<count).map { .string("name \($0)") })
    #expect(try plan("name IN %@", [names]).first == "\(Self.index) (ZNAME=?)")
    #expect(try plan("size > 3 AND name IN %@", [names]).first == "\(Self.index) (ZNAME=?)")
  }

  @Test func `a chain of 1,000 equalities does`() throws {
    let chain = (0..<1_000).map { "name == 'name \($0)'" }.joined(separator: " OR ")
    #expect(try plan(chain).first == "\(Self.index) (ZNAME=?)")
    #expect(try plan("size > 3 AND (\(chain))").first == "\(Self.index) (ZNAME=?)")
  }

  @Test(arguments: [
    "name != 'b'", "NOT name == 'b'", "name ==[c] 'b'", "name BEGINSWITH[cd] 'b'", "name CONTAINS 'b'",
    "name ENDSWITH 'b'", "name == 'b' OR size > 3",
  ])
  func `what an index cannot tell reads all rows`(predicate: String) throws {
    #expect(try plan(predicate).allSatisfy { $0.hasPrefix("SCAN ZITEM") })
  }
}
