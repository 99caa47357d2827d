/// Random numbers that repeat for a seed (SplitMix64), so that a failing random test can be run again.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Begins the sequence of a seed.
  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }

  /// One of the choices, which must not be empty.
  package mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int(next() % UInt64(choices.count))]
  }

  /// True once in `count` times.
  package mutating func chance(_ count: UInt64) -> Bool {
    next() % count == 0
  }
}
