import FoundationEssentials
import ObjectGraph
import PredicateLanguage
import SQLiteStore
import Testing
import TestSupport

/// Answers where SQL alone would give others, or none.
@Suite struct `Answers of the store` {
  private let fixture: StoreFixture
  private let store: SQLiteStore

  init() throws {
    fixture = try StoreFixture()
    store = try fixture.open()
    try store.add([
      ["code": .string("1"), "name": .string("Éa"), "number": .integer(.max), "price": .decimal(5)],
      ["code": .string("2"), "name": .string("E\u{301}a"), "number": .integer(.min), "size": .double(0.5)],
      ["code": .string("3"), "name": .string("a\0b"), "number": .integer(7), "due": .date(10)],
      ["code": .string("4"), "bytes": .data([]), "done": .boolean(true), "link": .url("http://a")],
    ])
  }

  private func check(_ predicate: String, _ expected: [String]) throws {
    #expect(try store.codes(predicate) == expected, "\(predicate)")
    let count = try store.makeReader().count(StoreQuery(predicate), cancellation: Cancellation())
    #expect(count == expected.count)
  }

  @Test func `text is compared by bytes unless options fold it`() throws {
    try check("name == 'Éa'", ["1"])
    try check("name ==[c] 'éa'", ["1", "2"])
    try check("name CONTAINS[cd] 'EA'", ["1", "2"])
    try check("name BEGINSWITH 'É'", ["1"])
    try check("name LIKE '?a'", ["1", "2"])
    try check("name IN[cd] {'ea'}", ["1", "2"])
    try check("name >[c] 'b'", ["1", "2"])
  }

  @Test func `regular expressions fit whole texts, and bad ones from a property none`() throws {
    try check("name MATCHES '.a'", ["1"])
    try check("name MATCHES '.+a'", ["1", "2"])
    try check("name MATCHES[c] '[é]A'", ["1", "2"])
    try check("name MATCHES[d] 'Ea|a.b'", ["1", "2", "3"])
    try check("NOT name MATCHES '.a'", ["2", "3", "4"])
    try check("code MATCHES code", ["1", "2", "3", "4"])
    try store.add([
      ["code": .string("5"), "name": .string("a(")], ["code": .string("6"), "name": .string("[6]")],
    ])
    try check("code MATCHES name", ["6"])
    try check("name MATCHES name", ["1", "2", "3"])
  }

  @Test func `a null character inside a text is a character`() throws {
    let query = try StoreQuery("name == %@", [PredicateValue.string("a\0b")])
    #expect(try store.makeReader().fetch(query, cancellation: Cancellation()).keys == [3])
    try check("name BEGINSWITH 'a'", ["3"])
    try check("name ENDSWITH 'b'", ["3"])
    try check("name CONTAINS 'b'", ["3"])
  }

  @Test func `a missing value is unequal to every value, and NOT is its opposite`() throws {
    try check("name == nil", ["4"])
    try check("name != 'Éa'", ["2", "3", "4"])
    try check("NOT (number > 0)", ["2", "4"])
    try check("NOT (name IN {'x', nil})", ["1", "2", "3"])
    try check("NOT (name BEGINSWITH 'a')", ["1", "2", "4"])
    try check("NOT (number BETWEEN {0, 10})", ["1", "2", "4"])
  }

  @Test func `arithmetic overflows into fractions and divides by zero into nothing`() throws {
    try check("number + 1 > 0", ["1", "3"])
    try check("number / 0 == nil", ["1", "2", "3", "4"])
    try check("price / 2 == 2.5", ["1"])
    try check("-number == 9223372036854775808.0", ["2"])
  }

  @Test func `an empty value is no missing value`() throws {
    try check("bytes != nil", ["4"])
    try check("link == 'http://a'", ["4"])
    #expect(try store.items("bytes != nil").first?.values.first == .data([]))
  }

  @Test func `a predicate of any depth the language allows is answered`() throws {
    func nested(_ depth: Int, _ wrap: (Int, String) -> String) -> String {
      (0..<depth).reduce("number == 7") { (inner, level) in wrap(level, inner) }
    }
    for depth in [1, 20, 25, 60, 90] {
      try check(nested(depth) { $0 % 2 == 0 ? "(number == 8 OR \($1))" : "(number < 100 AND \($1))" }, ["3"])
      try check(
        nested(depth) { "NOT (\($1) AND \($0 + 1) == \($0 + 1))" }, depth % 2 == 0 ? ["3"] : ["1", "2", "4"])
    }
    for depth in [1, 10, 20, 40, 90] {
      let sum = (0..<depth).reduce("number") { (inner, _) in "(1 + \(inner))" }
      try check("\(sum) == \(7 + depth)", ["3"])
    }
  }

  @Test func `a deep part does not keep an index from serving the rest`() throws {
    let deep = (0..<40).reduce("number == 7") { (inner, _) in "(number == 8 OR (number < 100 AND \(inner)))"
    }
    let explanation = try store.explain(StoreQuery("code == '3' AND \(deep)"))
    #expect(explanation.plan.first == "SEARCH ZITEM USING INDEX Z_Item_UNIQUE_code (ZCODE=?)")
    try check("code == '3' AND \(deep)", ["3"])
    let name = try StoreQuery("\(deep) AND SELF != nil AND name CONTAINS[c] %@", [.string("B")])
    #expect(try store.makeReader().count(name, cancellation: Cancellation()) == 1)
  }

  @Test func `thousands of alternatives are answered`() throws {
    let codes = (0..<20_000).map { "code == '\($0)'" }.joined(separator: " OR ")
    try check(codes, ["1", "2", "3", "4"])
    let others = (0..<20_000).map { "number == \($0) OR size < -\($0)" }.joined(separator: " OR ")
    try check(others, ["3"])
    let numbers = (0..<2_000).map { "number != \($0)" }.joined(separator: " AND ")
    try check(numbers, ["1", "2", "4"])
  }

  @Test(arguments: [("number", [3]), ("code", [1, 2, 3, 4]), ("size", [2]), ("bytes", [4]), ("name", [3])])
  func `a long list is answered`(key: String, expected: [Int64]) throws {
    let list: [PredicateValue] =
      switch key {
      case "number": (0..<40_000).map { .integer($0) }
      case "code": (0..<40_000).map { .string("\($0)") }
      case "size": (0..<40_000).map { .double(Double($0) + 0.5) }
      case "bytes": (0..<40_000).map { .data(Array("\($0)".utf8)) } + [.data([])]
      default: (0..<40_000).map { .string("\($0)\0") } + [.string("a\0b")]
      }
    for (text, keys) in [("\(key) IN %@", expected), ("NOT \(key) IN %@", others(expected))] {
      let query = try StoreQuery(text, [.list(list)])
      #expect(try store.makeReader().fetch(query, cancellation: Cancellation()).keys == keys)
      #expect(try store.explain(query).bindings.count <= 2)
    }
  }

  private func others(_ keys: [Int64]) -> [Int64] { [1, 2, 3, 4].filter { !keys.contains($0) } }

  @Test func `fractions in a long list are exact to the last bit`() throws {
    var generator = SeededGenerator(seed: 7)
    let exact = (0..<1_500).map { _ in Double(bitPattern: generator.next()) }.filter(\.isFinite)
    let edges = [0.1, 1 / 3, .leastNonzeroMagnitude, .greatestFiniteMagnitude, -0.0, 123_456_789.123_456_78]
    let numbers = exact + edges
    try store.add(numbers.enumerated().map { ["code": .string("exact \($0)"), "size": .double($1)] })
    let same = try StoreQuery("size IN %@", [.list(numbers.map { .double($0) })])
    let near = try StoreQuery("size IN %@", [.list(exact.map { .double($0.nextUp) })])
    let reader = try store.makeReader()
    #expect(try reader.count(same, cancellation: Cancellation()) == numbers.count)
    #expect(try reader.count(near, cancellation: Cancellation()) == 0)
  }

  @Test func `more values than a statement can hold are refused as a limit`() throws {
    let lists = (0..<300).map { list in PredicateValue.list((0..<1_000).map { .integer($0 + list) }) }
    let text = Array(repeating: "number IN %@", count: lists.count).joined(separator: " OR ")
    let query = try StoreQuery(text, lists)
    let reader = try store.makeReader()
    let refusals = [
      refusal { _ = try reader.fetch(query, cancellation: Cancellation()) },
      refusal { _ = try reader.count(query, cancellation: Cancellation()) },
      refusal { _ = try store.explain(query) },
    ]
    for refusal in refusals {
      guard case .limit("values in a predicate", let maximum)? = refusal else {
        Issue.record("\(String(describing: refusal))")
        continue
      }
      #expect((1_000..<300_000).contains(maximum))
    }
    #expect(try reader.count(StoreQuery(nil), cancellation: Cancellation()) == 4)
  }

  @Test func `a cancelled request stops`() throws {
    let cancellation = Cancellation()
    cancellation.cancel()
    let reader = try store.makeReader()
    #expect(refusal { _ = try reader.fetch(StoreQuery(nil), cancellation: cancellation) } == .cancelled)
    #expect(refusal { _ = try reader.count(StoreQuery(nil), cancellation: cancellation) } == .cancelled)
    #expect(try reader.count(StoreQuery(nil), cancellation: Cancellation()) == 4)
  }
}
