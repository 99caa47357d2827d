/// Where something stands in the text of a predicate: 0-based UTF-8 bytes, `start..<end`.
///
/// Every range equals every other and hashes to nothing, so trees that differ only in white space are equal.
public struct SourceRange: Sendable {
  /// The first byte.
  public let start: Int
  /// The byte after the last one; equal to `start` for a place between bytes.
  public let end: Int

  /// Makes a range; `end` is raised to `start` if it lies before it.
  public init(start: Int, end: Int) {
    self.start = start
    self.end = max(start, end)
  }

  /// A range for what was not read from a text.
  public static let none = SourceRange(start: 0, end: 0)

  /// The smallest range that covers both.
  public func union(_ other: SourceRange) -> SourceRange {
    SourceRange(start: min(start, other.start), end: max(end, other.end))
  }
}

extension SourceRange: Hashable {
  /// Always true: a place is no part of a tree's identity.
  public static func == (left: SourceRange, right: SourceRange) -> Bool { true }

  /// Feeds nothing.
  public func hash(into hasher: inout Hasher) {}
}
