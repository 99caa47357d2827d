/// Comparison of text under `[c]`, `[d]` and `[n]`, over UTF-8 bytes.
///
/// One set of rules for the evaluator and for the functions that a store registers with its database.
public enum StringComparison {
  /// Folds text: equal under the options means equal bytes.
  /// - Returns: UTF-8; the bytes themselves if the options fold nothing.
  public static func folded(_ text: Span<UInt8>, options: StringOptions) -> [UInt8] {
    guard !options.folding.isEmpty else { return bytes(text) }
    guard !isASCII(text) else {
      return bytes(text, lowersASCII: options.folding.contains(.caseInsensitive))
    }
    var folder = TextFolder(options: options, capacity: text.count)
    folder.append(text, 0..<text.count)
    return folder.bytes
  }

  /// Folds text.
  public static func folded(_ text: String, options: StringOptions) -> String {
    String(decoding: folded(text.utf8Span.span, options: options), as: UTF8.self)
  }

  /// Orders two texts by the UTF-8 bytes of their folded forms, which is the order of their scalars.
  /// - Returns: a negative number, zero, or a positive number.
  public static func compare(_ left: Span<UInt8>, _ right: Span<UInt8>, options: StringOptions) -> Int {
    if options.folding.isEmpty { return compareBytes(left, right) }
    return compareBytes(folded(left, options: options).span, folded(right, options: options).span)
  }

  /// Orders two texts.
  /// - Returns: a negative number, zero, or a positive number.
  public static func compare(_ left: String, _ right: String, options: StringOptions = []) -> Int {
    compare(left.utf8Span.span, right.utf8Span.span, options: options)
  }

  /// Orders bytes as memcmp does, a prefix before what it begins.
  static func compareBytes(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Int {
    let shorter = min(left.count, right.count)
    var position = 0
    while position < shorter {
      if left[position] != right[position] { return left[position] < right[position] ? -1 : 1 }
      position += 1
    }
    return left.count == right.count ? 0 : left.count < right.count ? -1 : 1
  }

  static func isASCII(_ text: Span<UInt8>) -> Bool {
    var all: UInt8 = 0
    for position in text.indices { all |= text[position] }
    return all < 0x80
  }

  private static func bytes(_ text: Span<UInt8>, lowersASCII: Bool = false) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    for position in text.indices {
      bytes.append(lowersASCII ? lowercaseASCII(text[position]) : text[position])
    }
    return bytes
  }
}
