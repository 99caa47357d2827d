import FoundationEssentials
import ObjectGraph
import PredicateLanguage

/// The uuids that a request makes up: by chance, or the same ones again for a seed.
///
/// What is sorted by them must come in the same order when a recording is replayed.
struct MadeUpTexts: Sendable {
  private var generator: SplitMix64?

  /// - Parameter seed: nil for chance.
  init(seed: Int64? = nil) { generator = seed.map { SplitMix64(seed: UInt64(bitPattern: $0)) } }

  /// The text of a new UUID.
  mutating func makeUUID() -> String {
    guard var generator else { return UUID.random().text }
    defer { self.generator = generator }
    return UUID.random(using: &generator).text
  }
}

/// Numbers that repeat for a seed.
///
/// Source: Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014.
private struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
