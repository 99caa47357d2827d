import FoundationEssentials

/// Names for new objects: one random UUID, counted up.
///
/// They only have to differ within a process, and asking the system for 16 random bytes costs as much as an
/// insertion.
struct TemporaryNames {
  private let base = UUID.random().uuid
  private var count: UInt64 = 0

  /// Whether a name is one of these.
  func contains(_ name: UUID) -> Bool {
    let (mine, other) = (base, name.uuid)
    return (mine.0, mine.1, mine.2, mine.3) == (other.0, other.1, other.2, other.3)
      && (mine.4, mine.5, mine.6, mine.7) == (other.4, other.5, other.6, other.7)
  }

  /// The next one: the random half of the UUID stays, the other half counts.
  mutating func next() -> UUID {
    count += 1
    func byte(_ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: count >> ((7 - index) * 8)) }
    return UUID(
      uuid: (
        base.0, base.1, base.2, base.3, base.4, base.5, base.6, base.7, base.8 & 0xC0 | byte(0) & 0x3F,
        byte(1),
        base.10 ^ byte(2), base.11 ^ byte(3), base.12 ^ byte(4), base.13 ^ byte(5), base.14 ^ byte(6),
        base.15 ^ byte(7)
      ))
  }
}
