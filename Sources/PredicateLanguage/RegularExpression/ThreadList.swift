/// The threads of an automaton between two scalars, each place of the program at most once.
struct ThreadList {
  /// The places that go past a scalar next.
  private(set) var threads: [Int] = []
  /// Whether a thread has come to the end of the program.
  var hasMatched = false
  /// For each place the generation in which it was visited last.
  private var visits: [UInt32]
  private var generation: UInt32 = 1

  /// A list for a program with this many instructions.
  init(_ count: Int) {
    visits = Array(repeating: 0, count: count)
  }

  /// Notes a visit; false if the place was visited before.
  mutating func visit(_ place: Int) -> Bool {
    guard visits[place] != generation else { return false }
    visits[place] = generation
    return true
  }

  /// Adds a thread.
  mutating func append(_ place: Int) {
    threads.append(place)
  }

  /// Makes the list empty again.
  /// - Complexity: O(1), but for one time in four billion.
  mutating func removeAll() {
    threads.removeAll(keepingCapacity: true)
    hasMatched = false
    if generation == .max {
      for place in visits.indices { visits[place] = 0 }
      generation = 0
    }
    generation += 1
  }
}
