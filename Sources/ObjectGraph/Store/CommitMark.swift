/// What a store looks like from outside at one moment: equal marks, and nothing was committed between them.
///
/// Asked for far more often than rows are read, it must cost much less than reading one. Marks of two readers, or of
/// two stores, say nothing about each other.
public struct CommitMark: Hashable, Sendable {
  private let words: SIMD8<UInt64>

  /// A mark that counts.
  public init(count: UInt64) { words = SIMD8(count, 0, 0, 0, 0, 0, 0, 0) }

  /// A mark made of up to eight numbers.
  package init(words: SIMD8<UInt64>) { self.words = words }
}
