import FoundationEssentials
import ObjectGraph
import PredicateLanguage
import SQLiteStore
import Testing

/// Predicates with more parts or values than one SQL statement takes, answered as the in-memory store does.
///
/// Limits: a list is bound value by value up to 1,000, as a whole beyond it; up to 500 comparisons that are no
/// list are written as SQL, more are tested row by row. A text has at most 1 MiB.
@Suite struct `Long lists and chains` {
  private static let rowCount = 300

  private let fixture: StoreFixture
  private let stores: [any PersistentStore]

  init() throws {
    fixture = try StoreFixture()
    stores = [try fixture.open(), try InMemoryStore(model: StoreFixture.model())]
    for store in stores {
      var changes = ChangeSet.EntityChanges(entity: try StoreFixture.model().entities[0])
      changes.insertions = (0..<Self.rowCount).map { index in
        let objectID = ObjectID(store: store.identifier, entity: "Item", key: .temporary(UUID()))
        return ChangeSet.Insertion(objectID: objectID, values: changes.entity.row(Self.values(index)))
      }
      _ = try store.commit(ChangeSet(entities: [changes]), cancellation: Cancellation())
    }
  }

  private static func values(_ index: Int) -> [String: AttributeValue] {
    var values: [String: AttributeValue] = [
      "code": .string("\(index)"), "size": .double(Double(index) / 4), "due": .date(Double(index * 10)),
    ]
    if index % 7 != 0 { values["name"] = .string(index % 2 == 0 ? "Näme \(index)" : "name \(index)") }
    if index % 5 != 0 { values["number"] = .integer(Int64(index)) }
    return values
  }

  /// Checks that both stores find the same, and how many.
  private func check(_ predicate: String, _ arguments: [PredicateValue] = [], count: Int) throws {
    let query = try StoreQuery(predicate, arguments)
    let column = query.entity.columnIndex(named: "code") ?? -1
    let answers = try stores.map { store in
      let reader = try store.makeReader()
      let rows = try reader.fetch(query, cancellation: Cancellation())
      #expect(try reader.count(query, cancellation: Cancellation()) == rows.count)
      return (0..<rows.count).map { rows.snapshot($0, of: query.entity, in: store.identifier).values[column] }
    }
    #expect(answers[0] == answers[1])
    #expect(answers[0].count == count, "\(predicate.prefix(80))")
  }

  @Test func `100,000 values of a list are found, missing ones and under options too`() throws {
    let names = (0..<100_000).map { PredicateValue.string("name \($0 * 2 + 1)") }
    try check("name IN %@", [.list(names)], count: 129)
    try check("NOT (name IN %@)", [.list(names)], count: 171)
    try check("name IN %@", [.list(names + [.null])], count: 172)
    let others = (0..<1_500).map { PredicateValue.string("NAME \($0 * 2)") }
    try check("name IN[c] %@", [.list(others)], count: 0)
    try check("name IN[cd] %@", [.list(others)], count: 128)
    try check("NOT (name IN[cd] %@)", [.list(others)], count: 172)
    try check("name IN[cd] %@", [.list(others + [.null])], count: 171)
    let numbers = (0..<100_000).map { PredicateValue.integer(Int64($0 * 3)) }
    try check("number IN %@", [.list(numbers)], count: 80)
    try check("NOT number IN %@ AND size >= 0", [.list(numbers)], count: 220)
    let dates = (0..<100_000).map { PredicateValue.date(Double($0 * 20)) }
    try check("due IN %@", [.list(dates)], count: 150)
    try check("due IN %@ AND number IN %@", [.list(dates), .list(numbers)], count: 40)
  }

  @Test func `10,000 equalities of one attribute are one list`() throws {
    let chain = (0..<10_000).map { "number == \($0 * 3)" }.joined(separator: " OR ")
    try check(chain, count: 80)
    try check("NOT (\(chain))", count: 220)
    let unequal = (0..<10_000).map { "number != \($0 * 3)" }.joined(separator: " AND ")
    try check(unequal, count: 220)
    try check((0..<1_500).map { "name ==[cd] 'NAME \($0)'" }.joined(separator: " OR "), count: 257)
  }

  @Test func `10,000 parts of many attributes and operators`() throws {
    let parts = (0..<10_000).map { index in
      switch index % 6 {
      case 0: "number == \(index)"
      case 1: "name == 'name \(index)'"
      case 2: "size > \(index + 1_000)"
      case 3: "name BEGINSWITH 'x\(index)'"
      case 4: "(number == \(index) AND due != nil)"
      default: "name ENDSWITH[cd] 'ME \(index)'"
      }
    }
    let expected = (0..<Self.rowCount).count { index in
      let hasName = index % 7 != 0
      let hasNumber = index % 5 != 0
      return switch index % 6 {
      case 0, 4: hasNumber
      case 1, 5: hasName
      default: false
      }
    }
    try check(parts.joined(separator: " OR "), count: expected)
    try check("NOT (\(parts.joined(separator: " OR ")))", count: Self.rowCount - expected)
    try check("size < 10 AND (\(parts.joined(separator: " OR ")))", count: 21)
  }
}
