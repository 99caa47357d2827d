import FoundationEssentials

/// A time zone, as far as turning wall time into UTC goes.
///
/// Source: the system's TZif files (RFC 8536), version 2 and later, with the rule of the footer for times after the
/// last transition.
struct WallClock: Sendable {
  /// When an offset begins to hold.
  struct Transition: Sendable {
    /// Seconds since 1970.
    var time: Int
    /// Seconds east of UTC from then on.
    var offset: Int
  }

  /// The offset before the first transition.
  var initialOffset: Int
  /// In order of time.
  var transitions: [Transition]
  /// What holds after the last transition; nil: the last offset for ever.
  var rule: ZoneRule?

  /// UTC.
  static let utc = WallClock(initialOffset: 0, transitions: [], rule: nil)

  /// Wall time as seconds since 1970.
  ///
  /// A time that a clock change skips moves forward by the gap; one that occurs twice is the first.
  func secondsSince1970(_ wall: CalendarDate) -> Int {
    let local = wall.secondsSince1970
    // No zone is more than a day away from UTC, so the offsets around the wall time are all that can matter.
    let before = offset(at: local - 86_400)
    let after = offset(at: local + 86_400)
    let candidates = Set([before, after, offset(at: local - before), offset(at: local - after)])
    let matches = candidates.map { local - $0 }.filter { offset(at: $0) == local - $0 }
    // In a gap nothing matches: the offset before the change carries the clock across it.
    return matches.min() ?? local - before
  }

  /// Seconds east of UTC at a moment.
  func offset(at time: Int) -> Int {
    guard let last = transitions.last else { return rule?.offset(at: time) ?? initialOffset }
    if time >= last.time { return rule?.offset(at: time) ?? last.offset }
    var low = 0
    var high = transitions.count
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? initialOffset : transitions[low - 1].offset
  }
}
