import Dispatch
package import JSON
import Synchronization

/// The only writer of the protocol's output; messages never interleave.
///
/// A message is sent at once, unless somebody holds the outbox: then messages are gathered and go out in one write when
/// the last holder releases it. Hold it while handling a chunk of short requests and flush before a long one.
///
/// Writers wait for each other: a client that does not read makes every sender wait.
package final class Outbox: Sendable {
  /// Gathered messages are written when they reach so many bytes, held or not, and longer ones at once: 64 KiB.
  package static let gatherLimit = 64 << 10

  private struct State {
    var gathered: [UInt8] = []
    var holderCount = 0
    var isClosed = false
  }

  private let state = Mutex(State())
  private let sink: any ByteSink
  /// Whose turn it is to write; never waited for while somebody who has it waits for the state.
  private let turn = DispatchSemaphore(value: 1)

  package init(sink: any ByteSink) {
    self.sink = sink
  }

  /// Whether the reader is gone; what is sent from then on is dropped.
  package var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Sends one message, without its line end.
  package func send(_ message: consuming [UInt8]) {
    message.append(0x0A)
    let line = message
    state.withLock { state in
      if state.isClosed { return }
      guard line.count < Self.gatherLimit else {
        flush(&state)
        write(line, &state)
        return
      }
      state.gathered.append(contentsOf: line)
      if state.holderCount == 0 || state.gathered.count >= Self.gatherLimit { flush(&state) }
    }
  }

  /// Sends a notification; `writeParams` appends its params, one JSON object.
  package func notify(_ method: String, _ writeParams: (inout JSONWriter) -> Void) {
    var writer = JSONWriter(capacity: 256)
    writer.append("{\"jsonrpc\":\"2.0\",\"method\":")
    writer.write(method)
    writer.append(",\"params\":")
    writeParams(&writer)
    writer.endObject()
    send(writer.bytes)
  }

  /// Gathers messages until `release()`; holds may overlap.
  package func hold() {
    state.withLock { $0.holderCount += 1 }
  }

  /// Ends one hold; the last one writes what was gathered, unless it says that a `flush()` will follow soon.
  package func release(flushing: Bool = true) {
    state.withLock { state in
      precondition(state.holderCount > 0, "release() without hold()")
      state.holderCount -= 1
      if flushing, state.holderCount == 0 { flush(&state) }
    }
  }

  /// Writes what was gathered, held or not.
  package func flush() {
    state.withLock { flush(&$0) }
  }

  private func flush(_ state: inout State) {
    guard !state.gathered.isEmpty else { return }
    write(state.gathered, &state)
    state.gathered.removeAll(keepingCapacity: true)
  }

  private func write(_ bytes: [UInt8], _ state: inout State) {
    turn.wait()
    defer { turn.signal() }
    if !state.isClosed, !sink.write(bytes) { state.isClosed = true }
  }
}

// MARK: - Pieces

extension Outbox {
  /// One message that is sent piece by piece; all others wait for its end, which must come.
  final class Line {
    private let outbox: Outbox
    private var isClosed: Bool

    fileprivate init(_ outbox: Outbox, isClosed: Bool) {
      self.outbox = outbox
      self.isClosed = isClosed
    }

    /// Sends the next piece.
    ///
    /// The outbox must not be used for anything else in between.
    func write(_ bytes: [UInt8]) {
      if !isClosed, !outbox.sink.write(bytes) { isClosed = true }
    }

    /// Sends the last piece and the line's end.
    func end(_ bytes: consuming [UInt8]) {
      bytes.append(0x0A)
      write(bytes)
      outbox.turn.signal()
      let isClosed = isClosed
      if isClosed { outbox.state.withLock { $0.isClosed = true } }
    }
  }

  /// Begins a message that is sent in pieces, after everything gathered.
  func beginLine() -> Line {
    let isClosed = state.withLock { state in
      flush(&state)
      turn.wait()
      return state.isClosed
    }
    return Line(self, isClosed: isClosed)
  }
}
