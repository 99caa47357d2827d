/// U+FEFF in UTF-8, with which some editors begin a file; no part of the text.
package enum ByteOrderMark {
  /// Its bytes.
  package static let bytes: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Whether the bytes begin with it.
  package static func begins(_ text: some Sequence<UInt8>) -> Bool { text.starts(with: bytes) }

  /// Whether the bytes begin with it.
  package static func begins(_ text: Span<UInt8>) -> Bool {
    text.count >= 3 && text[0] == 0xEF && text[1] == 0xBB && text[2] == 0xBF
  }

  /// The bytes without it; all of them where there is none.
  package static func dropped(from text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    begins(text) ? text.dropFirst(bytes.count) : text
  }
}
