package import JSON
import Synchronization

/// The only writer of the protocol's output; messages never interleave.
///
/// A message is sent at once, unless somebody holds the outbox: then messages are gathered and go out in one write when
/// the last holder releases it. Hold it while handling a chunk of short requests and flush before a long one.
///
/// The lock is held while writing: a client that does not read makes every sender wait.
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
    if !state.isClosed, !sink.write(bytes) { state.isClosed = true }
  }
}
