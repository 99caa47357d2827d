import JSONRPC

/// What a position in predicate text counts.
///
/// Source: LSP 3.17 `PositionEncodingKind`; here UTF-8 is the default.
enum PositionEncoding: String, WireEnum {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"

  /// A UTF-8 offset in this encoding; one inside a character counts up to the character's start.
  func position(ofByte offset: Int, in text: String) -> Int {
    guard self != .utf8 else { return offset }
    let end = text.utf8.index(text.startIndex, offsetBy: offset, limitedBy: text.endIndex) ?? text.endIndex
    return self == .utf16
      ? text.utf16.distance(from: text.startIndex, to: end.samePosition(in: text.utf16) ?? end)
      : text.unicodeScalars.distance(
        from: text.startIndex, to: end.samePosition(in: text.unicodeScalars) ?? end)
  }
}
