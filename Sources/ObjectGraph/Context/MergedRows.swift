import FoundationEssentials
import PredicateLanguage

/// One ordered list out of two: rows of the store and pending objects, in one order, cut to one window.
///
/// ```
/// store     a3  c7  d9          sorted by key, then primary key
/// pending   b5  c-              sorted the same way; new objects (no key yet) after all others of equal keys
/// merged    a3  b5  c7  c-  d9  then offset and limit
/// ```
struct MergedRows {
  let entity: EntityDescription
  let order: RowOrder
  let limit: Int?
  let offset: Int
  private let store: UUID
  private let cancellation: Cancellation

  init(
    entity: EntityDescription, in store: UUID, order: RowOrder, limit: Int? = nil, offset: Int = 0,
    _ cancellation: Cancellation
  ) {
    self.entity = entity
    self.store = store
    self.order = order
    self.limit = limit
    self.offset = offset
    self.cancellation = cancellation
  }

  /// Merges.
  ///
  /// - Parameter alreadySkipped: the store has cut its rows to the window already, because nothing is
  ///   pending.
  func merge(
    _ stored: StoreRows, with pending: [ObjectSnapshot], alreadySkipped: Bool = false
  ) throws(StoreError) -> StoreRows {
    if pending.isEmpty && alreadySkipped { return stored }
    let ranked = try order.sorted(pending, cancellation)
    var result = StoreRows(columnCount: stored.columnCount)
    var row = 0
    var next = 0
    var position = 0
    let end = limit.map(offset.saturatingAdd) ?? Int.max
    while row < stored.count || next < ranked.count, position < end {
      let takesPending =
        next < ranked.count
        && (row == stored.count || order.precedes(ranked[next], row, of: stored, entity, in: store))
      if position >= offset {
        if takesPending {
          try result.append(ranked[next].snapshot, of: entity)
        } else {
          try result.append(row, of: stored)
        }
      }
      if takesPending { next += 1 } else { row += 1 }
      position += 1
    }
    return result
  }

  /// Merges after leaving out the stored rows that have a pending change.
  func merge(
    _ stored: StoreRows, without changed: [ObjectID: PendingChange], with pending: [ObjectSnapshot]
  ) throws(StoreError) -> StoreRows {
    let changedKeys = Set(changed.keys.compactMap(\.primaryKey))
    var untouched = StoreRows(columnCount: stored.columnCount)
    for row in 0..<stored.count where !changedKeys.contains(stored.keys[row]) {
      try untouched.append(row, of: stored)
    }
    return try merge(untouched, with: pending)
  }
}
