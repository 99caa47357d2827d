import ObjectGraph
import PredicateLanguage
import Testing
import TestSupport

/// One history in two stores, and a plain record of what it must have led to.
///
/// An object is known by its position: the place of its insertion, which is also its place in every tie.
struct Twins {
  let fixtures: [Fixture]
  let item: EntityDescription
  private let contexts: [ManagedObjectContext]
  /// By position: the object's ID in each store.
  private var objectIDs: [[ObjectID]] = []
  /// For each store: the position of every ID that its rows may have.
  private var positions: [[ObjectID: Int]]
  /// By position: the row that everybody can read; nil if there is none.
  private var committed: [[AttributeValue]?] = []
  /// By position: the row that the contexts show; nil if they show none.
  private var shown: [[AttributeValue]?] = []
  /// By position: the columns with pending changes.
  private var touched: [Set<Int>] = []
  /// Unique values that were given out, never twice.
  private var codes: Set<AttributeValue> = []

  init() throws {
    fixtures = try StoreKind.allCases.map { try Fixture($0) }
    item = fixtures[0].item
    contexts = fixtures.map { $0.context() }
    positions = fixtures.map { _ in [:] }
  }

  /// What each store gives as dictionaries.
  func dictionaries(for request: FetchRequest) -> [Result<[[String: AttributeValue]], StoreError>] {
    contexts.map { context in
      Result { () throws(StoreError) in try context.dictionaries(for: request) }
    }
  }

  /// How many shown objects have each combination of values in some columns.
  func counts(of names: [String]) -> [[AttributeValue]: Int64] {
    let columns = names.map { item.column($0) }
    return shown.compactMap { $0 }.reduce(into: [:]) { counts, row in
      counts[columns.map { row[$0] }, default: 0] += 1
    }
  }

  // MARK: - Making history

  mutating func insert(count: Int, _ random: inout SeededGenerator) throws {
    for _ in 0..<count {
      let row = row(&random)
      let ids = try contexts.map { try $0.insert(item, values: row) }
      for (index, objectID) in ids.enumerated() { positions[index][objectID] = objectIDs.count }
      objectIDs.append(ids)
      committed.append(nil)
      shown.append(row)
      touched.append([])
    }
  }

  mutating func save() throws {
    for context in contexts { try context.save() }
    for (position, ids) in objectIDs.enumerated() {
      for (index, fixture) in fixtures.enumerated() {
        positions[index][fixture.coordinator.resolve(ids[index])] = position
      }
    }
    committed = shown
    touched = touched.map { _ in [] }
  }

  /// Leaves a third of the objects changed or deleted in the contexts.
  mutating func change(_ random: inout SeededGenerator) throws {
    for position in shown.indices where random.chance(3) {
      if random.chance(3) {
        for (context, objectID) in zip(contexts, objectIDs[position]) { try context.delete(objectID) }
        shown[position] = nil
      } else {
        let changes = changes(&random)
        for (context, objectID) in zip(contexts, objectIDs[position]) {
          try context.update(objectID, changes)
        }
        apply(changes, toShown: position)
      }
    }
  }

  /// Lets other contexts change or delete a third of the saved objects, and add some.
  mutating func changeElsewhere(_ random: inout SeededGenerator) throws {
    let others = fixtures.map { $0.context("other") }
    for position in committed.indices where committed[position] != nil && random.chance(3) {
      let isMine = shown[position] == nil || !touched[position].isEmpty
      if random.chance(3) {
        for (other, objectID) in zip(others, objectIDs[position]) { try other.delete(objectID) }
        committed[position] = nil
        if !isMine { shown[position] = nil }
      } else {
        let changes = changes(&random)
        for (other, objectID) in zip(others, objectIDs[position]) { try other.update(objectID, changes) }
        for change in changes {
          committed[position]?[change.column] = change.value
          if !touched[position].contains(change.column) { shown[position]?[change.column] = change.value }
        }
      }
    }
    for other in others { try other.save() }
  }

  private mutating func apply(_ changes: [PropertyChange], toShown position: Int) {
    for change in changes {
      shown[position]?[change.column] = change.value
      if committed[position]?[change.column] != change.value { touched[position].insert(change.column) }
    }
  }

  private mutating func row(_ random: inout SeededGenerator) -> [AttributeValue] {
    let values = RandomPredicate(DifferentialTests.properties).row(&random)
    var row = item.defaultRow
    for (column, property) in item.columns.enumerated() {
      guard case .attribute(let attribute) = property, let value = values[attribute.name] else { continue }
      let fits = attribute.type.accepts(value) && (attribute.isOptional || value != .null)
      if fits { row[column] = value }
    }
    let code = item.column("code")
    if !codes.insert(row[code]).inserted { row[code] = .null }
    return row
  }

  /// New values for some columns, all but the unique one, which is another suite's concern.
  private mutating func changes(_ random: inout SeededGenerator) -> [PropertyChange] {
    let row = row(&random)
    let columns = row.indices.filter { $0 != item.column("code") && random.chance(2) }
    return columns.map { PropertyChange(column: $0, value: row[$0]) }
  }

  // MARK: - Checking

  func checkShownValues(_ state: String) throws {
    for (index, context) in contexts.enumerated() {
      for (position, ids) in objectIDs.enumerated() {
        let snapshot = try? context.snapshot(ids[index])
        #expect(snapshot?.values == shown[position], "\(StoreKind.allCases[index]), \(state)")
      }
    }
  }

  /// All answers to a query, and those to a random window of it.
  func check(
    _ query: StoreQuery, includesPendingChanges: Bool, _ request: String, _ random: inout SeededGenerator
  ) throws {
    let rows = includesPendingChanges ? shown : committed
    let expected = try bruteForce(query, rows)
    var window = query
    window.offset = Int(random.next() % 6)
    window.limit = 1 + Int(random.next() % 8)
    let expectedWindow = Array(expected.dropFirst(window.offset).prefix(window.limit ?? 0))
    for (index, context) in contexts.enumerated() {
      let kind = StoreKind.allCases[index]
      let all = found(try context.fetch(query, includesPendingChanges: includesPendingChanges), index)
      #expect(all == expected, "\(kind): \(request)")
      let some = found(try context.fetch(window, includesPendingChanges: includesPendingChanges), index)
      #expect(some == expectedWindow, "\(kind), \(window.limit ?? 0) from \(window.offset): \(request)")
      let pages = try pages(of: query, in: context, includesPendingChanges, &random)
      #expect(found(pages, index) == expected, "\(kind), in pages: \(request)")
      let count = try context.count(query, includesPendingChanges: includesPendingChanges)
      #expect(count == expected.count, "\(kind), count: \(request)")
    }
  }

  /// The pages of a query, joined; each begins at the place that the one before has named.
  private func pages(
    of query: StoreQuery, in context: ManagedObjectContext, _ includesPendingChanges: Bool,
    _ random: inout SeededGenerator
  ) throws -> StoreRows {
    var joined = StoreRows(columnCount: item.columns.count)
    var next = query
    repeat {
      next.limit = 1 + Int(random.next() % 9)
      let page = try context.fetchPage(next, includesPendingChanges: includesPendingChanges)
      for row in 0..<page.rows.count { try joined.append(row, of: page.rows) }
      #expect(page.next == nil || page.rows.count == next.limit)
      next.after = page.next?.shortened
    } while next.after != nil && joined.count < 1_000
    return joined
  }

  private func found(_ rows: StoreRows, _ index: Int) -> [Int?] {
    let store = fixtures[index].store.identifier
    return (0..<rows.count).map { positions[index][rows.objectID($0, of: item, in: store)] }
  }

  /// The rows that the evaluator accepts, in order, without any store.
  private func bruteForce(_ query: StoreQuery, _ rows: [[AttributeValue]?]) throws -> [Int] {
    let test = try query.predicate.map { try PreparedPredicate($0.node) }
    let matching = rows.indices.filter { position in
      guard let row = rows[position] else { return false }
      return test?.evaluate { value(at: $0, row) } ?? true
    }
    return matching.sorted { left, right in
      for key in query.sort {
        let order = compare(rows[left] ?? [], rows[right] ?? [], by: key)
        if order != 0 { return order < 0 }
      }
      return left < right
    }
  }

  private func compare(
    _ left: [AttributeValue], _ right: [AttributeValue], by key: BoundSortDescriptor
  ) -> Int {
    let (left, right) = (value(at: key.path, left), value(at: key.path, right))
    if left == .null || right == .null {
      let order = (left == .null ? 0 : 1) - (right == .null ? 0 : 1)
      return key.nullsFirst ? order : -order
    }
    let order = ValueComparison.order(left, right, options: key.options) ?? 0
    return key.ascending ? order : -order
  }

  private func value(at path: BoundKeyPath, _ row: [AttributeValue]) -> AttributeValue {
    if case .attribute(_, let column) = path.target { row[column] } else { .null }
  }
}
