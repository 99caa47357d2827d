/// What stands between two asterisks of a LIKE pattern.
struct LikeSegment: Sendable, Hashable {
  /// A part of a segment.
  enum Piece: Sendable, Hashable {
    /// Text, folded.
    case literal(ByteSearch)
    /// `?`: one character.
    case one
  }

  /// Where characters begin; an empty list says at every byte.
  struct Marks {
    /// For each byte and the end, whether a character begins there.
    let isBoundary: [Bool]

    func begins(_ position: Int) -> Bool { isBoundary.isEmpty || isBoundary[position] }

    /// The beginning of the first character behind `position`, which lies before the end.
    func next(after position: Int) -> Int {
      var position = position + 1
      while !begins(position) { position += 1 }
      return position
    }

    /// The beginning of the last character that begins before `position`, which is not 0.
    func last(before position: Int) -> Int {
      var position = position - 1
      while !begins(position) { position -= 1 }
      return position
    }
  }

  private(set) var pieces: [Piece] = []

  /// Cuts a pattern at its asterisks; one segment more than there are asterisks.
  static func segments(of pattern: Span<UInt8>, options: StringOptions) -> [LikeSegment] {
    var segments = [LikeSegment()]
    var literal: [UInt8] = []
    func close() {
      guard !literal.isEmpty else { return }
      let folded = StringComparison.folded(literal.span, options: options)
      segments[segments.count - 1].pieces.append(.literal(ByteSearch(folded, hasOccurrences: true)))
      literal = []
    }
    var position = 0
    while position < pattern.count {
      switch pattern[position] {
      case UInt8(ascii: "*"):
        close()
        segments.append(LikeSegment())
      case UInt8(ascii: "?"):
        close()
        segments[segments.count - 1].pieces.append(.one)
      case UInt8(ascii: "\\") where isSpecial(pattern, position + 1):
        position += 1
        literal.append(pattern[position])
      case let byte:
        literal.append(byte)
      }
      position += 1
    }
    close()
    return segments
  }

  private static func isSpecial(_ pattern: Span<UInt8>, _ position: Int) -> Bool {
    guard position < pattern.count else { return false }
    return switch pattern[position] {
    case UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "\\"): true
    default: false
    }
  }

  /// The place after this segment if it stands at `position`.
  func end(
    in text: Span<UInt8>, at position: Int, _ marks: Marks,
    _ reading: ByteSearch.Reading<some OccurrenceBoundaries>
  ) -> Int? {
    var position = position
    for piece in pieces {
      switch piece {
      case .literal(let search):
        guard search.occurs(in: text, at: position, reading) else { return nil }
        position += search.needle.count
      case .one:
        guard position < text.count else { return nil }
        position = marks.next(after: position)
      }
    }
    return position
  }

  /// The place where this segment begins if it stands at the end of the text.
  func start(in text: Span<UInt8>, _ marks: Marks, _ reading: ByteSearch.Reading<some OccurrenceBoundaries>)
    -> Int?
  {
    var position = text.count
    for piece in pieces.reversed() {
      switch piece {
      case .literal(let search):
        position -= search.needle.count
        guard search.occurs(in: text, at: position, reading) else { return nil }
      case .one:
        guard position > 0 else { return nil }
        position = marks.last(before: position)
      }
    }
    return position
  }

  /// How many `?` it has.
  var questionMarkCount: Int { pieces.count { $0 == .one } }

  /// The place after the first occurrence inside `start...end`.
  /// - Complexity: O(text) without `?`, O(text × (`?` + 1)) with it.
  func firstEnd(
    in text: Span<UInt8>, from start: Int, to end: Int, _ marks: Marks,
    _ reading: ByteSearch.Reading<some OccurrenceBoundaries>
  ) -> Int? {
    if pieces.isEmpty { return start }
    if pieces.count == 1, case .literal(let search) = pieces[0] {
      return search.first(in: text, from: start, to: end, reading).map { $0 + search.needle.count }
    }
    var search = LikeSearch(self)
    return search.firstEnd(in: text, from: start, to: end, marks, reading)
  }
}
