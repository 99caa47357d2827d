/// A hash that is the same in every process: quick, and no help against somebody who looks for collisions.
///
/// Source: FNV-1a, 64 bits: www.isthe.com/chongo/tech/comp/fnv.
package struct FNV1a {
  /// The hash of the bytes so far.
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The hash of some bytes.
  package init(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { add(byte) }
  }

  /// The hash of some bytes.
  package init(_ bytes: Span<UInt8>) {
    for index in bytes.indices { add(bytes[index]) }
  }

  private mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

  /// Both halves in one.
  package var folded: UInt32 { UInt32(truncatingIfNeeded: value ^ value >> 32) }
}
