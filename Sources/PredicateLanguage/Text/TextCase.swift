/// The functions of text that need Unicode: `uppercase`, `lowercase`, `canonical` and `length`.
///
/// None of them looks at a language: İ and ı are letters of their own, and Σ becomes σ wherever it stands.
public enum TextCase {
  /// Upper case of every scalar, in full: ß becomes SS.
  public static func uppercase(_ text: String) -> String { text.uppercased() }

  /// Lower case of every scalar, in full: İ becomes i U+0307.
  public static func lowercase(_ text: String) -> String { text.lowercased() }

  /// The form that texts have in common which are equal under `[cd]`: folded, and composed (normal form C).
  ///
  /// "Éß" becomes "ess", "ガ" stays.
  public static func canonical(_ text: String) -> String {
    let options: StringOptions = [.caseInsensitive, .diacriticInsensitive]
    let span = text.utf8Span.span
    guard !StringComparison.isASCII(span) else { return StringComparison.folded(text, options: options) }
    var folder = TextFolder(options: options, composesHangul: true, capacity: span.count)
    folder.append(span, 0..<span.count)
    let scalars = TextComposer.composed(TextComposer.scalars(folder.bytes.span), Composition.primary)
    return String(decoding: TextComposer.bytes(scalars), as: UTF8.self)
  }

  /// The number of UTF-16 code units, as `NSString.length` counts.
  /// - Complexity: O(text).
  public static func length(_ text: String) -> Int { text.utf16.count }
}
