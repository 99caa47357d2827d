import Foundation
import ObjectGraph
import PredicateLanguage
import SQLiteStore
import TestSupport
import Testing

/// The same random objects and requests in both stores, and a third answer by brute force: all three must agree.
///
/// `OBJWIRE_FULL=1` runs the long form, `OBJWIRE_SEED` one seed.
@Suite struct DifferentialTests {
  static let seeds: [UInt64] = {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["OBJWIRE_SEED"].flatMap({ UInt64($0) }) { return [seed] }
    return Array(1...(environment["OBJWIRE_FULL"] == nil ? 12 : 200))
  }()

  /// Attributes a predicate may name, with the kind of their values.
  static let properties: [RandomPredicate.Property] = [
    ("title", .string), ("code", .string), ("small", .integer), ("large", .integer), ("price", .decimal),
    ("ratio", .double), ("done", .boolean), ("due", .date), ("body", .data), ("ident", .uuid), ("link", .url),
  ]

  @Test(arguments: seeds)
  func `SQL, memory and brute force agree on saved and on pending objects`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var twins = try Twins(seed: seed)
    try twins.fill(count: 40, &random)
    for isDirty in [false, true] {
      if isDirty { try twins.disturb(&random) }
      let predicates = RandomPredicate(Self.properties)
      for _ in 0..<60 { try twins.check(predicates.next(&random), &random) }
      for sort in Self.properties.map(\.name) { try twins.check(nil, sort: sort, &random) }
    }
  }
}

/// One history in two stores.
private struct Twins {
  let seed: UInt64
  let memory: Fixture
  let sqlite: Fixture
  let contexts: [ManagedObjectContext]
  /// The same object's IDs in both.
  var objectIDs: [[ObjectID]] = []

  init(seed: UInt64) throws {
    self.seed = seed
    memory = try Fixture(.inMemory)
    sqlite = try Fixture(.sqlite)
    contexts = [memory.context(), sqlite.context()]
  }

  private func row(_ random: inout SeededGenerator) -> [AttributeValue] {
    let values = RandomPredicate(DifferentialTests.properties).row(&random)
    return memory.item.columns.map { property in
      guard case .attribute(let attribute) = property, let value = values[attribute.name],
        attribute.type.accepts(value)
      else { return property.name == "title" ? .string("") : .null }
      // Unique values are not what this test is about.
      if attribute.name == "code", objectIDs.count % 3 > 0 { return .null }
      return value
    }
  }

  mutating func fill(count: Int, _ random: inout SeededGenerator) throws {
    try insert(count: count, &random)
    for context in contexts { try context.save() }
  }

  private mutating func insert(count: Int, _ random: inout SeededGenerator) throws {
    var codes: Set<AttributeValue> = Set(objectIDs.compactMap { try? code(of: $0[0]) })
    let column = memory.item.columnIndex(named: "code")!
    for _ in 0..<count {
      var row = row(&random)
      if row[memory.item.columnIndex(named: "title")!] == .null {
        row[memory.item.columnIndex(named: "title")!] = .string("t")
      }
      if !codes.insert(row[column]).inserted { row[column] = .null }
      objectIDs.append(try contexts.map { try $0.insert(memory.item, values: row) })
    }
  }

  private func code(of objectID: ObjectID) throws -> AttributeValue {
    try contexts[0].snapshot(objectID).values[memory.item.columnIndex(named: "code")!]
  }

  /// Leaves a third of the objects changed or deleted, and adds some.
  mutating func disturb(_ random: inout SeededGenerator) throws {
    for ids in objectIDs where random.chance(3) {
      if random.chance(3) {
        for (context, objectID) in zip(contexts, ids) { try context.delete(objectID) }
      } else {
        let row = row(&random)
        let changes = memory.item.columns.indices.compactMap { column -> PropertyChange? in
          memory.item.columns[column].name == "code"
            ? nil : PropertyChange(column: column, value: row[column])
        }
        for (context, objectID) in zip(contexts, ids) { try context.update(objectID, changes) }
      }
    }
    try insert(count: 12, &random)
  }

  // MARK: - Checking

  func check(_ predicate: ParsedPredicate?, sort key: String? = nil, _ random: inout SeededGenerator) throws {
    let descriptors = (key.map { [$0] } ?? [random.pick(DifferentialTests.properties).name]).map { key in
      SortDescriptor(
        key, ascending: random.chance(2),
        options: random.pick([[], .caseInsensitive, .diacriticInsensitive]),
        nulls: random.pick([nil, .first, .last]))
    }
    let isSorted = key != nil || random.chance(2)
    let query = try bound(predicate, isSorted ? descriptors : [])
    guard var query else { return }
    let all = try answers(query)
    let name = predicate?.format ?? "everything"
    #expect(all[0] == all[1], "seed \(seed): \(name) sorted by \(isSorted ? "\(descriptors)" : "nothing")")
    #expect(Set(all[1]) == Set(try bruteForce(query)), "seed \(seed): \(name) by brute force")
    query.offset = Int(random.next() % 6)
    query.limit = 1 + Int(random.next() % 8)
    let window = Array(all[0].dropFirst(query.offset).prefix(query.limit ?? 0))
    #expect(try answers(query) == [window, window], "seed \(seed): \(name), window")
    for context in contexts {
      #expect(try context.count(query) == all[0].count, "seed \(seed): count of \(name)")
    }
  }

  /// Nil for a random predicate whose kinds do not fit each other: refusing it is the binder's job.
  private func bound(_ predicate: ParsedPredicate?, _ sort: [SortDescriptor]) throws -> StoreQuery? {
    let binder = Binder(entity: memory.item, model: memory.model)
    do {
      return StoreQuery(
        entity: memory.item, predicate: try predicate.map { try binder.bind($0) },
        sort: try sort.map { try binder.bind($0) })
    } catch {
      return nil
    }
  }

  /// Positions in `objectIDs`, in order, from each store.
  private func answers(_ query: StoreQuery) throws -> [[Int]] {
    try zip(contexts, [memory, sqlite]).enumerated().map { index, pair in
      let rows = try pair.0.fetch(query)
      return try (0..<rows.count).map { row in
        try position(rows.objectID(row, of: pair.1.item, in: pair.1.store.identifier), in: index)
      }
    }
  }

  private func position(_ objectID: ObjectID, in index: Int) throws -> Int {
    let fixture = index == 0 ? memory : sqlite
    return try #require(
      objectIDs.firstIndex { fixture.coordinator.resolve($0[index]) == objectID || $0[index] == objectID })
  }

  /// Every visible object through the evaluator, without any store's search.
  private func bruteForce(_ query: StoreQuery) throws -> [Int] {
    let prepared = try query.predicate.map { try PreparedPredicate($0.node) }
    return objectIDs.indices.filter { index in
      guard let snapshot = try? contexts[1].snapshot(objectIDs[index][1]) else { return false }
      return prepared?.evaluate { path in
        switch path.target {
        case .attribute(_, let column): snapshot.values[column]
        case .object: .objectID(snapshot.objectID)
        }
      } ?? true
    }
  }
}
