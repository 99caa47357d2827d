/// Collects what stands in one pair of brackets.
///
/// Neighbours are united; `-[…]` and `&[…]` act on what stands before them, `--` and `&&` on everything up to the
/// next of these two. Example: `[a-z0-9&&\d]` is (a-z or 0-9) and \d.
struct ScalarSetBuilder {
  /// What two sets are combined with.
  enum Operation {
    case difference, intersection

    func combine(_ left: ScalarSet, _ right: ScalarSet) -> ScalarSet {
      switch self {
      case .difference: .difference(left, right)
      case .intersection: .intersection(left, right)
      }
    }
  }

  private var ranges: [ClosedRange<UInt32>] = []
  private var sets: [ScalarSet] = []
  private var pending: (left: ScalarSet, operation: Operation)?

  /// Adds scalars.
  mutating func add(_ range: ClosedRange<UInt32>) {
    ranges.append(range)
  }

  /// Adds a set.
  mutating func add(_ set: ScalarSet) {
    sets.append(set)
  }

  /// `--` or `&&`.
  mutating func begin(_ operation: Operation, _ close: (ScalarSet) -> ScalarSet) {
    pending = (finished(close), operation)
    ranges = []
    sets = []
  }

  /// `-[…]` or `&[…]`.
  mutating func combine(_ operation: Operation, _ set: ScalarSet, _ close: (ScalarSet) -> ScalarSet) {
    sets = [operation.combine(union(close), set)]
    ranges = []
  }

  /// All that was collected.
  /// - Parameter close: what the flags make of the scalars that are written out.
  func finished(_ close: (ScalarSet) -> ScalarSet) -> ScalarSet {
    guard let pending else { return union(close) }
    return pending.operation.combine(pending.left, union(close))
  }

  private func union(_ close: (ScalarSet) -> ScalarSet) -> ScalarSet {
    let written = ranges.isEmpty ? [] : [close(.ranges(ScalarSet.merged(ranges)))]
    let all = written + sets
    return all.count == 1 ? all[0] : .union(all)
  }
}
