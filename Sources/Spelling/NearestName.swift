/// Finds the name that was probably meant.
package enum NearestName {
  /// Names longer than this are not compared.
  package static let longestName = 100

  /// The candidate with the fewest edits, if they are at most a third of the longer name; the first of
  /// equals.
  ///
  /// The case of A to Z does not count.
  /// - Complexity: O(candidates × name²).
  package static func of(_ name: String, in candidates: some Sequence<String>) -> String? {
    guard name.utf8.count <= 4 * longestName else { return nil }
    let scalars = letters(of: name)
    guard scalars.count <= longestName else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in candidates where candidate.utf8.count <= 4 * longestName {
      let other = letters(of: candidate)
      guard other.count <= longestName else { continue }
      let distance = distance(scalars, other)
      let limit = max(1, max(scalars.count, other.count) / 3)
      if distance <= limit, distance < best?.distance ?? Int.max { best = (candidate, distance) }
    }
    return best?.name
  }

  private static func letters(of name: String) -> [UInt32] {
    name.unicodeScalars.map { (0x41...0x5A).contains($0.value) ? $0.value | 0x20 : $0.value }
  }

  /// Insertions, deletions, replacements and swaps of neighbours that turn one into the other.
  private static func distance(_ left: [UInt32], _ right: [UInt32]) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let replaced = previous[column] + (left[row] == right[column] ? 0 : 1)
        var cost = min(replaced, previous[column + 1] + 1, current[column] + 1)
        let isSwap =
          row > 0 && column > 0 && left[row] == right[column - 1] && left[row - 1] == right[column]
        if isSwap { cost = min(cost, beforePrevious[column - 1] + 1) }
        current.append(cost)
      }
      (beforePrevious, previous) = (previous, current)
    }
    return previous[right.count]
  }
}
