/// Where in a text an occurrence may begin and end.
protocol OccurrenceBoundaries: Sendable {
  /// Whether an occurrence may begin at a place.
  func allowsStart(in text: Span<UInt8>, at position: Int) -> Bool

  /// Whether an occurrence may end at a place.
  func allowsEnd(in text: Span<UInt8>, at position: Int) -> Bool
}

/// The boundaries of text without options and of ASCII: every byte.
struct AnyBoundary: OccurrenceBoundaries {
  @inline(__always)
  func allowsStart(in text: Span<UInt8>, at position: Int) -> Bool { true }

  @inline(__always)
  func allowsEnd(in text: Span<UInt8>, at position: Int) -> Bool { true }
}
