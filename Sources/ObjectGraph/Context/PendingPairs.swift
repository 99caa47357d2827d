import PredicateLanguage

/// What is pending for the pairs of one table.
struct PendingPairs {
  /// Two objects of the table, whether they are a pair or not.
  struct Key: Hashable {
    let source: ObjectID
    let destination: ObjectID

    /// The object on a side.
    func object(on side: PairTable.Side) -> ObjectID { side == .source ? source : destination }
  }

  /// What the next save makes of two objects.
  enum Change: Hashable {
    case removed
    /// A pair, with the places of both in each other's lists; 0 where those have no order.
    case set(sourceOrder: Int64, destinationOrder: Int64)

    /// The place of the other object in the list of the one on a side; nil if they are no pair.
    func order(of side: PairTable.Side) -> Int64? {
      guard case .set(let sourceOrder, let destinationOrder) = self else { return nil }
      return side == .source ? sourceOrder : destinationOrder
    }
  }

  private(set) var changes: [Key: Change] = [:]
  private var destinations: [ObjectID: Set<ObjectID>] = [:]
  private var sources: [ObjectID: Set<ObjectID>] = [:]

  /// Puts a change in the place of what was pending, nil for nothing; returns what was pending.
  mutating func set(_ key: Key, to change: Change?) -> Change? {
    let previous = change.map { changes.updateValue($0, forKey: key) } ?? changes.removeValue(forKey: key)
    if change != nil {
      destinations[key.source, default: []].insert(key.destination)
      sources[key.destination, default: []].insert(key.source)
    } else {
      Self.remove(key.destination, from: &destinations, key.source)
      Self.remove(key.source, from: &sources, key.destination)
    }
    return previous
  }

  /// Every pair of an object on a side for which something is pending.
  func keys(of objectID: ObjectID, on side: PairTable.Side) -> [Key] {
    switch side {
    case .source: (destinations[objectID] ?? []).map { Key(source: objectID, destination: $0) }
    case .destination: (sources[objectID] ?? []).map { Key(source: $0, destination: objectID) }
    }
  }

  private static func remove(
    _ objectID: ObjectID, from index: inout [ObjectID: Set<ObjectID>], _ key: ObjectID
  ) {
    index[key]?.remove(objectID)
    if index[key]?.isEmpty == true { index[key] = nil }
  }
}
