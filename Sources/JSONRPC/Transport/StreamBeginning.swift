import JSON

/// The beginning of a stream, until it says how messages are framed in it.
///
/// Lines with headers, a `Content-Length` or `Content-Type` among them, mean headers; everything else means
/// lines: a line that is no header, a blank one after headers of other names, and more of them than a header
/// may have. So `note: x` before a line client's requests costs one error.
struct StreamBeginning {
  /// What was received, without blank lines before it; 8 KiB and a chunk at most.
  private(set) var bytes: [UInt8] = []
  /// The lines taken.
  private var block = HeaderBlock()
  /// Where the first line begins that was not taken.
  private var lineStart = 0

  /// Takes the next bytes; nil if more are needed to decide.
  ///
  /// - Complexity: O(chunk), and for each chunk the line that the last one left open.
  mutating func receive(_ chunk: [UInt8]) -> MessageFraming? {
    bytes.append(contentsOf: chunk)
    var decision: MessageFraming?
    // Where the first line begins that is not blank.
    var textStart = 0
    while decision == nil, let line = nextLine(&decision) {
      if line.allSatisfy(HeaderText.isBlank) {
        if block.isEmpty { textStart = lineStart } else { decision = .line }
      } else if !block.take(line) {
        decision = .line
      }
    }
    bytes.removeSubrange(..<textStart)
    lineStart -= textStart
    return decision
  }

  /// The next line if it is whole; nil, and perhaps a decision, if it is not or decides by how it begins.
  private mutating func nextLine(_ decision: inout MessageFraming?) -> ArraySlice<UInt8>? {
    let end = HeaderText.lineFeed(in: bytes[lineStart...])
    let line = bytes[lineStart..<(end ?? bytes.endIndex)]
    let room = max(0, HeaderBlock.maximumLength - block.count)
    guard let text = withoutMark(line.prefix(room)) else {
      if end != nil { decision = .line }
      return nil
    }
    switch HeaderLine.opening(of: text) {
    case .header(_?): decision = .header
    case .other: decision = .line
    case .header(nil), .undecided: if line.count > room { decision = .line }
    }
    guard decision == nil, let end else { return nil }
    lineStart = end + 1
    return withoutMark(line)
  }

  /// Without a byte order mark, which the first line may have by mistake; nil if that is not all there yet.
  private func withoutMark(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let text = line.drop(while: HeaderText.isBlank)
    let isFirst = block.isEmpty && text.startIndex - line.startIndex <= HeaderLine.maximumNameLength
    guard isFirst else { return line }
    if ByteOrderMark.begins(text) { return ByteOrderMark.dropped(from: text) }
    let isPartOfMark = !text.isEmpty && ByteOrderMark.bytes.starts(with: text)
    return isPartOfMark ? nil : line
  }
}
