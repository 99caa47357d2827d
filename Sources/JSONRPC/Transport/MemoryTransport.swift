import Synchronization

/// The protocol without a process: bytes in by a call, bytes out into memory.
package final class MemoryTransport: Sendable {
  /// Where replies go.
  package let outbox: Outbox
  private let written: MemorySink

  package init() {
    written = MemorySink()
    outbox = Outbox(sink: written)
  }

  /// Takes what was sent since the last call, one message per element.
  ///
  /// Messages that other threads have yet to send are not waited for.
  package func takeMessages() -> [String] {
    let bytes = written.take()
    return bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Takes what was sent since the last call, as it was framed.
  package func takeText() -> String { String(decoding: written.take(), as: UTF8.self) }

  /// Waits until `count` more messages were sent and takes them.
  package func takeMessages(count: Int) async -> [String] {
    var messages: [String] = []
    while messages.count < count {
      await written.waitForBytes()
      messages += takeMessages()
    }
    return messages
  }

  /// Splits text as the stream would be and hands the messages over.
  package func receive(_ text: String, framer: some Framer = LineFramer(), handle: ([FramedMessage]) -> Void)
  {
    var framer = framer
    var messages: [FramedMessage] = []
    framer.receive(Array(text.utf8), into: &messages)
    framer.finish(into: &messages)
    outbox.framing = framer.framing
    handle(messages)
  }
}

private final class MemorySink: ByteSink {
  private struct State {
    var bytes: [UInt8] = []
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  func writeNow(_ bytes: ArraySlice<UInt8>) -> Int? {
    let waiter = state.withLock { state in
      state.bytes += bytes
      let waiter = state.waiter
      state.waiter = nil
      return waiter
    }
    waiter?.resume()
    return bytes.count
  }

  func take() -> [UInt8] {
    state.withLock { state in
      let bytes = state.bytes
      state.bytes = []
      return bytes
    }
  }

  /// Returns when there are bytes; one waiter at a time.
  func waitForBytes() async {
    await withCheckedContinuation { continuation in
      let hasBytes = state.withLock { state in
        if state.bytes.isEmpty { state.waiter = continuation }
        return !state.bytes.isEmpty
      }
      if hasBytes { continuation.resume() }
    }
  }
}
