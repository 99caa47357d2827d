/// Finds the name somebody probably meant.
package enum NearestName {
  /// Longer names are not compared: the work grows with the product of the lengths.
  package static let maximumLength = 100

  /// The known name most like `name`; nil if none is near.
  ///
  /// Near is at most a third of its letters wrong, at least one; case does not count. Ties go to the first.
  package static func find(_ name: String, in known: [String]) -> String? {
    let wanted = lowered(name)
    guard wanted.count <= maximumLength else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in known where candidate.utf8.count <= maximumLength {
      let letters = lowered(candidate)
      let limit = max(1, max(wanted.count, letters.count) / 3)
      let distance = distance(wanted, letters)
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
  }

  private static func lowered(_ name: String) -> [UInt8] {
    name.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }

  /// Insertions, deletions, replacements and swaps of neighbours that turn one into the other.
  private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...other.count)
    for row in one.indices {
      var current = [row + 1]
      for column in other.indices {
        let replaced = previous[column] + (one[row] == other[column] ? 0 : 1)
        var cost = min(replaced, previous[column + 1] + 1, current[column] + 1)
        let isSwap =
          row > 0 && column > 0 && one[row] == other[column - 1] && one[row - 1] == other[column]
        if isSwap { cost = min(cost, beforePrevious[column - 1] + 1) }
        current.append(cost)
      }
      (beforePrevious, previous) = (previous, current)
    }
    return previous[other.count]
  }
}
