import Foundation
import ObjectGraph
import PredicateLanguage
import SQLite
import SQLiteStore
import Testing

/// What a query becomes in SQL: the text, the values beside it, and whether an index serves.
@Suite struct `Compiled queries` {
  private let fixture: StoreFixture
  private let store: SQLiteStore

  init() throws {
    fixture = try StoreFixture()
    store = try fixture.open()
  }

  /// Checks the WHERE part.
  private func check(
    _ predicate: String, _ arguments: [PredicateValue] = [], _ expected: String,
    _ bindings: [SQLiteValue] = []
  ) throws {
    let explanation = try store.explain(try StoreQuery(predicate, arguments))
    let whole = explanation.sql
    let start = try #require(whole.range(of: " WHERE "))
    let end = try #require(whole.range(of: " ORDER BY "))
    #expect(whole[start.upperBound..<end.lowerBound] == expected)
    #expect(explanation.bindings == bindings)
  }

  @Test func `a query names the columns, and ends in the primary key's order`() throws {
    let sql = try store.explain(StoreQuery(nil)).sql
    let columns = #""ZBYTES", "ZCODE", "ZCOLOR", "ZDONE", "ZDUE", "ZIDENT", "ZLINK", "ZNAME", "ZNUMBER""#
    #expect(
      sql == #"SELECT Z_PK, Z_OPT, \#(columns), "ZPRICE", "ZSIZE" FROM "ZITEM" ORDER BY Z_PK"#)
  }

  @Test func `groups are made by the store, and chosen and ordered like rows of a table`() throws {
    let objects = try StoreQuery("size > 1")
    let model = try StoreFixture.model()
    let table = try DictionaryBinder(entity: objects.entity, model: model).bind(
      DictionaryRequest(
        columns: [
          "name", .expression(ExpressionDescription("total", .sum, of: "number")),
          .expression(ExpressionDescription("n", .count)),
          .expression(ExpressionDescription("least", .minimum, of: "due")),
        ], groupBy: ["name", "code"], having: ParsedPredicate(parsing: "n > 1"),
        sort: [SortDescriptor("total", ascending: false)]))
    let explanation = try store.explain(DictionaryQuery(objects: objects, table: table, limit: 5))
    let columns = #""ZCODE", "ZLEAST", "ZN", "ZNAME", "ZTOTAL""#
    #expect(
      explanation.sql
        == #"WITH "ZTHE RESULT" (Z_PK, Z_OPT, \#(columns)) AS (SELECT 0, 0, "ZCODE", min("ZDUE"), count(*), "ZNAME", "#
        + #"coalesce(OBJWIRE_SUM("ZNUMBER", ?), 0) FROM "ZITEM" WHERE "ZSIZE" > ? GROUP BY "ZNAME", "ZCODE") "#
        + #"SELECT Z_PK, Z_OPT, \#(columns) FROM "ZTHE RESULT" WHERE "ZN" > ? "#
        + #"ORDER BY "ZTOTAL" DESC, "ZNAME" ASC, "ZCODE" ASC, Z_PK LIMIT ? OFFSET ?"#)
    #expect(explanation.bindings == [.integer(0), .integer(1), .integer(1), .integer(5), .integer(0)])
  }

  @Test func `equality is IS, so that a missing value is a value`() throws {
    try check("code == 'x'", [], #""ZCODE" IS ?"#, [.text("x")])
    try check("code == nil", [], #""ZCODE" IS ?"#, [.null])
    try check("code != 'x'", [], #""ZCODE" IS NOT ?"#, [.text("x")])
    try check("name == code", [], #""ZNAME" IS "ZCODE""#)
    try check("done == YES", [], #""ZDONE" IS ?"#, [.integer(1)])
  }

  @Test func `other comparisons are made two-valued only below NOT`() throws {
    try check("number < 3", [], #""ZNUMBER" < ?"#, [.integer(3)])
    try check("NOT number < 3", [], #"NOT (coalesce("ZNUMBER" < ?, 0))"#, [.integer(3)])
    try check(
      "number BETWEEN {1, 2}", [], #"("ZNUMBER" >= ? AND "ZNUMBER" <= ?)"#, [.integer(1), .integer(2)])
  }

  @Test func `lists are IN, a missing element is asked for apart`() throws {
    try check("number IN {1, 2}", [], #"("ZNUMBER" IN (?, ?))"#, [.integer(1), .integer(2)])
    try check(
      "name IN {'a', nil}", [], #"(("ZNAME" IN (?)) OR "ZNAME" IS NULL)"#, [.text("a")])
    try check("number IN {}", [], "0")
  }

  @Test func `chains of equalities become lists`() throws {
    try check("number == 1 OR number == 2", [], #"("ZNUMBER" IN (?, ?))"#, [.integer(1), .integer(2)])
    try check(
      "number != 1 AND done == YES AND number != nil", [],
      #"(NOT ((coalesce(("ZNUMBER" IN (?)), 0) OR "ZNUMBER" IS NULL)) AND "ZDONE" IS ?)"#,
      [.integer(1), .integer(1)])
  }

  @Test func `a long list is one binding`() throws {
    let numbers = (0..<5_000).map { PredicateValue.integer($0) }
    let explanation = try store.explain(StoreQuery("number IN %@", [.list(numbers)]))
    #expect(explanation.sql.contains(#""ZNUMBER" IN (SELECT value FROM json_each(?))"#))
    #expect(explanation.bindings.count == 1)
    let dates = try store.explain(StoreQuery("due IN %@", [.list((0..<5_000).map { .date(Double($0)) })]))
    #expect(
      dates.sql.contains(#""ZDUE" IN (SELECT OBJWIRE_ELEMENT(?, value) FROM json_each(?))"#))
    #expect(dates.plan.first == "SEARCH ZITEM USING INDEX Z_Item_byDue (ZDUE=?)")
  }

  @Test func `text operators are functions, a plain prefix is a range`() throws {
    try check("name CONTAINS 'a'", [], #"OBJWIRE_MATCH("ZNAME", ?, ?)"#, [.text("a"), .integer(16)])
    try check("name LIKE[cd] 'a*'", [], #"OBJWIRE_MATCH("ZNAME", ?, ?)"#, [.text("a*"), .integer(67)])
    try check("name MATCHES[c] 'a+'", [], #"OBJWIRE_MATCH("ZNAME", ?, ?)"#, [.text("a+"), .integer(81)])
    try check(
      "name BEGINSWITH 'ab'", [], #"("ZNAME" >= ? AND "ZNAME" < CAST(? AS TEXT))"#,
      [.text("ab"), .blob([0x61, 0x63])])
    try check("name ==[c] 'A'", [], #"OBJWIRE_MATCH("ZNAME", ?, ?)"#, [.text("A"), .integer(1)])
  }

  @Test func `arithmetic keeps whole dates and decimals from dividing like integers`() throws {
    try check("number + 1 > 2", [], #"("ZNUMBER" + ?) > ?"#, [.integer(1), .integer(2)])
    try check("price / 2 > 1", [], #"(CAST("ZPRICE" AS REAL) / ?) > ?"#, [.integer(2), .integer(1)])
  }

  @Test func `no value ever becomes part of the text`() throws {
    let evil = #"x' OR 1=1 --"; DROP TABLE ZITEM"#
    let query = try StoreQuery("name == %@ OR code CONTAINS %@", [.string(evil), .string(evil)])
    let explanation = try store.explain(query)
    #expect(!explanation.sql.contains("DROP"))
    #expect(explanation.bindings.contains(.text(evil)))
  }

  @Test func `keys to leave out are one binding`() throws {
    var query = try StoreQuery("number == 1")
    query.excludedKeys = [3, 5]
    let explanation = try store.explain(query)
    #expect(
      explanation.sql.contains(
        #"WHERE ("ZNUMBER" IS ? AND Z_PK NOT IN (SELECT value FROM json_each(?)))"#))
    #expect(explanation.bindings == [.integer(1), .text("[3,5]")])
  }

  @Test func `order, places of missing values and the window are spelled out`() throws {
    let sort = [
      SortDescriptor("name", options: .caseInsensitive),
      SortDescriptor("number", ascending: false, nulls: .first),
      SortDescriptor("due", nulls: .last), SortDescriptor("size", ascending: false),
    ]
    let explanation = try store.explain(StoreQuery(nil, sort: sort, limit: 5, offset: 2))
    #expect(
      explanation.sql.hasSuffix(
        #" ORDER BY OBJWIRE_FOLD("ZNAME", ?) ASC, "ZNUMBER" DESC NULLS FIRST, "ZDUE" ASC NULLS LAST, "#
          + #""ZSIZE" DESC, Z_PK LIMIT ? OFFSET ?"#))
    #expect(explanation.bindings == [.integer(1), .integer(5), .integer(2)])
  }

  private static let plans: [(String, String)] = [
    ("code == 'x'", "USING INDEX Z_Item_UNIQUE_code (ZCODE=?)"),
    ("code == 'x' AND number > 3", "USING INDEX Z_Item_UNIQUE_code (ZCODE=?)"),
    ("code == nil", "USING INDEX Z_Item_UNIQUE_code (ZCODE=?)"),
    ("code IN {'x', 'y'}", "USING INDEX Z_Item_UNIQUE_code (ZCODE=?)"),
    ("name BEGINSWITH 'ab'", "USING INDEX Z_Item_byName (ZNAME>? AND ZNAME<?)"),
    ("due == nil AND number > 3", "USING INDEX Z_Item_byDue (ZDUE=? AND ZNUMBER>?)"),
    ("SELF == %@", "USING INTEGER PRIMARY KEY (rowid=?)"),
  ]

  @Test(arguments: plans)
  func `an index serves where there is one`(predicate: String, plan: String) throws {
    let objectID = ObjectID(store: store.identifier, entity: "Item", key: .permanent(1))
    let arguments = predicate.contains("%@") ? [PredicateValue.objectID(objectID)] : []
    let explanation = try store.explain(StoreQuery(predicate, arguments))
    #expect(explanation.plan.first == "SEARCH ZITEM \(plan)")
  }

  @Test func `an index gives the order`() throws {
    let explanation = try store.explain(StoreQuery(nil, sort: [SortDescriptor("name")], limit: 10))
    #expect(explanation.plan == ["SCAN ZITEM USING INDEX Z_Item_byName"])
  }
}
