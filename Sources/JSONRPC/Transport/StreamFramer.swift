/// Lines or headers, as the command line says or as the stream begins.
package struct StreamFramer: Framer {
  private var lines: LineFramer
  private var headers: HeaderFramer
  /// Nil before the first bytes that decide.
  private var decision: MessageFraming?
  /// What came before the decision.
  private var beginning = StreamBeginning()

  /// - Parameter maximum: bytes of a message at most, in both framings.
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
      decision = beginning.receive(chunk)
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

  private mutating func receiveBeginning(_ messages: inout [FramedMessage]) {
    let chunk = beginning.bytes
    beginning = StreamBeginning()
    receive(chunk, into: &messages)
  }
}
