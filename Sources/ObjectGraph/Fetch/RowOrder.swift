import FoundationEssentials
import PredicateLanguage

/// The order of a fetch, for objects in memory: the same that stores give their rows.
struct RowOrder {
  let sort: [BoundSortDescriptor]
  private let paths: PathReader

  init(sort: [BoundSortDescriptor], _ paths: PathReader) {
    self.sort = sort
    self.paths = paths
  }

  /// What an object is sorted by.
  func values(of snapshot: ObjectSnapshot) -> [AttributeValue] {
    sort.map { paths.value(at: $0.path, from: snapshot) }
  }

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
      Ranked(snapshot: snapshot, keys: values(of: snapshot), place: place)
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
  func precedes(
    _ pending: Ranked, _ row: Int, of rows: StoreRows, _ entity: EntityDescription, in store: UUID
  ) -> Bool {
    for (index, descriptor) in sort.enumerated() {
      let other = value(row, at: descriptor.path, of: rows, entity, in: store)
      let order = compare(pending.keys[index], other, by: descriptor)
      if order != 0 { return order < 0 }
    }
    return (pending.snapshot.objectID.primaryKey ?? Int64.max) < rows.keys[row]
  }

  /// The value that a row is sorted by; `.null` for the object itself, which only ties break.
  private func value(
    _ row: Int, at path: BoundKeyPath, of rows: StoreRows, _ entity: EntityDescription, in store: UUID
  ) -> AttributeValue {
    guard path.steps.isEmpty else {
      return paths.value(at: path, from: rows.snapshot(row, of: entity, in: store))
    }
    return switch path.target {
    case .attribute(let attribute, let column): rows.value(row, column, of: attribute.type)
    case .object: .null
    }
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
