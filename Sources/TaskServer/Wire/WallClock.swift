/// What clocks show in one time zone, now and ever.
///
/// All instants are seconds since 2001-01-01T00:00 UTC, all wall times seconds between that reading of the
/// clock and another one, offsets seconds east of UTC.
struct WallClock: Hashable, Sendable {
  /// A moment from which on the clock has another offset.
  struct Change: Hashable, Sendable {
    var instant: Int
    var offset: Int
  }

  /// No two readings of a clock that are this far apart can be the same moment: offsets are less than 26
  /// hours.
  private static let reach = 2 * 86_400

  /// Before the first change.
  let initialOffset: Int
  /// In ascending order.
  let changes: [Change]
  /// After the last change; nil: as the last change left it.
  let rule: ClockRule?

  static let utc = WallClock(initialOffset: 0, changes: [], rule: nil)

  /// The offset at a moment.
  func offset(at instant: Int) -> Int {
    let later = changes.firstIndex(after: instant)
    if later == changes.count, let rule { return rule.offset(at: instant) }
    return later == 0 ? initialOffset : changes[later - 1].offset
  }

  /// The moment at which the clock shows this; the first if it does so twice.
  ///
  /// A time that the clock skips is counted on from before the change: 02:30 in the night when 02:00 becomes
  /// 03:00 is what the clock then calls 03:30.
  func instant(ofWall wall: Int) -> Int {
    var start = Int.min
    var offset = offset(at: wall - Self.reach)
    var previous = offset
    for change in changes(after: wall - Self.reach, through: wall + Self.reach) {
      if wall - offset < change.instant { break }
      (start, previous, offset) = (change.instant, offset, change.offset)
    }
    return wall - offset >= start ? wall - offset : wall - previous
  }

  private func changes(after first: Int, through last: Int) -> [Change] {
    let known = changes[changes.firstIndex(after: first)..<changes.firstIndex(after: last)]
    guard let rule else { return Array(known) }
    let ruleStart = max(first, changes.last?.instant ?? Int.min)
    return known + rule.changes(around: last).filter { $0.instant > ruleStart && $0.instant <= last }
  }
}

extension [WallClock.Change] {
  /// Position of the first change after a moment, `count` if there is none.
  func firstIndex(after instant: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].instant <= instant { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
