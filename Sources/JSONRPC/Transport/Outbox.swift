import Dispatch
package import JSON
import Synchronization

/// The only writer of the protocol's output; messages never interleave.
///
/// A message is sent at once, unless somebody holds the outbox: then messages are gathered and go out in one
/// write when the last holder releases it. Hold it while handling a chunk of short requests and flush before
/// a long one.
///
/// What the client does not read at once is kept and written by a queue of its own as the client reads.
/// Senders wait only when more than `unreadLimit` is kept, so that the memory stays bounded and the server
/// stops reading requests.
package final class Outbox: Sendable {
  /// Gathered messages are written when they reach so many bytes, held or not: 64 KiB.
  package static let gatherLimit = 64 << 10
  /// Bytes kept for a client that does not read: 8 MiB; one more message of each sender is accepted beyond
  /// it.
  package static let unreadLimit = 8 << 20
  /// Bytes kept of a message that is sent in pieces, while more of it can still be made: 1 MiB.
  static let pieceLimit = 1 << 20

  private struct State {
    /// What is written next.
    var output = OutputQueue(chunkSize: Outbox.gatherLimit)
    /// What waits for the end of a message that is sent in pieces.
    var following = OutputQueue(chunkSize: Outbox.gatherLimit)
    /// Bytes that `drain` is writing.
    var inWriting = 0
    var holderCount = 0
    var hasLine = false
    var isDraining = false
    var isClosed = false
    /// Whether senders wait no more for a client that does not read.
    var isHurried = false
    /// Bytes of messages and line ends that were sent.
    var sentCount = 0
    /// Whoever waits for room, for a line's end or for everything to be written; woken by each change of
    /// those.
    var waiters: [DispatchSemaphore] = []

    /// Bytes that can be written now.
    var writableCount: Int { output.count + inWriting }
    var unreadCount: Int { writableCount + following.count }

    mutating func wakeAll() {
      for waiter in waiters { waiter.signal() }
      waiters.removeAll()
    }

    mutating func close() {
      isClosed = true
      output.removeAll()
      following.removeAll()
      wakeAll()
    }
  }

  private let state = Mutex(State())
  private let currentFraming = Atomic(MessageFraming.line)
  private let sink: any ByteSink
  private let tap: (any MessageTap)?
  private let drainQueue = DispatchQueue(label: "objwire.output")

  /// - Parameter tap: is told of every message before the client can read it.
  package init(sink: any ByteSink, tap: (any MessageTap)? = nil) {
    self.sink = sink
    self.tap = tap
  }

  /// Bytes of all messages that were sent.
  package var sentByteCount: Int { state.withLock { $0.sentCount } }

  /// Whether the reader is gone; what is sent from then on is dropped.
  package var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Bytes that were sent and that the client has not taken yet, its pipe aside.
  package var unreadCount: Int { state.withLock { $0.unreadCount } }

  /// How messages are framed from now on; as the client frames its own.
  package var framing: MessageFraming {
    get { currentFraming.load(ordering: .relaxed) }
    set { currentFraming.store(newValue, ordering: .relaxed) }
  }

  /// Sends one message, without what frames it.
  ///
  /// - Parameters:
  ///   - number: the client's message that it answers or tells of; nil for what is said without being asked.
  ///   - isExpendable: see `notify`.
  package func send(_ message: consuming [UInt8], of number: Int? = nil, isExpendable: Bool = false) {
    let framing = framing
    let head = framing.head(of: message.count)
    let count = message.count
    message.append(contentsOf: framing.tail)
    let line = message
    let mustWait = state.withLock { state in
      if state.isClosed || isExpendable && state.unreadCount > Self.unreadLimit { return false }
      state.sentCount += head.count + line.count
      tap?.sent(line[..<count], of: number)
      guard !state.hasLine else {
        state.following.append(head)
        state.following.append(line)
        return state.unreadCount > Self.unreadLimit
      }
      state.output.append(head)
      // A long message goes out by itself, after what was gathered.
      if line.count >= Self.gatherLimit { flush(&state) }
      state.output.append(line)
      if state.holderCount == 0 || state.output.count >= Self.gatherLimit { flush(&state) }
      return state.unreadCount > Self.unreadLimit
    }
    if mustWait, !isExpendable { wait { $0.unreadCount <= Self.unreadLimit || $0.isHurried } }
  }

  /// Sends a notification; `writeParams` appends its params, one JSON object.
  ///
  /// - Parameters:
  ///   - number: the client's message that it tells of.
  ///   - isExpendable: it is dropped, and never waited for, while the client has much to read already.
  package func notify(
    _ method: String, of number: Int? = nil, isExpendable: Bool = false,
    _ writeParams: (inout JSONWriter) -> Void
  ) {
    var writer = JSONWriter(capacity: 256)
    writer.append("{\"jsonrpc\":\"2.0\",\"method\":")
    writer.write(method)
    writer.append(",\"params\":")
    writeParams(&writer)
    writer.endObject()
    send(writer.bytes, of: number, isExpendable: isExpendable)
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

  /// Writes what was gathered, held or not; what the client does not take at once is written later.
  package func flush() {
    state.withLock { flush(&$0) }
  }

  /// From now on nobody waits for the client but `finish()`: little time is left.
  package func hurry() {
    state.withLock { state in
      state.isHurried = true
      state.wakeAll()
    }
  }

  /// Waits until everything is written, or the reader is gone.
  package func finish() {
    flush()
    wait { $0.unreadCount == 0 }
  }
}

// MARK: - Writing

extension Outbox {
  private func flush(_ state: inout State) {
    guard !state.isDraining, !state.isClosed, !state.output.isEmpty else { return }
    guard state.output.offer(sink.writeNow) else { return state.close() }
    guard !state.output.isEmpty else { return }
    state.isDraining = true
    drainQueue.async { self.drain() }
  }

  /// Writes for a slow client until nothing is left.
  private func drain() {
    while let bytes = state.withLock({ takeOldest(&$0) }) {
      if !sink.write(bytes) { state.withLock { $0.close() } }
    }
  }

  /// The next bytes for `drain`; nil ends it.
  private func takeOldest(_ state: inout State) -> ArraySlice<UInt8>? {
    let bytes = state.isClosed ? nil : state.output.removeFirst()
    state.inWriting = bytes?.count ?? 0
    state.isDraining = bytes != nil
    state.wakeAll()
    return bytes
  }

  /// Returns when the condition holds or nobody reads any more.
  private func wait(until isMet: (borrowing State) -> Bool) {
    while true {
      let waiter = state.withLock { state -> DispatchSemaphore? in
        if state.isClosed || isMet(state) { return nil }
        let waiter = DispatchSemaphore(value: 0)
        state.waiters.append(waiter)
        return waiter
      }
      guard let waiter else { return }
      waiter.wait()
    }
  }
}

// MARK: - Pieces

extension Outbox {
  /// One message that is sent piece by piece; all others wait for its end, which must come.
  final class Line {
    private let outbox: Outbox
    private let number: Int?

    fileprivate init(_ outbox: Outbox, of number: Int?) {
      self.outbox = outbox
      self.number = number
    }

    /// Sends the next piece; waits while the client has much of the message still to read.
    func write(_ bytes: [UInt8]) {
      outbox.write(piece: bytes, of: number)
      outbox.wait { $0.writableCount <= Outbox.pieceLimit || $0.isHurried }
    }

    /// Sends the last piece and the line's end.
    func end(_ bytes: [UInt8]) {
      outbox.write(piece: bytes, isLast: true, of: number)
      outbox.endLine()
    }
  }

  /// Begins a message that is sent in pieces, after everything sent before; only where messages are lines,
  /// for a header says the length of the whole.
  ///
  /// - Parameter number: the client's message that it answers.
  func beginLine(of number: Int? = nil) -> Line {
    while true {
      wait { !$0.hasLine }
      let isMine = state.withLock { state in
        defer { state.hasLine = !state.isClosed }
        return !state.hasLine
      }
      if isMine { return Line(self, of: number) }
    }
  }

  private func write(piece bytes: [UInt8], isLast: Bool = false, of number: Int?) {
    state.withLock { state in
      if state.isClosed { return }
      tap?.sent(piece: bytes[...], isLast: isLast, of: number)
      state.sentCount += bytes.count + (isLast ? 1 : 0)
      state.output.append(bytes)
      if isLast { state.output.append([0x0A]) }
      flush(&state)
    }
  }

  private func endLine() {
    state.withLock { state in
      state.hasLine = false
      state.output.append(state.following)
      state.following.removeAll()
      state.wakeAll()
      if state.holderCount == 0 || state.output.count >= Self.gatherLimit { flush(&state) }
    }
  }
}
