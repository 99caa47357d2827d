/// Looks for a segment with `?`, whose literals stand at distances counted in characters.
///
/// Every literal is asked for its next occurrence at or behind the place where the start at hand wants it. If
/// that is further right, the start moves as far as it takes to want it there, and the literals are asked
/// again. So the start skips what cannot fit, and every literal goes over the text once. Example, `ab?cd`:
/// ```
/// x a b c d a b x c d     start 1: "ab" is at 1, "cd" is wanted at 4, but the next is at 8
///           a b ? c d     start 5: "ab" is at 5, "cd" at 8
/// ```
struct LikeSearch {
  private let pieces: [LikeSegment.Piece]
  /// One for each piece; nil for `?`.
  private var occurrences: [Occurrences?]

  /// What a start leads to.
  private enum Attempt {
    /// The segment fits and ends here.
    case fits(end: Int)
    /// The segment can begin here, and not before.
    case later(start: Int)
    /// The segment fits nowhere behind this start either.
    case never
  }

  /// Prepares for one text.
  init(_ segment: LikeSegment) {
    pieces = segment.pieces
    occurrences = pieces.map { piece in
      if case .literal(let search) = piece { Occurrences(search) } else { nil }
    }
  }

  /// The place after the first occurrence inside `start...end`, which begins where a character begins.
  mutating func firstEnd(
    in text: Span<UInt8>, from start: Int, to end: Int, _ marks: LikeSegment.Marks,
    _ reading: ByteSearch.Reading<some OccurrenceBoundaries>
  ) -> Int? {
    var start = marks.begins(start) ? start : marks.next(after: start)
    while true {
      switch attempt(in: text, at: start, to: end, marks, reading) {
      case .fits(let end): return end
      case .later(let next): start = next
      case .never: return nil
      }
    }
  }

  private mutating func attempt(
    in text: Span<UInt8>, at start: Int, to end: Int, _ marks: LikeSegment.Marks,
    _ reading: ByteSearch.Reading<some OccurrenceBoundaries>
  ) -> Attempt {
    var position = start
    for (index, piece) in pieces.enumerated() {
      switch piece {
      case .one:
        // A later start only wants everything further right.
        guard position < end else { return .never }
        position = marks.next(after: position)
      case .literal(let search):
        guard let next = occurrences[index]?.first(in: text, from: position, to: end, reading) else {
          return .never
        }
        guard next == position else { return .later(start: self.start(for: index, at: next, marks)) }
        position += search.needle.count
      }
    }
    return position <= end ? .fits(end: position) : .never
  }

  /// The first start that wants a piece at `position` or behind it.
  private func start(for index: Int, at position: Int, _ marks: LikeSegment.Marks) -> Int {
    var position = position
    for piece in pieces[..<index].reversed() {
      switch piece {
      case .one: position = marks.last(before: position)
      case .literal(let search): position -= search.needle.count
      }
    }
    return marks.begins(position) ? position : marks.next(after: position)
  }
}
