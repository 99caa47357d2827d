/// Canonical composition: which two scalars are one in short (Unicode Standard 3.11).
enum Composition {
  /// The key holds the first scalar in its upper half.
  private static let pairs: [UInt64: UInt32] = {
    var pairs: [UInt64: UInt32] = [:]
    var longer: [(scalar: UInt32, parts: (UInt32, UInt32, UInt32))] = []
    for scalar in 0..<FoldingTable.limit {
      let record = FoldingTable.shared.record(of: scalar)
      guard record.kind.decomposes, record.values.1 != 0 else { continue }
      if record.values.2 != 0 {
        longer.append((scalar, record.values))
      } else {
        pairs[key(record.values.0, record.values.1)] = scalar
      }
    }
    // The tables hold whole decompositions: ế is e, ^ and ´. What its first two make is in `pairs` by now.
    for (scalar, parts) in longer {
      guard let head = pairs[key(parts.0, parts.1)] else { continue }
      pairs[key(head, parts.2)] = scalar
    }
    return pairs
  }()

  private static func key(_ first: UInt32, _ second: UInt32) -> UInt64 {
    UInt64(first) << 32 | UInt64(second)
  }

  /// The scalar that decomposes into these two, also where Unicode's normal forms leave it in two.
  /// - Complexity: O(1); the first call makes a table of about a thousand pairs.
  static func whole(_ first: UInt32, _ second: UInt32) -> UInt32? {
    Hangul.compose(first, second) ?? pairs[key(first, second)]
  }

  /// The scalar that normal form C has for these two.
  static func primary(_ first: UInt32, _ second: UInt32) -> UInt32? {
    whole(first, second).flatMap { FoldingTable.shared.record(of: $0).kind == .takeApart ? nil : $0 }
  }
}
