/// A table of pairs in memory, found from both sides.
struct MemoryPairs {
  private var bySource: [Int64: [Int64: StoredPair]] = [:]
  private var byDestination: [Int64: Set<Int64>] = [:]

  /// The pair of two objects.
  subscript(source: Int64, destination: Int64) -> StoredPair? {
    get { bySource[source]?[destination] }
    set {
      bySource[source, default: [:]][destination] = newValue
      if newValue != nil {
        byDestination[destination, default: []].insert(source)
      } else {
        byDestination[destination]?.remove(source)
        if byDestination[destination]?.isEmpty == true { byDestination[destination] = nil }
      }
      if bySource[source]?.isEmpty == true { bySource[source] = nil }
    }
  }

  /// How many pairs an object has on a side.
  func count(of key: Int64, on side: PairTable.Side) -> Int {
    switch side {
    case .source: bySource[key]?.count ?? 0
    case .destination: byDestination[key]?.count ?? 0
    }
  }

  /// The pairs of an object on a side, in no order.
  func pairs(of key: Int64, on side: PairTable.Side) -> [StoredPair] {
    switch side {
    case .source: bySource[key].map { Array($0.values) } ?? []
    case .destination: (byDestination[key] ?? []).compactMap { self[$0, key] }
    }
  }
}

extension StoredPair {
  /// The pair seen from one side: who the other is, and which place it has.
  func member(of side: PairTable.Side) -> (key: Int64, order: Int64) {
    side == .source ? (destination, sourceOrder) : (source, destinationOrder)
  }
}
