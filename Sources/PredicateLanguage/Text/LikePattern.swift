/// The right side of LIKE, prepared once: the whole text has to fit.
///
/// `?` stands for one character, `*` for any number of them, none included; `\?`, `\*` and `\\` stand for
/// themselves, and so does everything else. One character is what a reader takes for one (an extended
/// grapheme cluster): `caf?` fits "café" whether é is one scalar or two.
///
/// The pattern is cut at its asterisks. The first segment has to stand at the start, the last one at the end,
/// the others are found one after the other, each as far left as possible; that never needs a step back.
public struct LikePattern: Sendable, Hashable {
  /// The most `?` between two asterisks, for they are what the time is multiplied by.
  public static let questionMarkLimit = 256

  /// False if there are more than `questionMarkLimit` question marks between two asterisks.
  ///
  /// Such a pattern fits no text. One that is a constant of a predicate is refused with `.limit`.
  public let isWithinLimit: Bool
  private let segments: [LikeSegment]
  private let options: StringOptions

  /// Reads a pattern; every text is one.
  public init(_ pattern: Span<UInt8>, options: StringOptions) {
    self.options = options.folding
    self.segments = LikeSegment.segments(of: pattern, options: options)
    self.isWithinLimit = segments.dropFirst().dropLast()
      .allSatisfy { $0.questionMarkCount <= Self.questionMarkLimit }
  }

  /// Reads a pattern.
  public init(_ pattern: String, options: StringOptions) {
    self.init(pattern.utf8Span.span, options: options)
  }

  /// `text LIKE pattern`.
  /// - Complexity: O(text × (most `?` between two asterisks + 1)).
  public func matches(_ text: Span<UInt8>) -> Bool {
    guard isWithinLimit else { return false }
    if StringComparison.isASCII(text), !hasCarriageReturn(text) {
      let reading = ByteSearch.Reading(
        lowersASCII: options.contains(.caseInsensitive), boundaries: AnyBoundary())
      return matches(LikeSegment.Marks(isBoundary: []), text, reading)
    }
    let (bytes, isBoundary, boundaries) = CharacterBoundaries.fold(text, options: options)
    let marks = LikeSegment.Marks(isBoundary: isBoundary)
    guard let boundaries else {
      return matches(marks, bytes.span, ByteSearch.Reading(boundaries: AnyBoundary()))
    }
    return matches(marks, bytes.span, ByteSearch.Reading(boundaries: boundaries))
  }

  private func matches(
    _ marks: LikeSegment.Marks, _ text: Span<UInt8>, _ reading: ByteSearch.Reading<some OccurrenceBoundaries>
  ) -> Bool {
    guard var position = segments[0].end(in: text, at: 0, marks, reading) else { return false }
    guard segments.count > 1 else { return position == text.count }
    let last = segments[segments.count - 1]
    guard let tail = last.start(in: text, marks, reading), tail >= position else { return false }
    for segment in segments[1..<segments.count - 1] {
      guard let next = segment.firstEnd(in: text, from: position, to: tail, marks, reading) else {
        return false
      }
      position = next
    }
    return true
  }

  /// CR LF is one character, so a text with CR is not read byte by byte.
  private func hasCarriageReturn(_ text: Span<UInt8>) -> Bool {
    for position in text.indices where text[position] == 0x0D { return true }
    return false
  }
}
