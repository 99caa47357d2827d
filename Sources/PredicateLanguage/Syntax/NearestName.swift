/// Finds the name that was probably meant.
package enum NearestName {
  /// Names longer than this are not compared.
  static let longestName = 64

  /// The candidate with the fewest edits, if they are at most a third of the name; the first of equals in order.
  /// - Complexity: O(candidates × name²).
  package static func of(_ name: String, in candidates: some Sequence<String>) -> String? {
    let scalars = Array(name.unicodeScalars)
    guard scalars.count <= longestName else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in candidates.sorted() where candidate.unicodeScalars.count <= longestName {
      let distance = distance(scalars, Array(candidate.unicodeScalars))
      if distance < best?.distance ?? Int.max { best = (candidate, distance) }
    }
    guard let best, best.distance <= max(1, scalars.count / 3) else { return nil }
    return best.name
  }

  /// Levenshtein's distance.
  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var row = Array(0...right.count)
    for (leftIndex, leftScalar) in left.enumerated() {
      var diagonal = row[0]
      row[0] = leftIndex + 1
      for (rightIndex, rightScalar) in right.enumerated() {
        let change = diagonal + (leftScalar == rightScalar ? 0 : 1)
        diagonal = row[rightIndex + 1]
        row[rightIndex + 1] = min(change, diagonal + 1, row[rightIndex] + 1)
      }
    }
    return row[right.count]
  }
}
