/// The name somebody probably meant.
package enum NearestName {
  /// The candidate with the fewest edits, if they are few enough to look like a slip; letter case is no edit.
  ///
  /// - Complexity: O(candidates × length²); long names are cut at 64 bytes.
  package static func to(_ name: String, among candidates: [String]) -> String? {
    let wanted = folded(name)
    let scored = candidates.map { (candidate: $0, edits: edits(wanted, folded($0))) }
    guard let best = scored.min(by: { $0.edits < $1.edits }) else { return nil }
    return best.edits <= max(1, wanted.count / 3) ? best.candidate : nil
  }

  private static func folded(_ name: String) -> [UInt8] {
    name.utf8.prefix(64).map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
  }

  /// Levenshtein distance.
  private static func edits(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var row = Array(0...right.count)
    for (i, a) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, b) in right.enumerated() {
        let substituted = diagonal + (a == b ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(substituted, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[right.count]
  }
}
