/// Text that is compared with many others under the same options, folded once.
///
/// Texts of ASCII only are compared in place, without allocation; others are folded first (`TextFolder`).
/// Without `[c]` and `[d]`, bytes are compared. An occurrence under options ends where a character ends:
/// "café" does not contain[c] "cafe", but does contain[cd] it. It takes whole what one scalar is folded to: "ß"
/// contains[c] "ss", but not "s". The empty needle occurs in every text.
public struct FoldedNeedle: Sendable, Hashable {
  let search: ByteSearch
  let options: StringOptions
  private let isASCII: Bool

  /// Folds the needle.
  public init(_ text: Span<UInt8>, options: StringOptions) {
    let folded = StringComparison.folded(text, options: options)
    self.search = ByteSearch(folded)
    self.options = options.folding
    self.isASCII = StringComparison.isASCII(folded.span)
  }

  /// Folds the needle.
  public init(_ text: String, options: StringOptions) {
    self.init(text.utf8Span.span, options: options)
  }

  /// `text == needle`.
  public func isEqual(to text: Span<UInt8>) -> Bool { occurs(.whole, in: text) }

  /// `text CONTAINS needle`.
  /// - Complexity: O(text); about half a nanosecond a byte for ASCII.
  public func isContained(in text: Span<UInt8>) -> Bool { occurs(.anywhere, in: text) }

  /// `text BEGINSWITH needle`.
  public func isPrefix(of text: Span<UInt8>) -> Bool { occurs(.start, in: text) }

  /// `text ENDSWITH needle`.
  public func isSuffix(of text: Span<UInt8>) -> Bool { occurs(.end, in: text) }

  /// Where an occurrence counts.
  private enum Place {
    case whole
    case anywhere
    case start
    case end
  }

  private func occurs(_ place: Place, in text: Span<UInt8>) -> Bool {
    if options.isEmpty {
      return occurs(place, in: text, ByteSearch.Reading(boundaries: AnyBoundary()))
    }
    if StringComparison.isASCII(text) {
      let lowersASCII = options.contains(.caseInsensitive)
      return isASCII
        && occurs(place, in: text, ByteSearch.Reading(lowersASCII: lowersASCII, boundaries: AnyBoundary()))
    }
    var folder = TextFolder(options: options, capacity: text.count)
    folder.append(text, 0..<text.count)
    return occurs(place, in: folder.bytes.span, ByteSearch.Reading(boundaries: folder.boundaries))
  }

  private func occurs(
    _ place: Place, in text: Span<UInt8>, _ reading: ByteSearch.Reading<some OccurrenceBoundaries>
  ) -> Bool {
    let count = search.needle.count
    return switch place {
    case .whole: text.count == count && search.holds(text, at: 0, lowersASCII: reading.lowersASCII)
    case .anywhere: search.first(in: text, from: 0, to: text.count, reading) != nil
    case .start: search.occurs(in: text, at: 0, reading)
    case .end: search.occurs(in: text, at: text.count - count, reading)
    }
  }
}
