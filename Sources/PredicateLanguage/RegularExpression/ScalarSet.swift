/// What may stand in one place of a text.
indirect enum ScalarSet: Sendable {
  /// In order, without overlap.
  case ranges([ClosedRange<UInt32>])
  case property(ScalarProperty)
  case union([ScalarSet])
  case intersection(ScalarSet, ScalarSet)
  case difference(ScalarSet, ScalarSet)
  case complement(ScalarSet)
  /// With everything that is the same as a member under the options.
  case closed(ScalarSet, StringOptions)

  /// Whether a scalar is a member.
  /// - Complexity: O(what was written in the brackets), times the scalars that are the same under the options.
  func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch self {
    case .ranges(let ranges): Self.contains(ranges, scalar.value)
    case .property(let property): property.holds(scalar)
    case .union(let sets): sets.contains { $0.contains(scalar) }
    case .intersection(let left, let right): left.contains(scalar) && right.contains(scalar)
    case .difference(let left, let right): left.contains(scalar) && !right.contains(scalar)
    case .complement(let set): !set.contains(scalar)
    case .closed(let set, let options):
      set.contains(scalar) || ScalarVariants.of(scalar, options).contains { set.contains($0) }
    }
  }

  private static func contains(_ ranges: [ClosedRange<UInt32>], _ scalar: UInt32) -> Bool {
    var (lower, upper) = (0, ranges.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if ranges[middle].upperBound < scalar { lower = middle + 1 } else { upper = middle }
    }
    return lower < ranges.count && ranges[lower].lowerBound <= scalar
  }

  /// The same scalars in order, without overlap.
  static func merged(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    var result: [ClosedRange<UInt32>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = result.last, range.lowerBound <= last.upperBound + 1 {
        result[result.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }
}
