import Foundation
import ObjectGraph
import PredicateLanguage
import Testing
import TestSupport

/// Dictionaries of grouped and distinct values, whatever the store, saved and pending.
@Suite struct DictionaryTests {
  /// What is pending while a request is answered: the answer must not depend on it.
  enum Stage: CaseIterable, Sendable {
    /// Everything is saved.
    case saved
    /// Some objects are new, one is changed, one was deleted.
    case pending
  }

  static let places = StoreKind.allCases.flatMap { kind in Stage.allCases.map { (kind, $0) } }

  /// Title, small, price, ratio: what every stage shows in the end.
  private static let items: [(String, Int64?, String?, Double?)] = [
    ("tea", 3, "0.1", 0.1), ("tea", 2, "0.2", 0.2), ("milk", nil, "5", 1e16), ("milk", 4, nil, 1),
    ("milk", 1, "2.5", -1e16), ("bread", nil, nil, nil),
  ]

  private func filled(_ place: (StoreKind, Stage)) throws -> (Fixture, ManagedObjectContext) {
    let fixture = try Fixture(place.0)
    let context = fixture.context()
    func values(_ item: (String, Int64?, String?, Double?)) throws -> [String: AttributeValue] {
      [
        "title": .string(item.0), "small": item.1.map { .integer($0) } ?? .null,
        "price": try item.2.map { .decimal(try #require(DecimalValue.of($0))) } ?? .null,
        "ratio": item.3.map { .double($0) } ?? .null,
      ]
    }
    var ids: [ObjectID] = []
    for (index, item) in Self.items.enumerated() {
      var row = try values(item)
      if place.1 == .pending, index == 1 { row["small"] = .integer(90) }
      ids.append(try context.insert(fixture.item, values: fixture.row(row)))
      if place.1 == .pending, index == 2 {
        ids.append(try context.insert(fixture.item, values: fixture.row(["title": .string("gone")])))
        try context.save()
      }
    }
    switch place.1 {
    case .saved: try context.save()
    case .pending:
      try context.update(ids[1], fixture.changes(["small": .integer(2)]))
      try context.delete(ids[3])
    }
    return (fixture, context)
  }

  private func check(
    _ place: (StoreKind, Stage), _ expected: String, _ make: (inout FetchRequest) throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let (fixture, context) = try filled(place)
    var request = FetchRequest(entityName: "Item")
    try make(&request)
    let rows = try withExtendedLifetime(fixture) { try context.dictionaries(for: request) }
    let text = rows.map { row in
      row.sorted { $0.key < $1.key }.map { "\($0.key)=\(Self.text($0.value))" }.joined(separator: " ")
    }
    #expect(text.joined(separator: "; ") == expected, sourceLocation: sourceLocation)
  }

  private static func text(_ value: AttributeValue) -> String {
    switch value {
    case .null: "-"
    case .integer(let number): "\(number)"
    case .double(let number): "\(number)"
    case .decimal(let number): "\(number)d"
    case .string(let text): text
    case .boolean(let truth): "\(truth)"
    default: "\(value)"
    }
  }

  private static func column(
    _ name: String, _ function: AggregateFunction, _ property: String? = nil
  ) -> FetchedColumn {
    .expression(ExpressionDescription(name, function, of: property))
  }

  @Test(arguments: places)
  func `groups come in order of what they are grouped by`(_ place: (StoreKind, Stage)) throws {
    try check(place, "n=1 title=bread; n=3 title=milk; n=2 title=tea") { request in
      request.propertiesToFetch = ["title", Self.column("n", .count)]
      request.propertiesToGroupBy = ["title"]
    }
    try check(place, "title=bread; title=milk; title=tea") { $0.propertiesToGroupBy = ["title"] }
  }

  @Test(arguments: places)
  func `every function leaves missing values out; a sum of none is 0, all else of none is missing`(
    _ place: (StoreKind, Stage)
  ) throws {
    try check(
      place,
      "a=- c=0 g=- l=- s=0 title=bread; a=2.5 c=2 g=4 l=1 s=5 title=milk; a=2.5 c=2 g=3 l=2 s=5 title=tea"
    ) { request in
      request.propertiesToFetch = [
        "title", Self.column("c", .count, "small"), Self.column("s", .sum, "small"),
        Self.column("a", .average, "small"), Self.column("l", .minimum, "small"),
        Self.column("g", .maximum, "small"),
      ]
      request.propertiesToGroupBy = ["title"]
    }
  }

  @Test(arguments: places)
  func `decimals are added as decimals, reals without a loss on the way`(_ place: (StoreKind, Stage)) throws {
    try check(
      place, "p=0d r=0.0 title=bread; p=7.5d r=1.0 title=milk; p=0.3d r=0.30000000000000004 title=tea"
    ) {
      request in
      request.propertiesToFetch = [
        "title", Self.column("p", .sum, "price"), Self.column("r", .sum, "ratio"),
      ]
      request.propertiesToGroupBy = ["title"]
    }
    try check(place, "p=1.95d") { $0.propertiesToFetch = [Self.column("p", .average, "price")] }
  }

  @Test(arguments: places)
  func `without groups aggregates make one row, of no objects, too`(_ place: (StoreKind, Stage)) throws {
    try check(place, "n=6 s=10") { request in
      request.propertiesToFetch = [Self.column("n", .count), Self.column("s", .sum, "small")]
    }
    try check(place, "a=- first=- n=0 p=0d s=0") { request in
      request.predicate = try ParsedPredicate(parsing: "title == 'none'")
      request.propertiesToFetch = [
        Self.column("n", .count), Self.column("s", .sum, "small"), Self.column("a", .average, "small"),
        Self.column("first", .minimum, "title"), Self.column("p", .sum, "price"),
      ]
    }
    try check(place, "") { request in
      request.predicate = try ParsedPredicate(parsing: "title == 'none'")
      request.propertiesToFetch = ["title", Self.column("n", .count)]
      request.propertiesToGroupBy = ["title"]
    }
  }

  @Test(arguments: places)
  func `least and greatest are there for text`(_ place: (StoreKind, Stage)) throws {
    try check(place, "a=bread z=tea") {
      $0.propertiesToFetch = [Self.column("a", .minimum, "title"), Self.column("z", .maximum, "title")]
    }
  }

  @Test(arguments: places)
  func `a predicate chooses objects, having chooses groups by any column`(_ place: (StoreKind, Stage)) throws
  {
    try check(place, "n=2 title=milk; n=2 title=tea") { request in
      request.predicate = try ParsedPredicate(parsing: "small != nil")
      request.propertiesToFetch = ["title", Self.column("n", .count)]
      request.propertiesToGroupBy = ["title"]
    }
    try check(place, "n=2") { request in
      request.propertiesToFetch = [Self.column("n", .count)]
      request.propertiesToGroupBy = ["title"]
      request.havingPredicate = try ParsedPredicate(parsing: "n > 1 AND title BEGINSWITH[c] 'T'")
    }
    try check(place, "") { request in
      request.propertiesToFetch = [Self.column("n", .count)]
      request.havingPredicate = try ParsedPredicate(parsing: "n > 6")
    }
  }

  @Test(arguments: places)
  func `sort keys are columns, ties go by the groups, the window comes last`(
    _ place: (StoreKind, Stage)
  ) throws {
    func sorted(_ expected: String, _ sort: [SortDescriptor], limit: Int = 0, offset: Int = 0) throws {
      try check(place, expected) { request in
        request.propertiesToFetch = ["title", Self.column("s", .sum, "small")]
        request.propertiesToGroupBy = ["title"]
        request.sortDescriptors = sort
        request.fetchLimit = limit
        request.fetchOffset = offset
      }
    }
    try sorted("s=5 title=milk; s=5 title=tea; s=0 title=bread", [SortDescriptor("s", ascending: false)])
    try sorted("s=5 title=tea", [SortDescriptor("s", ascending: false)], limit: 1, offset: 1)
    try sorted("s=5 title=tea; s=5 title=milk; s=0 title=bread", [SortDescriptor("title", ascending: false)])
  }

  @Test(arguments: places)
  func `distinct rows come once, in order of their columns`(_ place: (StoreKind, Stage)) throws {
    try check(place, "title=bread; title=milk; title=tea") { request in
      request.propertiesToFetch = ["title"]
      request.returnsDistinctResults = true
    }
    try check(place, "s=0; s=5") { request in
      request.propertiesToFetch = [Self.column("s", .sum, "small")]
      request.propertiesToGroupBy = ["title"]
      request.returnsDistinctResults = true
    }
  }

  @Test(arguments: places)
  func `without groups dictionaries are those of the objects, sorted by any key`(
    _ place: (StoreKind, Stage)
  ) throws {
    try check(place, "title=milk; title=tea") { request in
      request.propertiesToFetch = ["title"]
      request.sortDescriptors = [SortDescriptor("small", ascending: false)]
      request.fetchLimit = 2
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `pending changes can be left out`(kind: StoreKind) throws {
    let (fixture, context) = try filled((kind, .pending))
    var request = FetchRequest(entityName: "Item")
    request.propertiesToFetch = [Self.column("n", .count), Self.column("s", .sum, "small")]
    request.includesPendingChanges = false
    let rows = try withExtendedLifetime(fixture) { try context.dictionaries(for: request) }
    #expect(rows == [["n": .integer(4), "s": .integer(93)]])
  }

  @Test(arguments: StoreKind.allCases)
  func `a sum that is no integer of 64 bits is refused, one that only passes beyond is not`(
    kind: StoreKind
  ) throws {
    let fixture = try Fixture(kind)
    let context = fixture.context()
    var request = FetchRequest(entityName: "Item")
    request.propertiesToFetch = [Self.column("s", .sum, "large"), Self.column("a", .average, "large")]
    for number in [Int64.max, 1, -2] {
      _ = try context.insert(fixture.item, values: fixture.row(["large": .integer(number)]))
      if number == 1 {
        let error = storeError { () throws(StoreError) in try context.dictionaries(for: request) }
        #expect(error == .limit("units in a sum of integers", Int.max))
        try context.save()
        let saved = storeError { () throws(StoreError) in try context.dictionaries(for: request) }
        #expect(saved == .limit("units in a sum of integers", Int.max))
      }
    }
    let expected: [[String: AttributeValue]] = [
      ["s": .integer(Int64.max - 1), "a": .double(0x1p63 / 3)]
    ]
    #expect(try context.dictionaries(for: request) == expected)
    try context.save()
    #expect(try context.dictionaries(for: request) == expected)
  }

  @Test func `what does not fit is refused with its place`() throws {
    let fixture = try Fixture(.inMemory)
    let context = fixture.context()
    func refuse(
      _ part: DictionaryRequestError.Part, _ reason: String, _ make: (inout FetchRequest) throws -> Void,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      var request = FetchRequest(entityName: "Item")
      try make(&request)
      let error = storeError { () throws(StoreError) in try context.dictionaries(for: request) }
      guard case .request(let error) = error else {
        Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
        return
      }
      #expect(error.part == part, sourceLocation: sourceLocation)
      #expect("\(error.reason)".contains(reason), "\(error.reason)", sourceLocation: sourceLocation)
    }
    try refuse(.column(1), "price is neither grouped by nor an aggregate") {
      $0.propertiesToFetch = ["title", "price", Self.column("n", .count)]
      $0.propertiesToGroupBy = ["title"]
    }
    try refuse(.column(0), "title is neither grouped by nor an aggregate; beside aggregates") {
      $0.propertiesToFetch = ["title", Self.column("n", .count)]
    }
    try refuse(.column(0), "nearest: Optional(\"title\")") { $0.propertiesToFetch = ["titel"] }
    try refuse(.group(1), "nearest: Optional(\"small\")") { $0.propertiesToGroupBy = ["title", "smal"] }
    try refuse(.group(0), "extra is Transformable") { $0.propertiesToGroupBy = ["extra"] }
    try refuse(.column(0), "title is no number, which sum needs") {
      $0.propertiesToFetch = [Self.column("s", .sum, "title")]
    }
    try refuse(.column(0), "extra has no order, which max needs") {
      $0.propertiesToFetch = [Self.column("s", .maximum, "extra")]
    }
    try refuse(.column(0), "avg wants the property") { $0.propertiesToFetch = [Self.column("s", .average)] }
    try refuse(.column(0), "is no name for a column") { $0.propertiesToFetch = [Self.column("a b", .count)] }
    try refuse(.column(1), "Two columns have the name n") {
      $0.propertiesToFetch = [Self.column("n", .count), Self.column("n", .sum, "small")]
    }
    try refuse(.column(0), "title is grouped by; give the column another name") {
      $0.propertiesToFetch = [Self.column("title", .count)]
      $0.propertiesToGroupBy = ["title"]
    }
    try refuse(.column(0), "extra is Transformable") {
      $0.propertiesToFetch = ["extra"]
      $0.returnsDistinctResults = true
    }
    try refuse(.having, "having is for groups") {
      $0.havingPredicate = try ParsedPredicate(parsing: "small > 1")
      $0.returnsDistinctResults = true
    }
    try refuse(.having, "The result has no property price") {
      $0.propertiesToFetch = [Self.column("n", .count)]
      $0.havingPredicate = try ParsedPredicate(parsing: "price > 1")
    }
    try refuse(.having, "compared as an object") {
      $0.propertiesToFetch = [Self.column("n", .count)]
      $0.havingPredicate = try ParsedPredicate(parsing: "SELF != nil")
    }
    try refuse(.sort(0), "nearest: Optional(\"nn\")") {
      $0.propertiesToFetch = [Self.column("nn", .count)]
      $0.sortDescriptors = [SortDescriptor("n")]
    }
  }
}

/// Decimals for rows.
private enum DecimalValue {
  static func of(_ text: String) -> Foundation.Decimal? { Foundation.Decimal(string: text) }
}
