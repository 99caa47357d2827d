/// The sum of numbers without a rounding on the way: the same whatever their order, in memory and in a store.
///
/// Integers are added in 128 bits. Of reals the sum is kept as a few doubles of falling size that do not overlap:
/// adding 1e16 and 1 gives 1e16 and 1, where one double would have lost the 1. Source: J. R. Shewchuk, Adaptive
/// Precision Floating-Point Arithmetic, 1997, "Grow-Expansion".
package struct ExactSum: Sendable {
  /// How many numbers there are.
  package private(set) var count = 0
  private var whole: Int128 = 0
  /// From small to large.
  private var parts: [Double] = []
  /// The sum of infinities and what is beyond all doubles; nil without any.
  private var beyond: Double?

  /// Nothing yet.
  package init() {}

  /// Adds an integer.
  package mutating func add(_ number: Int64) {
    count += 1
    whole += Int128(number)
  }

  /// Adds a real number.
  package mutating func add(_ number: Double) {
    count += 1
    grow(by: number)
  }

  /// The sum of integers if it is one of 64 bits; the nearest double otherwise.
  package var value: NumberSum {
    if parts.isEmpty, beyond == nil, let integer = Int64(exactly: whole) { return .integer(integer) }
    return .real(real)
  }

  /// The double nearest to the sum; NaN for infinities of both signs.
  package var real: Double {
    var all = self
    // Pieces of 48 bits are doubles without rounding.
    let mask = (Int128(1) << 48) - 1
    all.grow(by: Double(whole & mask))
    all.grow(by: Double((whole >> 48) & mask) * 0x1p48)
    all.grow(by: Double(whole >> 96) * 0x1p96)
    return all.beyond ?? Self.rounded(all.parts)
  }

  private mutating func grow(by number: Double) {
    guard number.isFinite else {
      beyond = (beyond ?? 0) + number
      return
    }
    var carried = number
    var kept = 0
    for part in parts {
      let (large, small) = carried.magnitude < part.magnitude ? (part, carried) : (carried, part)
      let sum = large + small
      let lost = small - (sum - large)
      if lost != 0 {
        parts[kept] = lost
        kept += 1
      }
      carried = sum
    }
    parts.removeSubrange(kept...)
    if carried.isFinite {
      parts.append(carried)
    } else {
      beyond = (beyond ?? 0) + carried
    }
  }

  /// The double nearest to the sum of parts that do not overlap.
  private static func rounded(_ parts: [Double]) -> Double {
    guard var sum = parts.last else { return 0 }
    var rest = parts.dropLast()
    while let part = rest.popLast() {
      let next = sum + part
      let lost = part - (next - sum)
      sum = next
      if lost == 0 { continue }
      // Exactly between two doubles the greatest part that is left decides, and not the last bit.
      if let decisive = rest.last, (decisive < 0) == (lost < 0) {
        let beyond = sum + lost * 2
        if beyond - sum == lost * 2 { sum = beyond }
      }
      break
    }
    return sum
  }
}

/// A sum of numbers.
package enum NumberSum: Hashable, Sendable {
  case integer(Int64)
  case real(Double)
}
