/// Text that is compared with many others under the same options, folded once.
///
/// Texts of ASCII only are compared in place, without allocation; others are folded first (`TextFolder`).
/// Without `[c]` and `[d]`, bytes are compared. An occurrence under options ends where a character ends:
/// "café" does not contain[c] "cafe", but does contain[cd] it. The empty needle occurs in every text.
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
  public func isEqual(to text: Span<UInt8>) -> Bool {
    test(text) { needle, text, reading in
      text.count == needle.needle.count && needle.occurs(in: text, at: 0, reading)
    }
  }

  /// `text CONTAINS needle`.
  /// - Complexity: O(text); about one nanosecond a byte for ASCII.
  public func isContained(in text: Span<UInt8>) -> Bool {
    test(text) { needle, text, reading in
      needle.first(in: text, from: 0, to: text.count, reading) != nil
    }
  }

  /// `text BEGINSWITH needle`.
  public func isPrefix(of text: Span<UInt8>) -> Bool {
    test(text) { needle, text, reading in needle.occurs(in: text, at: 0, reading) }
  }

  /// `text ENDSWITH needle`.
  public func isSuffix(of text: Span<UInt8>) -> Bool {
    test(text) { needle, text, reading in
      needle.occurs(in: text, at: text.count - needle.needle.count, reading)
    }
  }

  @inline(__always)
  private func test(
    _ text: Span<UInt8>, _ body: (ByteSearch, Span<UInt8>, ByteSearch.Reading) -> Bool
  ) -> Bool {
    if options.isEmpty { return body(search, text, ByteSearch.Reading()) }
    if StringComparison.isASCII(text) {
      guard isASCII else { return false }
      return body(search, text, ByteSearch.Reading(lowersASCII: options.contains(.caseInsensitive)))
    }
    let folded = StringComparison.folded(text, options: options)
    return body(search, folded.span, ByteSearch.Reading(needsBoundary: true))
  }
}
