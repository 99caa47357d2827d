import JSON

/// One message per line: LF or CR LF, blank lines skipped, the last line may lack its end.
package struct LineFramer: Framer {
  /// Longest message by default, in bytes: 64 MiB.
  package static let defaultMaximum = 64 << 20

  private let maximum: Int

  /// The beginning of a line whose end has not come yet.
  private var pending: [UInt8] = []

  /// Whether the current line was too long, so that its rest is dropped.
  private var isSkipping = false

  package init(maximum: Int = defaultMaximum) {
    self.maximum = maximum
  }

  package var framing: MessageFraming { .line }

  package mutating func receive(_ chunk: [UInt8], into messages: inout [FramedMessage]) {
    var start = 0
    while let end = chunk.span.lineFeed(from: start) {
      finishLine(chunk[start..<end], into: &messages)
      start = end + 1
    }
    keep(chunk[start...], into: &messages)
  }

  package mutating func finish(into messages: inout [FramedMessage]) {
    finishLine([], into: &messages)
  }

  private mutating func finishLine(_ rest: ArraySlice<UInt8>, into messages: inout [FramedMessage]) {
    if isSkipping {
      isSkipping = false
    } else if pending.isEmpty {
      emit(rest, into: &messages)
    } else if pending.count + rest.count > maximum + 1 {
      messages.append(.tooLong(maximum: maximum))
    } else {
      pending.append(contentsOf: rest)
      emit(pending[...], into: &messages)
    }
    // A large line's memory is given back; a small one's would be kept by the message anyway.
    pending = []
  }

  private func emit(_ line: ArraySlice<UInt8>, into messages: inout [FramedMessage]) {
    var line = line
    if line.last == 0x0D { line.removeLast() }
    if line.count > maximum {
      messages.append(.tooLong(maximum: maximum))
    } else if !line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) {
      messages.append(.message(line))
    }
  }

  /// Keeps the beginning of a line, unless the line is too long already (its CR is not counted).
  private mutating func keep(_ start: ArraySlice<UInt8>, into messages: inout [FramedMessage]) {
    guard !isSkipping else { return }
    if pending.count + start.count > maximum + 1 {
      messages.append(.tooLong(maximum: maximum))
      pending = []
      isSkipping = true
    } else {
      pending.append(contentsOf: start)
    }
  }
}
