/// Where an occurrence in a folded text may begin and end.
///
/// It takes whole what one scalar was folded to ("ß" has no "s" in it, only "ss"), it ends where a character ends,
/// and Korean letters that are written as one syllable are not taken apart.
struct FoldedBoundaries: OccurrenceBoundaries {
  /// The places, in order, that lie within what one scalar was folded to: 1 for ß → "ss".
  var joints: [Int] = []
  /// The places, in order, where a mark was folded to a letter: 1 for α U+0345 → "αι".
  var foldedMarks: [Int] = []

  /// The places, in order, of Korean letters that are in no syllable with what stands before them now: a mark
  /// stood between them.
  var loneLetters: [Int] = []

  /// Whether an occurrence may begin at a place.
  func allowsStart(in text: Span<UInt8>, at position: Int) -> Bool {
    !Self.contains(joints, position) && !splitsSyllable(text, position)
  }

  /// Whether an occurrence may end at a place.
  func allowsEnd(in text: Span<UInt8>, at position: Int) -> Bool {
    // U+0300, the first mark, begins with byte CC.
    if position < text.count, text[position] >= 0xCC {
      var next = position
      if FoldingTable.shared.record(of: nextScalar(text, &next)).kind == .mark { return false }
    }
    return !Self.contains(joints, position) && !Self.contains(foldedMarks, position)
      && !splitsSyllable(text, position)
  }

  /// Whether the scalars before and behind a place are parts of one syllable.
  private func splitsSyllable(_ text: Span<UInt8>, _ position: Int) -> Bool {
    // U+1100 … U+11FF are E1 84 80 … E1 87 BF.
    guard position >= 3, position < text.count, text[position] == 0xE1, text[position - 3] == 0xE1 else {
      return false
    }
    var (before, behind) = (position - 3, position)
    return Hangul.joins(nextScalar(text, &before), nextScalar(text, &behind))
      && !Self.contains(loneLetters, position)
  }

  private static func contains(_ places: [Int], _ place: Int) -> Bool {
    guard !places.isEmpty else { return false }
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < place { low = middle + 1 } else { high = middle }
    }
    return low < places.count && places[low] == place
  }
}
