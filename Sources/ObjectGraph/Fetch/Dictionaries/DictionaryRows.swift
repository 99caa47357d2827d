import FoundationEssentials
import PredicateLanguage

extension DictionaryQuery {
  /// The rows that are made of objects in memory: the same that a store makes of its own.
  ///
  /// - Parameter objects: rows of `objects.entity`, all that match.
  /// - Complexity: O(objects), and the order of the rows.
  func rows(
    of objects: StoreRows, in store: UUID, _ cancellation: Cancellation
  ) throws(StoreError) -> StoreRows {
    let paths = PathReader(rowsOf: table.entity)
    var groups = DictionaryGroups(table, of: self.objects.entity, in: store)
    for row in 0..<objects.count {
      try cancellation.check()
      groups.add(row, of: objects)
    }
    let test = try ObjectTest(table.having, paths)
    var rows = groups.rows.filter(test.holds)
    if table.isDistinct {
      var seen: Set<[AttributeValue]> = []
      rows = rows.filter { seen.insert($0.values).inserted }
    }
    let sorted = try RowOrder(sort: table.sort, paths).sorted(rows, cancellation)
    let end = limit.map { min(sorted.count, offset.saturatingAdd($0)) } ?? sorted.count
    var result = StoreRows(columnCount: table.entity.columns.count)
    for index in min(offset, end)..<end {
      result.beginRow(key: 0, version: 0)
      for value in sorted[index].snapshot.values { try result.append(value) }
    }
    return try checked(result)
  }

  /// The rows themselves.
  ///
  /// - Throws: `StoreError.limit` where a sum of integers is none of 64 bits.
  package func checked(_ rows: StoreRows) throws(StoreError) -> StoreRows {
    for (column, source) in table.sources.enumerated() {
      guard case .aggregate(.sum, _) = source, case .attribute(let attribute) = table.entity.columns[column],
        attribute.type == .integer64
      else { continue }
      for row in 0..<rows.count {
        if case .real = rows.cell(row, column) { throw .limit("units in a sum of integers", Int.max) }
      }
    }
    return rows
  }
}

/// Objects on their way into groups.
private struct DictionaryGroups {
  private let table: DictionaryTable
  private let entity: EntityDescription
  private let store: UUID
  private let columns: [Column]
  private var positions: [[AttributeValue]: Int] = [:]
  private var groups: [[Cell]] = []

  init(_ table: DictionaryTable, of entity: EntityDescription, in store: UUID) {
    self.table = table
    self.store = store
    self.entity = entity
    columns = table.sources.map { Column($0, of: entity) }
    // Aggregates of no objects at all make a row, too.
    if table.isGrouped, table.groupColumns.isEmpty { groups = [empty] }
  }

  private var empty: [Cell] { columns.map { _ in Cell() } }

  mutating func add(_ row: Int, of rows: StoreRows) {
    let position = position(row, of: rows)
    for (index, column) in columns.enumerated() {
      groups[position][index].add(row, of: rows, column) { rows.value(row, $0, of: entity, in: store) }
    }
  }

  /// The place of the object's group.
  private mutating func position(_ row: Int, of rows: StoreRows) -> Int {
    guard table.isGrouped else {
      groups.append(empty)
      return groups.count - 1
    }
    if table.groupColumns.isEmpty { return 0 }
    let key = table.groupColumns.map { rows.value(row, $0, of: entity, in: store) }
    if let known = positions[key] { return known }
    positions[key] = groups.count
    groups.append(empty)
    return groups.count - 1
  }

  /// The rows as if they were objects, for predicates and order.
  var rows: [ObjectSnapshot] {
    let nobody = ObjectID(store: UUID(), entity: DictionaryTable.name, key: .permanent(0))
    return groups.map { cells in
      let values = zip(cells, columns).map { $0.value(in: $1) }
      return ObjectSnapshot(objectID: nobody, version: 0, values: values)
    }
  }
}

extension DictionaryGroups {
  /// How a column is made.
  private struct Column {
    enum Making {
      case property
      case count
      case numbers(NumberAggregate)
      case least
      case greatest
    }

    let making: Making
    /// The column of the objects; nil for the objects themselves.
    let position: Int?

    init(_ source: DictionaryTable.Source, of entity: EntityDescription) {
      switch source {
      case .property(let column): (making, position) = (.property, column)
      case .aggregate(.count, let column): (making, position) = (.count, column)
      case .aggregate(.minimum, let column): (making, position) = (.least, column)
      case .aggregate(.maximum, let column): (making, position) = (.greatest, column)
      case .aggregate(let function, let column):
        let aggregate = column.flatMap { NumberAggregate(function, of: entity.columns[$0]) }
        (making, position) = (aggregate.map { .numbers($0) } ?? .count, column)
      }
    }
  }

  /// The value of one column of one group in the making.
  private struct Cell {
    private var found: AttributeValue = .null
    private var count: Int64 = 0
    private var sum = ExactSum()

    mutating func add(
      _ row: Int, of rows: StoreRows, _ column: Column, _ value: (Int) -> AttributeValue
    ) {
      guard let position = column.position else {
        count += 1
        return
      }
      switch column.making {
      case .property: if found == .null { found = value(position) }
      case .count: if rows.cell(row, position) != .null { count += 1 }
      case .numbers:
        switch rows.cell(row, position) {
        case .integer(let number): sum.add(number)
        case .real(let number): sum.add(number)
        case .null, .text, .blob, .reference: break
        }
      case .least: replace(with: value(position)) { $0 < 0 }
      case .greatest: replace(with: value(position)) { $0 > 0 }
      }
    }

    private mutating func replace(with value: AttributeValue, if isBetter: (Int) -> Bool) {
      if value == .null { return }
      if found == .null || isBetter(ValueOrder.compare(value, found)) { found = value }
    }

    func value(in column: Column) -> AttributeValue {
      switch column.making {
      case .property, .least, .greatest: found
      case .count: .integer(count)
      case .numbers(let aggregate): aggregate.result(sum)
      }
    }
  }
}
