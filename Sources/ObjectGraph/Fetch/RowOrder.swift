import FoundationEssentials
import PredicateLanguage

/// The order of a fetch, for objects in memory: the same that stores give their rows.
struct RowOrder {
  let sort: [BoundSortDescriptor]

  /// An object with the values it is sorted by and its place among pending objects of equal values.
  struct Ranked {
    let snapshot: ObjectSnapshot
    let keys: [AttributeValue]
    let place: Int
  }

  /// Sorts objects given in their tie order: saved ones by primary key, then new ones by insertion.
  ///
  /// - Throws: `StoreError.cancelled`.
  func sorted(_ snapshots: [ObjectSnapshot], _ cancellation: Cancellation) throws(StoreError) -> [Ranked] {
    let ranked = snapshots.enumerated().map { place, snapshot in
      Ranked(snapshot: snapshot, keys: sort.map { snapshot.value(at: $0.path) }, place: place)
    }
    if sort.isEmpty { return ranked }
    let sorted = ranked.sorted { left, right in
      // Once cancelled, any order will do.
      if cancellation.isCancelled { return left.place < right.place }
      let order = compare(left.keys, right.keys)
      return order == 0 ? left.place < right.place : order < 0
    }
    try cancellation.check()
    return sorted
  }

  /// Whether a pending object comes before a row of the store.
  func precedes(_ pending: Ranked, _ row: Int, of rows: StoreRows, _ entity: EntityDescription) -> Bool {
    for (index, descriptor) in sort.enumerated() {
      let other = rows.value(row, at: descriptor.path, of: entity)
      let order = compare(pending.keys[index], other, by: descriptor)
      if order != 0 { return order < 0 }
    }
    return (pending.snapshot.objectID.primaryKey ?? Int64.max) < rows.keys[row]
  }

  /// Less than, equal to or greater than 0 as the first list of sort values goes before, with or after the
  /// second.
  func compare(_ left: [AttributeValue], _ right: [AttributeValue]) -> Int {
    for (index, descriptor) in sort.enumerated() {
      let order = compare(left[index], right[index], by: descriptor)
      if order != 0 { return order }
    }
    return 0
  }

  private func compare(
    _ left: AttributeValue, _ right: AttributeValue, by descriptor: BoundSortDescriptor
  ) -> Int {
    switch (left == .null, right == .null) {
    case (true, true): return 0
    case (true, false): return descriptor.nullsFirst ? -1 : 1
    case (false, true): return descriptor.nullsFirst ? 1 : -1
    case (false, false):
      let order = ValueOrder.compare(left, right, options: descriptor.options)
      return descriptor.ascending ? order : -order
    }
  }
}

extension ObjectSnapshot {
  /// The value that a key path without relationships leads to.
  func value(at path: BoundKeyPath) -> AttributeValue {
    switch path.target {
    case .attribute(_, let column): values[column]
    case .object: .objectID(objectID)
    }
  }
}

extension StoreRows {
  /// The value that a key path without relationships leads to; `.null` for the object itself, which only ties
  /// break.
  func value(_ row: Int, at path: BoundKeyPath, of entity: EntityDescription) -> AttributeValue {
    switch path.target {
    case .attribute(_, let column): value(row, column, of: entity.columns[column])
    case .object: .null
    }
  }
}
