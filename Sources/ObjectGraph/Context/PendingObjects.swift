import PredicateLanguage

/// The pending changes of one entity, found by object and, for columns that were asked for, by value.
struct PendingObjects {
  private(set) var changes: [ObjectID: PendingChange] = [:]
  /// By column, and by what the changes alone say of it.
  ///
  /// Filled for a column when it is first asked for.
  private var holders: [Int: [AttributeValue: Set<ObjectID>]] = [:]

  /// Makes room for more objects.
  mutating func reserve(_ count: Int) { changes.reserveCapacity(changes.count + count) }

  /// Puts a change in the place of what was pending for an object, nil makes it clean; returns what was
  /// pending.
  mutating func set(_ objectID: ObjectID, to change: PendingChange?) -> PendingChange? {
    let previous =
      if let change { changes.updateValue(change, forKey: objectID) } else {
        changes.removeValue(forKey: objectID)
      }
    // A copy of the names: looking at the dictionary while changing it would copy everything in it.
    for column in Array(holders.keys) {
      let (before, after) = (previous?.value(column), change?.value(column))
      if before == after { continue }
      if let before { remove(objectID, from: before, column) }
      if let after { holders[column]?[after, default: []].insert(objectID) }
    }
    return previous
  }

  /// Values that nobody holds any more are forgotten, or they would add up.
  private mutating func remove(_ objectID: ObjectID, from value: AttributeValue, _ column: Int) {
    holders[column]?[value]?.remove(objectID)
    if holders[column]?[value]?.isEmpty == true { holders[column]?[value] = nil }
  }

  /// The objects whose pending change says that a column holds this value, or that were changed elsewhere and
  /// had it.
  ///
  /// An object that others gave the value since is not among them.
  /// - Complexity: O(1) but for the first time a column is asked for: O(pending objects).
  mutating func objectIDs(whereColumn column: Int, equals value: AttributeValue) -> Set<ObjectID> {
    if holders[column] == nil {
      var found: [AttributeValue: Set<ObjectID>] = [:]
      for (objectID, change) in changes {
        if let value = change.value(column) { found[value, default: []].insert(objectID) }
      }
      holders[column] = found
    }
    return holders[column]?[value] ?? []
  }
}

extension PendingChange {
  /// What the change alone says of a column; nil if the object is to be deleted.
  fileprivate func value(_ column: Int) -> AttributeValue? {
    switch self {
    case .inserted(_, let values): values[column]
    case .updated(let update):
      update.changes.first { $0.column == column }?.value ?? update.base.values[column]
    case .deleted: nil
    }
  }
}
