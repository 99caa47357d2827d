/// Lines or headers, as the command line says or as the stream begins.
package struct StreamFramer: Framer {
  /// A header's name, and the blanks before and behind it, have at most so many bytes each where they decide about the
  /// stream.
  static let maximumNameLength = 64

  private var lines: LineFramer
  private var headers: HeaderFramer
  /// Nil before the first bytes that decide.
  private var decision: MessageFraming?
  /// What came before the decision.
  private var beginning: [UInt8] = []

  package init(_ choice: FramingChoice, maximum: Int = LineFramer.defaultMaximum) {
    lines = LineFramer(maximum: maximum)
    headers = HeaderFramer(maximum: maximum)
    switch choice {
    case .auto: decision = nil
    case .line: decision = .line
    case .header: decision = .header
    }
  }

  package var framing: MessageFraming { decision ?? .line }

  package mutating func receive(_ chunk: [UInt8], into messages: inout [FramedMessage]) {
    switch decision {
    case .line: lines.receive(chunk, into: &messages)
    case .header: headers.receive(chunk, into: &messages)
    case nil:
      beginning.append(contentsOf: chunk)
      dropBlankLines()
      decision = Self.framing(of: beginning[...])
      if decision != nil { receiveBeginning(&messages) }
    }
  }

  package mutating func finish(into messages: inout [FramedMessage]) {
    if decision == nil {
      decision = .line
      receiveBeginning(&messages)
    }
    switch framing {
    case .line: lines.finish(into: &messages)
    case .header: headers.finish(into: &messages)
    }
  }

  /// Blank lines mean nothing in either framing, and may be many.
  private mutating func dropBlankLines() {
    let blanks = beginning.prefix(while: HeaderText.isBlank)
    if let end = blanks.lastIndex(of: HeaderText.lineFeed) { beginning.removeSubrange(...end) }
  }

  private mutating func receiveBeginning(_ messages: inout [FramedMessage]) {
    let chunk = beginning
    beginning = []
    receive(chunk, into: &messages)
  }

  /// What a stream is that begins so; nil if more of it must be seen.
  ///
  /// No JSON text begins with a name and a colon.
  static func framing(of beginning: ArraySlice<UInt8>) -> MessageFraming? {
    var rest = beginning.drop(while: HeaderText.isBlank)
    if rest.startIndex - beginning.startIndex > maximumNameLength { return .line }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if rest.count < mark.count, mark.starts(with: rest) { return nil }
    if rest.starts(with: mark) { rest = rest.dropFirst(mark.count) }
    let name = rest.prefix(while: HeaderText.isNameByte)
    if name.count > maximumNameLength { return .line }
    let blanks = rest[name.endIndex...].prefix { $0 == 0x20 || $0 == 0x09 }
    if blanks.count > maximumNameLength { return .line }
    guard let next = rest[blanks.endIndex...].first else { return nil }
    return !name.isEmpty && next == HeaderText.colon ? .header : .line
  }
}
