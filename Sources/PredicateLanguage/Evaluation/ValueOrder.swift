import FoundationEssentials

/// The order of values when objects are sorted: total, and for one column the order of a store.
///
/// Missing values come first, NaN among them since a store keeps it as NULL; then numbers by exact value,
/// dates, text by bytes after folding, bytes, UUIDs and object ids. Values of one column have one kind, so
/// the order between kinds only has to be some order.
public enum ValueOrder {
  /// Compares two values, ascending.
  /// - Returns: a negative number, zero, or a positive number.
  public static func compare(
    _ left: PredicateValue, _ right: PredicateValue, options: StringOptions = []
  ) -> Int {
    if let order = ValueComparison.order(left, right, options: options) { return order }
    switch (left, right) {
    case (.objectID(let a), .objectID(let b)): return compare(a, b)
    case (.list(let a), .list(let b)): return compare(a, b, options)
    default: return rank(left) - rank(right)
    }
  }

  private static func rank(_ value: PredicateValue) -> Int {
    switch value {
    case .null: 0
    case .double(let number) where number.isNaN: 0
    case .decimal(let number) where number.isNaN: 0
    case .date(let seconds) where seconds.isNaN: 0
    case .boolean, .integer, .double, .decimal: 1
    case .date: 2
    case .string: 3
    case .url: 4
    case .data: 5
    case .uuid: 6
    case .objectID: 7
    case .list: 8
    }
  }

  private static func compare(
    _ left: [PredicateValue], _ right: [PredicateValue], _ options: StringOptions
  ) -> Int {
    for (a, b) in zip(left, right) {
      let order = compare(a, b, options: options)
      if order != 0 { return order }
    }
    return left.count - right.count
  }

  /// Saved objects by entity and primary key, unsaved ones after them.
  private static func compare(_ left: ObjectID, _ right: ObjectID) -> Int {
    switch (left.key, right.key) {
    case (.permanent, .temporary): return -1
    case (.temporary, .permanent): return 1
    case (.permanent(let a), .permanent(let b)) where a != b:
      let entities = StringComparison.compare(left.entity, right.entity)
      return entities != 0 ? entities : a < b ? -1 : 1
    case (.temporary(let a), .temporary(let b)) where a != b:
      return ValueComparison.compareUUIDs(a, b)
    default:
      let entities = StringComparison.compare(left.entity, right.entity)
      return entities != 0 ? entities : ValueComparison.compareUUIDs(left.store, right.store)
    }
  }
}
